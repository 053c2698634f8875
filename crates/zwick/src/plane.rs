//! Large zero-initialised arrays, of bytes or of words that threads share.
//!
//! They are allocated directly from the system, with huge pages if available: entries are visited in random order, and each access would
//! otherwise miss the TLB too.

#![allow(unsafe_code)]

use std::io;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::AtomicU64;

use memmap2::MmapMut;

/// A large array of bytes, zero until written.
#[derive(Debug)]
pub(crate) struct Plane(Option<MmapMut>);

impl Plane {
    /// `length` zeros.
    pub(crate) fn zeroed(length: usize) -> io::Result<Self> {
        Ok(Self(if length == 0 { None } else { Some(zeroed(length)?) }))
    }
}

fn zeroed(length: usize) -> io::Result<MmapMut> {
    let memory = MmapMut::map_anon(length)?;
    #[cfg(target_os = "linux")]
    let _ = memory.advise(memmap2::Advice::HugePage); // only a hint: without huge pages everything works, more slowly
    Ok(memory)
}

/// A large array of words that threads share, zero until written.
#[derive(Debug)]
pub(crate) struct SharedPlane(MmapMut);

impl SharedPlane {
    /// `length` zeros, at least one.
    pub(crate) fn zeroed(length: usize) -> io::Result<Self> {
        Ok(Self(zeroed(length.max(1) * size_of::<AtomicU64>())?))
    }

    /// Loads these words into the cache, before they are needed.
    #[inline(always)]
    pub(crate) fn prefetch(&self, index: usize) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let word: *const AtomicU64 = &self[index];
            // SAFETY: a prefetch reads nothing and faults on no address; this one is inside the array.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(word.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = index;
    }
}

impl Deref for SharedPlane {
    type Target = [AtomicU64];

    #[inline(always)]
    fn deref(&self) -> &[AtomicU64] {
        // SAFETY: the mapping is page-aligned, holds exactly this many words, lives as long as `self`, was zeroed by the system, and is only
        // ever read and written through these atomics.
        unsafe { std::slice::from_raw_parts(self.0.as_ptr().cast(), self.0.len() / size_of::<AtomicU64>()) }
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
