//! Where the program keeps what it made.

use std::path::PathBuf;

use anyhow::Context;

/// The directory for the program's data, as the platform wants it; it need not exist yet.
pub(crate) fn data_directory() -> anyhow::Result<PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || variable("HOME").context("expected a home directory in $HOME, found none");
    let base = if cfg!(windows) {
        variable("APPDATA").context("expected a directory in %APPDATA%, found none")?
    } else if cfg!(target_os = "macos") {
        home()?.join("Library/Application Support")
    } else {
        match variable("XDG_DATA_HOME") {
            Some(directory) => directory,
            None => home()?.join(".local/share"),
        }
    };
    Ok(base.join("zwick"))
}
