//! Files that hold one long sequence of bytes in compressed parts, each of which can be read separately.
//!
//! A container knows bytes, not games: a label says what it holds, and a reader checks the label it expects.
//!
//! ```text
//! bytes 0..8     magic
//!       8..12    format version              all numbers little-endian
//!      12..16    length of a part
//!      16..24    length of the content
//!      24..88    label, filled up with zeros
//!      88..96    checksum of bytes 0..88 and of the table
//!      96..      table: for every part the end of its compressed bytes in the file, and their checksum
//!     then       the compressed parts (zstd)
//! ```
//!
//! A file is written under a temporary name, synced and renamed: under its own name it is complete or absent. Opening one reads header and
//! table, which stay in memory; every part is checked when it is read, and [`Reader::verify`] reads all.
//!
//! Parts are read, not mapped into memory: if a mapped file is truncated, the process is killed, while a short read is an error.

use std::borrow::Cow;
use std::fs::{self, File, Metadata};
use std::io::{self, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use rayon::prelude::*;
use zstd::bulk::Compressor;

const MAGIC: [u8; 8] = *b"ZWICK\r\n\x1a";
const VERSION: u32 = 1;
const LABEL_LENGTH: usize = 64;
const HEADER: usize = 96;
const TABLE_ENTRY: usize = 16;
/// The suffix of temporary names, which identifies leftovers of killed processes.
const TEMPORARY: &str = "unfinished";

/// Why a file cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ContainerError {
    /// The system returned an error.
    #[error("{path}: {reason}", path = .path.display())]
    System {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: io::Error,
    },
    /// Not one of our files.
    #[error("not a table file: expected it to begin with {expected:02x?}, found {found:02x?}")]
    Foreign {
        /// The bytes every file begins with.
        expected: [u8; 8],
        /// The bytes this one begins with.
        found: Vec<u8>,
    },
    /// Written by another version of the program.
    #[error("file format {found}, expected {expected}: {advice}", advice = if .found > .expected { "use a newer program" } else { "build the file again" })]
    Version {
        /// The version this program reads.
        expected: u32,
        /// The version of the file.
        found: u32,
    },
    /// One of our files, but with something else in it.
    #[error("the file holds {found:?}, expected {expected:?}")]
    Label {
        /// What it should hold.
        expected: String,
        /// What it says it holds.
        found: String,
    },
    /// Too short or too long.
    #[error("damaged file: {found} bytes of {what}, expected {expected}; delete it and build it again")]
    Length {
        /// What was measured.
        what: &'static str,
        /// How many bytes there should be.
        expected: u64,
        /// How many bytes there are.
        found: u64,
    },
    /// Bytes have changed since they were written.
    #[error("damaged file: checksum of {what} is {found:016x}, expected {expected:016x}; delete it and build it again")]
    Checksum {
        /// Where: the header, or which part.
        what: String,
        /// The stored checksum.
        expected: u64,
        /// The checksum of the bytes.
        found: u64,
    },
    /// Stopped on request; nothing was left behind.
    #[error("stopped")]
    Stopped,
}

impl ContainerError {
    pub(crate) fn system(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        move |reason| Self::System { path: path.to_owned(), reason }
    }
}

/// A 64-bit checksum: words are mixed in by multiplication, which carries every bit upwards, and folding brings it down again. It detects
/// accidents, not attacks.
pub fn checksum(seed: u64, bytes: &[u8]) -> u64 {
    let mix = |sum: u64, word: u64| {
        let product = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        product ^ product >> 29
    };
    let (words, rest) = bytes.as_chunks::<8>();
    let sum = words.iter().fold(seed ^ bytes.len() as u64, |sum, word| mix(sum, u64::from_le_bytes(*word)));
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    mix(mix(sum, u64::from_le_bytes(last)), 1)
}

/// The layout of a file.
#[derive(Debug, Clone, Copy)]
pub struct Layout<'a> {
    /// A label for its content, at most 64 bytes.
    pub label: &'a str,
    /// Bytes in every part except the last.
    pub part_length: usize,
    /// Bytes in total.
    pub length: u64,
}

impl Layout<'_> {
    fn parts(&self) -> usize {
        self.length.div_ceil(self.part_length as u64) as usize
    }

    /// Which bytes of the content are in a part.
    fn range(&self, part: usize) -> Range<u64> {
        let start = part as u64 * self.part_length as u64;
        start..(start + self.part_length as u64).min(self.length)
    }

    fn header(&self) -> [u8; HEADER - 8] {
        let mut header = [0; HEADER - 8];
        header[..8].copy_from_slice(&MAGIC);
        header[8..12].copy_from_slice(&VERSION.to_le_bytes());
        header[12..16].copy_from_slice(&(self.part_length as u32).to_le_bytes());
        header[16..24].copy_from_slice(&self.length.to_le_bytes());
        header[24..24 + self.label.len()].copy_from_slice(self.label.as_bytes());
        header
    }
}

