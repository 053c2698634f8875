//! Machine instructions that the tables depend on, each with a portable fallback.
//!
//! `gather` and `scatter` are `pext` and `pdep` of BMI2, the wide ones for 64 bits; `equal_mask` is a 32-byte compare of AVX2. Without
//! those instructions (or below `-C target-cpu`) plain loops give the same results, more slowly.
#![allow(unsafe_code)]

/// The bits of `value` at the ones of `mask`, moved together at the low end.
#[inline(always)]
pub(crate) fn gather(value: u32, mask: u32) -> u32 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    // SAFETY: `cfg` guarantees the instruction. 1 instruction instead of a loop over the ones of `mask`.
    unsafe {
        core::arch::x86_64::_pext_u32(value, mask)
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    {
        gather_portable(value.into(), mask.into()) as u32
    }
}

/// The low bits of `value`, spread to the ones of `mask`: the inverse of [`gather`].
#[inline(always)]
pub(crate) fn scatter(value: u32, mask: u32) -> u32 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    // SAFETY: `cfg` guarantees the instruction. 1 instruction instead of a loop over the ones of `mask`.
    unsafe {
        core::arch::x86_64::_pdep_u32(value, mask)
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    {
        scatter_portable(value.into(), mask.into()) as u32
    }
}

/// The same as [`gather`] for 64 bits.
#[inline(always)]
pub(crate) fn gather_wide(value: u64, mask: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    // SAFETY: `cfg` guarantees the instruction. 1 instruction instead of a loop over the ones of `mask`.
    unsafe {
        core::arch::x86_64::_pext_u64(value, mask)
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    gather_portable(value, mask)
}

/// The same as [`scatter`] for 64 bits.
#[inline(always)]
pub(crate) fn scatter_wide(value: u64, mask: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    // SAFETY: `cfg` guarantees the instruction. 1 instruction instead of a loop over the ones of `mask`.
    unsafe {
        core::arch::x86_64::_pdep_u64(value, mask)
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    scatter_portable(value, mask)
}

/// Which of 32 bytes equal `wanted`, the first byte in the lowest bit.
#[inline(always)]
pub(crate) fn equal_mask(bytes: &[u8; 32], wanted: u8) -> u32 {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    // SAFETY: `cfg` guarantees the instructions, and the unaligned load reads exactly the 32 bytes of `bytes`.
    // 3 instructions instead of about 100.
    unsafe {
        use core::arch::x86_64::*;
        let lanes = _mm256_loadu_si256(bytes.as_ptr().cast());
        _mm256_movemask_epi8(_mm256_cmpeq_epi8(lanes, _mm256_set1_epi8(wanted as i8))) as u32
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
    equal_mask_portable(bytes, wanted)
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
fn gather_portable(value: u64, mut mask: u64) -> u64 {
    let (mut result, mut place) = (0, 1);
    while mask != 0 {
        if value & mask & mask.wrapping_neg() != 0 {
            result |= place;
        }
        place <<= 1;
        mask &= mask - 1;
    }
    result
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
fn scatter_portable(mut value: u64, mut mask: u64) -> u64 {
    let mut result = 0;
    while mask != 0 {
        if value & 1 != 0 {
            result |= mask & mask.wrapping_neg();
        }
        value >>= 1;
        mask &= mask - 1;
    }
    result
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "avx2"))))]
fn equal_mask_portable(bytes: &[u8; 32], wanted: u8) -> u32 {
    (0..32).fold(0, |mask, i| mask | u32::from(bytes[i] == wanted) << i)
}

/// The positions of the ones in `set`, lowest first.
#[inline]
pub(crate) fn ones(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let place = set.trailing_zeros();
            set &= set - 1;
            place
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_instructions_equal_their_portable_twins() {
        let mut state = 1u64;
        let mut random = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 32) as u32
        };
        for _ in 0..10_000 {
            let (value, mask) = (random(), random());
            assert_eq!(u64::from(gather(value, mask)), gather_portable(value.into(), mask.into()));
            assert_eq!(u64::from(scatter(value, mask)), scatter_portable(value.into(), mask.into()));
            let [wide, wide_mask] = [value, mask].map(|low| u64::from(low) | u64::from(random()) << 32);
            assert_eq!(gather_wide(wide, wide_mask), gather_portable(wide, wide_mask));
            assert_eq!(scatter_wide(wide, wide_mask), scatter_portable(wide, wide_mask));
            assert_eq!(gather(scatter(value, mask), mask), value & ((1u64 << mask.count_ones()) - 1) as u32);
            let bytes: [u8; 32] = std::array::from_fn(|_| (random() % 4) as u8);
            assert_eq!(equal_mask(&bytes, 2), equal_mask_portable(&bytes, 2));
        }
    }

    #[test]
    fn ones_come_lowest_first() {
        assert_eq!(ones(0b1010_0001).collect::<Vec<_>>(), [0, 5, 7]);
    }
}
