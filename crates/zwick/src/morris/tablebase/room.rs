//! Whether a machine has what a build of tables takes.

use std::path::{Path, PathBuf};

use sysinfo::System;

use super::needs::Needs;

/// Something there is not enough of.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not enough {what}: {needed} bytes are needed, {free} are free")]
pub struct NoRoom {
    /// Disk space or memory.
    pub what: &'static str,
    /// Bytes needed.
    pub needed: u64,
    /// Bytes free.
    pub free: u64,
}

impl Needs {
    /// Whether a build in this folder has enough disk space and memory. Where the system does not say, the build itself will find out.
    ///
    /// # Errors
    /// What there is not enough of.
    pub fn check_room(&self, folder: &Path) -> Result<(), NoRoom> {
        let room = |what, needed, free: Option<u64>| match free {
            Some(free) if free < needed => Err(NoRoom { what, needed, free }),
            _ => Ok(()),
        };
        room("disk space", self.disk, free_on_disk(folder))?;
        room("memory", self.memory, free_memory())
    }
}

fn free_on_disk(folder: &Path) -> Option<u64> {
    fs4::available_space(nearest_existing(folder)?).ok()
}

/// The folder, or the nearest folder above it that is there.
fn nearest_existing(folder: &Path) -> Option<PathBuf> {
    let absolute = std::path::absolute(folder).ok()?;
    absolute.ancestors().find(|folder| folder.is_dir()).map(Path::to_owned)
}

fn free_memory() -> Option<u64> {
    let mut system = System::new().ok()?;
    system.refresh_memory();
    Some(system.available_memory()).filter(|&free| free > 0)
}