/// Writes a file, its parts compressed on the threads of the current rayon pool.
///
/// `fill` appends the bytes of the content in the given range. Returns the size of the file.
///
/// # Errors
/// The system's error, or that `stop` was set; then there is no file, or still the old one.
///
/// # Panics
/// If the label is longer than 64 bytes.
pub fn write(
    path: &Path,
    layout: &Layout,
    level: i32,
    fill: impl Fn(Range<u64>, &mut Vec<u8>) + Sync,
    stop: &AtomicBool,
) -> Result<u64, ContainerError> {
    assert!(layout.label.len() <= LABEL_LENGTH, "the label {:?} is too long", layout.label);
    replace(path, |path| {
        let mut file = File::create(path).map_err(ContainerError::system(path))?;
        let table_start = HEADER as u64;
        let mut end = table_start + (layout.parts() * TABLE_ENTRY) as u64;
        file.seek(SeekFrom::Start(end)).map_err(ContainerError::system(path))?;
        let mut table = Vec::with_capacity(layout.parts() * TABLE_ENTRY);
        let batch = 128 * rayon::current_num_threads();
        for first in (0..layout.parts()).step_by(batch) {
            if stop.load(Ordering::Relaxed) {
                return Err(ContainerError::Stopped);
            }
            let parts = first..(first + batch).min(layout.parts());
            let compressed: Result<Vec<Vec<u8>>, io::Error> = parts
                .into_par_iter()
                .map_init(
                    || (Vec::new(), Compressor::new(level)),
                    |(content, compressor), part| {
                        content.clear();
                        fill(layout.range(part), content);
                        compressor.as_mut().map_err(|error| io::Error::from(error.kind()))?.compress(content)
                    },
                )
                .collect();
            for bytes in compressed.map_err(ContainerError::system(path))? {
                file.write_all(&bytes).map_err(ContainerError::system(path))?;
                end += bytes.len() as u64;
                table.extend_from_slice(&end.to_le_bytes());
                table.extend_from_slice(&checksum(0, &bytes).to_le_bytes());
            }
        }
        let header = layout.header();
        let sum = checksum(checksum(0, &header), &table);
        file.rewind().map_err(ContainerError::system(path))?;
        for bytes in [&header[..], &sum.to_le_bytes(), &table] {
            file.write_all(bytes).map_err(ContainerError::system(path))?;
        }
        file.sync_all().map_err(ContainerError::system(path))?;
        Ok(end)
    })
}

/// Puts a file in the place of another only when it is whole: it is written under a temporary name.
fn replace(path: &Path, write: impl FnOnce(&Path) -> Result<u64, ContainerError>) -> Result<u64, ContainerError> {
    let temporary = temporary_name(path);
    let result = write(&temporary)
        .and_then(|size| fs::rename(&temporary, path).map(|()| size).map_err(ContainerError::system(path)));
    if result.is_err() {
        let _ = fs::remove_file(&temporary); // the first error is the one to report
        return result;
    }
    sync_folder(path)?;
    result
}

fn temporary_name(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.{TEMPORARY}", std::process::id()));
    name.into()
}

/// Removes leftovers of killed processes in a folder. Call it only while nobody else writes there.
///
/// # Errors
/// The system's error.
pub fn remove_unfinished(folder: &Path) -> Result<(), ContainerError> {
    for entry in fs::read_dir(folder).map_err(ContainerError::system(folder))? {
        let path = entry.map_err(ContainerError::system(folder))?.path();
        if path.extension().is_some_and(|extension| extension == TEMPORARY) {
            fs::remove_file(&path).map_err(ContainerError::system(&path))?;
        }
    }
    Ok(())
}

/// Makes the new name durable: it is stored in the folder, which must be synced too.
fn sync_folder(path: &Path) -> Result<(), ContainerError> {
    #[cfg(unix)]
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(ContainerError::system(folder))?;
    }
    let _ = path;
    Ok(())
}

/// The bytes of a file: in memory, or on disk.
pub trait Source {
    /// How many bytes there are.
    ///
    /// # Errors
    /// The system's error.
    fn size(&self) -> Result<u64, ContainerError>;

