//! A build killed at any moment resumes as if nothing had happened, and damage is reported by name.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("zwick-command-{name}-{}", std::process::id()));
    fs::create_dir_all(&path).unwrap();
    path
}

fn command(arguments: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zwick"));
    command.arg("tablebase").args(arguments).arg("--dir").arg(folder);
    command
}

fn run(arguments: &[&str], folder: &Path) -> Output {
    command(arguments, folder).output().unwrap()
}

/// The bytes of every table in a folder.
fn tables(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let tables = files.filter(|path| path.file_name().unwrap() != ".lock");
    tables.map(|path| (path.file_name().unwrap().into(), fs::read(&path).unwrap())).collect()
}

#[test]
fn a_build_killed_at_any_moment_goes_on_and_ends_with_the_same_bytes() {
    let whole = folder("whole");
    assert!(run(&["build", "--men", "8"], &whole).status.success());
    let expected = tables(&whole);
    assert_eq!(expected.len(), 4);
    let mut random = fastrand::Rng::with_seed(8);
    for kill in 0..3 {
        let killed = folder(&format!("killed-{kill}"));
        let mut build = command(&["build", "--men", "8"], &killed).stdout(std::process::Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(random.u64(50..1500)));
        let _ = build.kill(); // it may have exited already
        build.wait().unwrap();
        assert!(run(&["build", "--men", "8"], &killed).status.success());
        assert!(tables(&killed) == expected, "kill {kill}");
        fs::remove_dir_all(&killed).unwrap();
    }
    fs::remove_dir_all(&whole).unwrap();
}

/// A file size limit simulates a full disk: writing fails in the middle of a table.
#[cfg(unix)]
#[test]
fn a_disk_that_is_full_in_the_middle_of_a_build_costs_no_finished_table() {
    let full = folder("full");
    let program = env!("CARGO_BIN_EXE_zwick");
    let script = format!("trap '' XFSZ; ulimit -f 57; exec {program} tablebase build --men 7 --dir {}", full.display());
    let output = Command::new("bash").arg("-c").arg(script).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("standard-4-3.distances") && error.matches("too large").count() == 1, "{error}");
    let kept: Vec<_> = tables(&full).into_keys().collect();
    assert_eq!(kept, [Path::new("standard-3-3.distances")]);
    assert!(run(&["build", "--men", "7"], &full).status.success());
    let whole = folder("not-full");
    assert!(run(&["build", "--men", "7"], &whole).status.success());
    assert!(tables(&full) == tables(&whole));
    [full, whole].iter().for_each(|folder| fs::remove_dir_all(folder).unwrap());
}

#[test]
fn flipped_bytes_are_found_by_verify_and_by_probe_with_the_name_of_the_file() {
    let folder = folder("flipped");
    assert!(run(&["build", "--men", "6"], &folder).status.success());
    let path = folder.join("standard-3-3.distances");
    let whole = fs::read(&path).unwrap();
    // Behind the header: one byte for verify, and one in every part for probe, whichever it reads.
    let one = vec![whole.len() - 2];
    let many = (300..whole.len()).step_by(1000).collect();
    let verify = &["verify", "--sample", "10"][..];
    let probe = &["probe", "1W1W1W2/3B4/2B2B2 W 0 0"][..];
    for (places, arguments) in [(one, verify), (many, probe)] {
        let mut bytes = whole.clone();
        places.into_iter().for_each(|place: usize| bytes[place] ^= 4);
        fs::write(&path, bytes).unwrap();
        let output = run(arguments, &folder);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {error}");
        assert!(error.contains("standard-3-3.distances: damaged file"), "{arguments:?}: {error}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error_that_names_it() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let output = run(&["build", "--men", "6"], &file.join("tables"));
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("Cargo.toml"));
}

/// Both in the user's data directory, where nobody says where else.
#[test]
fn emptying_the_database_leaves_the_tables_as_they_are() {
    let home = folder("emptied");
    let zwick = |arguments: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_zwick"));
        command.args(arguments.split(' ')).env("XDG_DATA_HOME", &home).env_remove("ZWICK_DATABASE");
        let output = command.output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    zwick("tablebase build --men 6");
    let before = zwick("tablebase info");
    zwick("db seed morris --moves 1 --count 1 --player alpha-beta:depth=1");
    assert_eq!(zwick("db empty --yes"), "deleted 1 position\n");
    assert_eq!(zwick("tablebase info"), before);
    zwick("tablebase verify");
    fs::remove_dir_all(&home).unwrap();
}
