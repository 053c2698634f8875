//! Large arrays of bytes that start as zeros.
//!
//! They come straight from the system, with huge pages where it has them: entries are visited in no useful order, and each would
//! otherwise miss the address cache too.

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
        let _ = memory.advise(memmap2::Advice::HugePage); // a wish: without huge pages all is right, only slower
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