    /// The bytes of a range; fewer at the end of the file.
    ///
    /// # Errors
    /// The system's error.
    fn bytes(&self, range: Range<u64>) -> Result<Cow<'_, [u8]>, ContainerError>;
}

impl<D: AsRef<[u8]>> Source for D {
    fn size(&self) -> Result<u64, ContainerError> {
        Ok(self.as_ref().len() as u64)
    }

    fn bytes(&self, range: Range<u64>) -> Result<Cow<'_, [u8]>, ContainerError> {
        let bytes = self.as_ref();
        let place = |place: u64| usize::try_from(place).unwrap_or(usize::MAX).min(bytes.len());
        Ok(Cow::Borrowed(&bytes[place(range.start)..place(range.end)]))
    }
}

/// A file opened for reading. If another file replaces it under its name, this stays the old one.
#[derive(Debug)]
pub struct OnDisk {
    path: PathBuf,
    file: File,
}

/// Distinguishes a file from another of the same name, and from itself before a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Identity {
    file: Option<(u64, u64)>,
    size: u64,
    modified: Option<SystemTime>,
}

impl OnDisk {
    /// Opens a file; `None` if it does not exist.
    ///
    /// # Errors
    /// The system's error.
    pub fn open(path: &Path) -> Result<Option<Self>, ContainerError> {
        match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            file => Ok(Some(Self { path: path.to_owned(), file: file.map_err(ContainerError::system(path))? })),
        }
    }

    pub(crate) fn identity(&self) -> Result<Identity, ContainerError> {
        let metadata = self.metadata()?;
        #[cfg(unix)]
        let file = {
            use std::os::unix::fs::MetadataExt;
            Some((metadata.dev(), metadata.ino()))
        };
        #[cfg(not(unix))]
        let file = None;
        Ok(Identity { file, size: metadata.len(), modified: metadata.modified().ok() })
    }

    fn metadata(&self) -> Result<Metadata, ContainerError> {
        self.file.metadata().map_err(ContainerError::system(&self.path))
    }

    fn read_at(&self, bytes: &mut [u8], place: u64) -> io::Result<usize> {
        #[cfg(unix)]
        return std::os::unix::fs::FileExt::read_at(&self.file, bytes, place);
        #[cfg(windows)]
        return std::os::windows::fs::FileExt::seek_read(&self.file, bytes, place);
    }
}

impl Source for OnDisk {
    fn size(&self) -> Result<u64, ContainerError> {
        Ok(self.metadata()?.len())
    }

    fn bytes(&self, range: Range<u64>) -> Result<Cow<'_, [u8]>, ContainerError> {
        let mut bytes = vec![0; (range.end - range.start) as usize];
        let mut read = 0;
        while read < bytes.len() {
            match self.read_at(&mut bytes[read..], range.start + read as u64) {
                Ok(0) => break,
                Ok(more) => read += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(ContainerError::system(&self.path)(error)),
            }
        }
        bytes.truncate(read);
        Ok(Cow::Owned(bytes))
    }
}

/// Reads the parts of a file.
#[derive(Debug, Clone)]
pub struct Reader<S> {
    source: S,
    part_length: usize,
    length: u64,
    parts: Vec<Part>,
}

/// Where the compressed bytes of a part end, and their checksum.
#[derive(Debug, Clone, Copy)]
struct Part {
    end: u64,
    sum: u64,
}

impl<S: Source> Reader<S> {
    /// Checks the header and the table, and that the content is what is expected.
    ///
    /// # Errors
    /// What was expected and what was found, if the file is damaged, foreign, of another version or of other content.
    pub fn new(source: S, label: &str, length: u64) -> Result<Self, ContainerError> {
        let size = source.size()?;
        let header = source.bytes(0..HEADER as u64)?.into_owned();
        check_magic(&header)?;
        let version = number(&header[8..12]) as u32;
        if version != VERSION {
            return Err(ContainerError::Version { expected: VERSION, found: version });
        }
        let part_length = (number(&header[12..16]) as usize).max(1);
        let found_length = number(&header[16..24]);
        let table_length = found_length.div_ceil(part_length as u64).saturating_mul(TABLE_ENTRY as u64);
        let table_end = table_length.saturating_add(HEADER as u64);
        let short = |found| ContainerError::Length { what: "header and table", expected: table_end, found };
        if table_end > size {
            return Err(short(size));
        }
        let table = source.bytes(HEADER as u64..table_end)?;
        if table.len() as u64 != table_length {
            return Err(short((HEADER + table.len()) as u64));
        }
        check_sum("header", number(&header[88..96]), checksum(checksum(0, &header[..88]), &table))?;
        let found = self::label(&header);
        if found != label {
            return Err(ContainerError::Label { expected: label.to_owned(), found });
        }
        check_length("content", length, found_length)?;
        let (entries, _) = table.as_chunks::<TABLE_ENTRY>();
        let parts: Vec<Part> =
            entries.iter().map(|entry| Part { end: number(&entry[..8]), sum: number(&entry[8..]) }).collect();
        drop(table);
        check_length("file", parts.last().map_or(HEADER as u64, |part| part.end), size)?;
        Ok(Self { part_length, length, parts, source })
    }

