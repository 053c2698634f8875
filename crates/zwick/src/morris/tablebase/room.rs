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

/// Free bytes for tables; `None` where the system does not say.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    disk: Option<u64>,
    memory: Option<u64>,
}

impl Room {
    pub(super) fn of(folder: &Path) -> Self {
        Self { disk: free_on_disk(folder), memory: free_memory() }
    }

    /// The same if all files of the folder together may take at most this many bytes.
    pub(super) fn with_at_most(self, bytes: Option<u64>, folder: &Path) -> Self {
        let Some(bytes) = bytes else { return self };
        let left = bytes.saturating_sub(taken(folder));
        Self { disk: Some(self.disk.map_or(left, |free| free.min(left))), ..self }
    }

    pub(super) fn check(&self, needs: &Needs) -> Result<(), NoRoom> {
        let room = |what, needed, free: Option<u64>| match free {
            Some(free) if free < needed => Err(NoRoom { what, needed, free }),
            _ => Ok(()),
        };
        room("disk space", needs.disk, self.disk)?;
        room("memory", needs.memory, self.memory)
    }
}

impl Needs {
    /// Whether a build in this folder has enough disk space and memory, if all its files may take at most `most_disk` bytes. Where the
    /// system does not say, the build itself will find out.
    ///
    /// # Errors
    /// What there is not enough of.
    pub fn check_room(&self, folder: &Path, most_disk: Option<u64>) -> Result<(), NoRoom> {
        Room::of(folder).with_at_most(most_disk, folder).check(self)
    }
}

/// Bytes of the files in a folder.
fn taken(folder: &Path) -> u64 {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    files.filter_map(|file| file.metadata().ok()).map(|file| file.len()).sum()
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
