//! What the program is built from: licences that `deny.toml` allows, and packages from the registry only. `cargo deny` checks more, where
//! it is installed; this needs nothing.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Whether a licence expression can be met with these licences: one of several alternatives, all that are joined by AND.
fn is_met(expression: &str, allowed: &[&str]) -> bool {
    let is_allowed = |licence: &str| allowed.contains(&licence.trim().trim_matches(['(', ')']));
    // A slash is the old way to write OR.
    expression.replace('/', " OR ").split(" AND ").all(|part| part.split(" OR ").any(is_allowed))
}

#[test]
fn licences_are_allowed_and_packages_come_from_the_registry() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let deny = std::fs::read_to_string(root.join("deny.toml")).expect("deny.toml");
    let list = deny.split("allow = [").nth(1).and_then(|rest| rest.split(']').next()).expect("allowed licences");
    let allowed: Vec<&str> = list.split('"').skip(1).step_by(2).collect();
    assert!(allowed.contains(&"MIT"), "{allowed:?}");

    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--offline", "--locked", "--filter-platform=host-tuple"])
        .current_dir(&root)
        .output()
        .expect("cargo runs");
    assert!(metadata.status.success(), "{}", String::from_utf8_lossy(&metadata.stderr));
    let metadata: Value = serde_json::from_slice(&metadata.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let mut versions: BTreeMap<&str, u32> = BTreeMap::new();
    for package in packages {
        let name = package["name"].as_str().expect("a name");
        let licence = package["license"].as_str().unwrap_or_default();
        assert!(is_met(licence, &allowed), "{name}: expected one of {allowed:?}, found {licence:?}");
        let source = package["source"].as_str();
        let is_ours = source.is_none() && name.starts_with("zwick");
        assert!(is_ours || source.is_some_and(|source| source.starts_with("registry+")), "{name} from {source:?}");
        // What cargo-deny calls a wildcard: also a bare path, with which a package cannot be published.
        let dependencies = package["dependencies"].as_array().expect("dependencies");
        let is_open = |dependency: &&Value| is_ours && dependency["req"] == "*";
        assert_eq!(dependencies.iter().find(is_open), None, "{name}: expected a version");
        *versions.entry(name).or_default() += 1;
    }
    let twice: Vec<_> = versions.iter().filter(|(_, count)| **count > 1).map(|(name, _)| *name).collect();
    println!("{} packages; in several versions: {}", packages.len(), twice.join(" "));
}

#[test]
fn a_licence_that_is_not_allowed_would_be_found() {
    let allowed = ["MIT", "Unicode-3.0"];
    assert!(is_met("Apache-2.0/MIT", &allowed) && is_met("(MIT OR Apache-2.0) AND Unicode-3.0", &allowed));
    assert!(!is_met("GPL-3.0-only", &allowed) && !is_met("MIT AND ISC", &allowed) && !is_met("", &allowed));
}