    /// How many parts there are.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// How many bytes the content has.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// The size of the whole file in bytes.
    pub fn size(&self) -> u64 {
        self.parts.last().map_or(HEADER as u64, |part| part.end)
    }

    /// The length in bytes of every part except the last.
    pub fn part_length(&self) -> usize {
        self.part_length
    }

    /// Appends the content of a part to `content`.
    ///
    /// # Errors
    /// That the part is damaged, or was truncated since the file was opened.
    ///
    /// # Panics
    /// If there is no such part.
    pub fn read_part(&self, part: usize, content: &mut Vec<u8>) -> Result<(), ContainerError> {
        assert!(part < self.parts(), "part {part} of {}", self.parts());
        let Part { end, sum } = self.parts[part];
        let start = match part.checked_sub(1) {
            Some(before) => self.parts[before].end,
            None => (HEADER + self.parts() * TABLE_ENTRY) as u64,
        };
        let (first, last) = (start.min(end).min(self.size()), end.min(self.size()));
        let compressed = self.source.bytes(first..last)?;
        check_length("file", end, start + compressed.len() as u64)?;
        check_sum(&format!("part {part}"), sum, checksum(0, &compressed))?;
        let length = (self.length - part as u64 * self.part_length as u64).min(self.part_length as u64);
        // The checksum was right, so these are the bytes that were written; a failure here is still an error, not a wrong value.
        let bytes = zstd::bulk::decompress(&compressed, length as usize).unwrap_or_default();
        check_length("a part", length, bytes.len() as u64)?;
        content.extend_from_slice(&bytes);
        Ok(())
    }

    /// Reads every part.
    ///
    /// # Errors
    /// The first damage found, or that `stop` was set.
    pub fn verify(&self, stop: &AtomicBool) -> Result<(), ContainerError>
    where
        S: Sync,
    {
        (0..self.parts()).into_par_iter().try_for_each_init(Vec::new, |content, part| {
            if stop.load(Ordering::Relaxed) {
                return Err(ContainerError::Stopped);
            }
            content.clear();
            self.read_part(part, content)
        })
    }
}

/// The label of a file, and the length of its content; only its first bytes are checked.
///
/// # Errors
/// That it is not one of our files, or too short.
pub fn label_and_length(file: &[u8]) -> Result<(String, u64), ContainerError> {
    check_magic(file)?;
    Ok((label(file), number(&file[16..24])))
}

fn check_magic(file: &[u8]) -> Result<(), ContainerError> {
    let magic = &file[..file.len().min(MAGIC.len())];
    if magic != MAGIC {
        return Err(ContainerError::Foreign { expected: MAGIC, found: magic.to_owned() });
    }
    check_length("header", HEADER as u64, file.len().min(HEADER) as u64)
}

fn label(file: &[u8]) -> String {
    String::from_utf8_lossy(&file[24..24 + LABEL_LENGTH]).trim_end_matches('\0').to_owned()
}

/// A little-endian number of up to eight bytes.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

fn check_length(what: &'static str, expected: u64, found: u64) -> Result<(), ContainerError> {
    if expected == found { Ok(()) } else { Err(ContainerError::Length { what, expected, found }) }
}

