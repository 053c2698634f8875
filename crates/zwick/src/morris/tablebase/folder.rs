//! The folder of the tables as a whole: moved to another place, or emptied.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::TablebaseError;
use super::build::lock;
use crate::container::ContainerError;

/// Moves all tables of a folder to another one and leaves a link to it, so that every program that looks for them here finds them there. If
/// this is interrupted, every table is in one of the two folders, and the same call ends what was begun.
///
/// # Errors
/// A file that cannot be moved, that the new folder has other files, or that a build is running.
pub fn move_tables(folder: &Path, to: &Path) -> Result<u64, TablebaseError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |reason| TablebaseError::of_file(&path, ContainerError::System { path: path.clone(), reason })
    };
    fs::create_dir_all(to).map_err(failed(to))?;
    let to = fs::canonicalize(to).map_err(failed(to))?;
    let from = fs::canonicalize(folder).map_err(failed(folder))?;
    if to == from {
        return Ok(0);
    }
    if to.starts_with(&from) {
        let inside = io::Error::new(io::ErrorKind::InvalidInput, "expected a folder that is not inside the old one");
        return Err(failed(&to)(inside));
    }
    let foreign = fs::read_dir(&to).map_err(failed(&to))?.flatten().find(|entry| !is_table(&entry.path()));
    if let Some(foreign) = foreign {
        let found = io::Error::new(io::ErrorKind::AlreadyExists, "expected a folder with nothing but tables in it");
        return Err(failed(&foreign.path())(found));
    }
    let lock = lock(&from)?;
    let mut bytes = 0;
    for path in tables_in(&from).map_err(failed(&from))? {
        bytes += path.metadata().map_err(failed(&path))?.len();
        move_file(&path, &to).map_err(failed(&path))?;
    }
    drop(lock);
    fs::remove_dir_all(&from).map_err(failed(&from))?;
    if folder.is_symlink() {
        fs::remove_file(folder).map_err(failed(folder))?;
    }
    link(&to, folder).map_err(failed(folder))?;
    Ok(bytes)
}

/// Deletes the tables of a rule set; how many bytes they took. Programs that have them open keep them until they end.
///
/// # Errors
/// A file that cannot be removed, or that a build is running.
pub fn delete_tables(folder: &Path, rules: &str) -> Result<u64, TablebaseError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |reason| TablebaseError::of_file(&path, ContainerError::System { path: path.clone(), reason })
    };
    let _lock = lock(folder)?;
    let is_wanted = |path: &PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        name.strip_prefix(rules).is_some_and(|rest| rest.starts_with('-'))
    };
    let mut bytes = 0;
    for path in tables_in(folder).map_err(failed(folder))?.into_iter().filter(is_wanted) {
        bytes += path.metadata().map_err(failed(&path))?.len();
        fs::remove_file(&path).map_err(failed(&path))?;
    }
    Ok(bytes)
}

fn is_table(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "distances" || ending == "results")
}

fn tables_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let files = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    Ok(files.into_iter().map(|file| file.path()).filter(|path| is_table(path)).collect())
}

/// Renames a file into a folder; onto another disk, it is copied completely before the old one goes.
fn move_file(path: &Path, to: &Path) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default();
    match fs::rename(path, to.join(name)) {
        Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {}
        done => return done,
    }
    // Named like a table, so that a copy that was interrupted is written again.
    let copy = to.join(format!("unfinished-{}", name.to_string_lossy()));
    fs::copy(path, &copy)?;
    File::open(&copy)?.sync_all()?;
    fs::rename(&copy, to.join(name))?;
    fs::remove_file(path)
}

#[cfg(unix)]
fn link(to: &Path, from: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(to, from)
}

#[cfg(windows)]
fn link(to: &Path, from: &Path) -> io::Result<()> {
    std::os::windows::fs::symlink_dir(to, from)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::morris::{Standard, Tablebase, Wanted, build};

    #[test]
    fn moved_tables_are_found_where_they_were_and_deleted_ones_are_gone() {
        let root = std::env::temp_dir().join(format!("zwick-move-{}", std::process::id()));
        let (folder, other, third) = (root.join("morris"), root.join("a/b"), root.join("third"));
        build::<Standard>(&folder, Wanted::up_to(7), &AtomicBool::new(false), |_| ()).unwrap();
        let pairs = || Tablebase::<Standard>::open(&folder).unwrap().pairs().unwrap();
        let before = pairs();
        let bytes = move_tables(&folder, &other).unwrap();
        assert!(bytes > 0 && folder.is_symlink() && other.join("standard-4-3.distances").is_file());
        assert_eq!(pairs(), before);
        assert_eq!(move_tables(&folder, &other).unwrap(), 0, "they are there already");
        // Again, from where they are now.
        assert_eq!(move_tables(&folder, &third).unwrap(), bytes);
        assert!(!other.exists());
        assert_eq!(pairs(), before);
        // A build goes where the tables are.
        build::<Standard>(&folder, Wanted::up_to(8), &AtomicBool::new(false), |_| ()).unwrap();
        assert!(third.join("standard-5-3.distances").is_file());
        fs::write(root.join("strange"), "").unwrap();
        assert!(move_tables(&folder, &root).is_err());
        assert_eq!(delete_tables(&folder, "lasker").unwrap(), 0);
        assert!(delete_tables(&folder, "standard").unwrap() > bytes);
        assert!(pairs().is_empty());
        fs::remove_dir_all(&root).unwrap();
    }
}
