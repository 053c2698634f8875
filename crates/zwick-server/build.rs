//! Puts the page into a program that is built for use. One built for development reads it from the disk: see `src/http/page.rs`.

use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rustc-check-cfg=cfg(page_built_in)");
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("PROFILE")? == "release" {
        println!("cargo::rerun-if-changed=page");
        println!("cargo::rustc-cfg=page_built_in");
        zwick_page::build(Path::new("page"))?.write(Path::new(&std::env::var("OUT_DIR")?))?;
    }
    Ok(())
}
