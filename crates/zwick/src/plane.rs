//! Large zero-initialised byte arrays.
//!
//! They are allocated directly from the system, with huge pages if available: entries are visited in random order, and each access would
//! otherwise miss the TLB too.

use std::io;
use std::ops::{Deref, DerefMut};

use memmap2::MmapMut;

/// A large array of bytes, zero until written.
#[derive(Debug)]
pub(crate) struct Plane(Option<MmapMut>);

impl Plane {
    /// `length` zeros.
    pub(crate) fn zeroed(length: usize) -> io::Result<Self> {
        if length == 0 {
            return Ok(Self(None));
        }
        let memory = MmapMut::map_anon(length)?;
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage); // only a hint: without huge pages everything works, more slowly
        Ok(Self(Some(memory)))
    }
}

impl Deref for Plane {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.0.as_deref().unwrap_or_default()
    }
}

impl DerefMut for Plane {
    fn deref_mut(&mut self) -> &mut [u8] {
        self.0.as_deref_mut().unwrap_or_default()
    }
}
