//! A small disk that can be filled; the server's attacks use it too.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// A file system of two megabytes.
pub(crate) struct SmallDisk(TempDir);

impl SmallDisk {
    /// `None` if this process may not mount one, which is reported.
    pub(crate) fn mount() -> Option<Self> {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let mounted =
            Command::new("mount").args(["-t", "tmpfs", "-o", "size=2m", "tmpfs"]).arg(directory.path()).output();
        if mounted.is_ok_and(|output| output.status.success()) {
            return Some(Self(directory));
        }
        // Printed past the test capture, so nobody believes that this was tested.
        let _ = writeln!(std::io::stderr().lock(), "SKIPPED: a small file system cannot be mounted here");
        None
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Takes all the space that is left; it is free again once this file is removed.
    pub(crate) fn fill(&self) -> PathBuf {
        let path = self.0.path().join("ballast");
        let mut file = File::options().create(true).append(true).open(&path).unwrap();
        while file.write_all(&[7; 4_096]).is_ok() {}
        path
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Anything still in use is released with this process.
        let _ = Command::new("umount").arg("--lazy").arg(self.0.path()).status();
    }
}
