//! Where the program stores its data.

use std::path::PathBuf;

use anyhow::Context;
use directories::ProjectDirs;

/// The platform's directory for the program's data; it need not exist yet.
pub(crate) fn data_directory() -> anyhow::Result<PathBuf> {
    let directories = ProjectDirs::from("", "", "zwick").context("expected a home directory, found none")?;
    Ok(directories.data_dir().to_owned())
}