fn check_sum(what: &str, expected: u64, found: u64) -> Result<(), ContainerError> {
    if expected == found { Ok(()) } else { Err(ContainerError::Checksum { what: what.to_owned(), expected, found }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    static NEVER: AtomicBool = AtomicBool::new(false);

    fn byte_at(place: u64) -> u8 {
        ((place * place) >> 5) as u8
    }

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("zwick-container-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn written(name: &str, length: u64) -> Vec<u8> {
        let folder = folder(name);
        let path = folder.join("file");
        let layout = Layout { label: "some bytes", part_length: 1000, length };
        let fill = |range: Range<u64>, content: &mut Vec<u8>| content.extend(range.map(byte_at));
        let size = write(&path, &layout, 3, fill, &NEVER).unwrap();
        let bytes = fs::read(&path).unwrap();
        assert_eq!(bytes.len() as u64, size);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "no other file is left");
        fs::remove_dir_all(&folder).unwrap();
        bytes
    }

    #[test]
    fn what_is_written_is_read_back_part_by_part() {
        for length in [0, 1, 999, 1000, 1001, 12_345] {
            let reader = Reader::new(written("back", length), "some bytes", length).unwrap();
            reader.verify(&NEVER).unwrap();
            for part in 0..reader.parts() {
                let mut content = Vec::new();
                reader.read_part(part, &mut content).unwrap();
                let start = 1000 * part as u64;
                assert!(content.iter().enumerate().all(|(i, &byte)| byte == byte_at(start + i as u64)));
            }
        }
    }

    #[test]
    fn every_changed_byte_and_every_cut_is_an_error() {
        let whole = written("damage", 3500);
        let is_good =
            |bytes: &[u8]| Reader::new(bytes, "some bytes", 3500).and_then(|reader| reader.verify(&NEVER)).is_ok();
        assert!(is_good(&whole));
        for place in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[place] ^= 1 << (place % 8);
            assert!(!is_good(&damaged), "byte {place}");
            assert!(!is_good(&whole[..place]), "cut at {place}");
        }
    }

    #[test]
    fn errors_say_what_was_expected_and_found() {
        let whole = written("errors", 100);
        let error = |bytes: &[u8], label: &str, length| Reader::new(bytes, label, length).unwrap_err().to_string();
        assert!(error(b"PNG", "some bytes", 100).starts_with("not a table file"));
        assert_eq!(error(&whole, "others", 100), "the file holds \"some bytes\", expected \"others\"");
        assert_eq!(
            error(&whole, "some bytes", 99),
            "damaged file: 100 bytes of content, expected 99; delete it and build it again"
        );
        let mut newer = whole.clone();
        newer[8] = 2;
        assert_eq!(error(&newer, "some bytes", 100), "file format 2, expected 1: use a newer program");
    }

    /// If an open file is truncated, changed or replaced, reading what is lost is an error, never a signal that kills the process.
    #[test]
    fn an_open_file_may_be_cut_changed_and_replaced() {
        let folder = folder("cut");
        let path = folder.join("file");
        let whole = written("cut-source", 3500);
        let open = || {
            fs::write(&path, &whole).unwrap();
            Reader::new(OnDisk::open(&path).unwrap().unwrap(), "some bytes", 3500).unwrap()
        };
        let read = |reader: &Reader<OnDisk>, part| reader.read_part(part, &mut Vec::new());

        let reader = open();
        let cut = File::options().write(true).open(&path).unwrap();
        cut.set_len(whole.len() as u64 - 1).unwrap();
        read(&reader, 0).unwrap();
        let error = read(&reader, 3).unwrap_err().to_string();
        let (found, expected) = (whole.len() - 1, whole.len());
        let told = format!("damaged file: {found} bytes of file, expected {expected}; delete it and build it again");
        assert_eq!(error, told);
        cut.set_len(0).unwrap();
        assert!(matches!(read(&reader, 0), Err(ContainerError::Length { found, .. }) if found > 0));

        let reader = open();
        let mut changed = whole.clone();
        *changed.last_mut().unwrap() ^= 1;
        fs::write(&path, &changed).unwrap();
        read(&reader, 0).unwrap();
        assert!(matches!(read(&reader, 3), Err(ContainerError::Checksum { .. })));

        let reader = open();
        fs::write(folder.join("other"), b"another file").unwrap();
        fs::rename(folder.join("other"), &path).unwrap();
        reader.verify(&NEVER).unwrap();
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_stopped_or_failed_write_leaves_the_old_file() {
        let folder = folder("stop");
        let path = folder.join("file");
        let layout = Layout { label: "x", part_length: 10, length: 100 };
        let fill = |range: Range<u64>, content: &mut Vec<u8>| content.extend(range.map(byte_at));
        write(&path, &layout, 3, fill, &NEVER).unwrap();
        let before = fs::read(&path).unwrap();
        let stopped = write(&path, &layout, 3, |_, _| (), &AtomicBool::new(true));
        assert!(matches!(stopped, Err(ContainerError::Stopped)));
        assert_eq!(fs::read(&path).unwrap(), before);
        fs::write(folder.join("file.7.unfinished"), b"half").unwrap();
        remove_unfinished(&folder).unwrap();
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }
}
