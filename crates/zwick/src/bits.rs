//! Machine instructions that the tables depend on, each with a portable fallback.
//!
//! `gather` and `scatter` are `pext` and `pdep` of BMI2, the wide ones for 64 bits; `equal_mask` is a 32-byte compare of AVX2. Below
//! `-C target-cpu=x86-64-v3`, and on other CPUs, plain loops give the same results, more slowly. Lines of 64 bytes go through AVX-512 where the
//! CPU has it: that is seen at run time, once for many lines.
#![allow(unsafe_code)]

/// A function of a value and a mask: one instruction of BMI2 instead of a loop over the ones of the mask.
macro_rules! by_mask {
    ($(#[$attribute:meta])* $name:ident: $word:ty, $instruction:ident, $portable:ident) => {
        $(#[$attribute])*
        #[inline(always)]
        pub(crate) fn $name(value: $word, mask: $word) -> $word {
            #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
            // SAFETY: `cfg` guarantees the instruction.
            unsafe {
                core::arch::x86_64::$instruction(value, mask)
            }
            #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
            {
                $portable(u64::from(value), u64::from(mask)) as $word
            }
        }
    };
}

by_mask! {
    /// The bits of `value` at the ones of `mask`, moved together at the low end.
    gather: u32, _pext_u32, gather_portable
}

by_mask! {
    /// The low bits of `value`, spread to the ones of `mask`: the inverse of [`gather`].
    scatter: u32, _pdep_u32, scatter_portable
}

by_mask! {
    /// The same as [`gather`] for 64 bits.
    gather_wide: u64, _pext_u64, gather_portable
}

by_mask! {
    /// The same as [`scatter`] for 64 bits.
    scatter_wide: u64, _pdep_u64, scatter_portable
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

/// What lines of 64 bytes go through, by the instructions that do it.
pub(crate) trait Lines {
    /// The bytes of a line at the ones of `mask`, moved together at the low end; zeros behind them.
    fn compress(line: &[u8; 64], mask: u64) -> [u8; 64];
    /// The low bytes of a line, spread to the ones of `mask`, zeros between them: the inverse of `compress`.
    fn expand(line: &[u8; 64], mask: u64) -> [u8; 64];
    /// The bytes of `other` at the ones of `mask`, those of `line` elsewhere.
    fn select(line: &[u8; 64], other: &[u8; 64], mask: u64) -> [u8; 64];
    /// Raises every byte of `best` to that of `line`.
    fn raise(best: &mut [u8; 64], line: &[u8; 64]);
}

/// Words of eight bytes, on every CPU.
pub(crate) enum Words {}

impl Lines for Words {
    #[inline(always)]
    fn compress(line: &[u8; 64], mask: u64) -> [u8; 64] {
        let mut found = [0; 72];
        let mut place = 0;
        for (word, bytes) in words(line, mask) {
            found[place..place + 8].copy_from_slice(&gather_wide(word, bytes).to_le_bytes());
            place += bytes.count_ones() as usize / 8;
        }
        *found.first_chunk().expect("72 is more than 64")
    }

    #[inline(always)]
    fn expand(line: &[u8; 64], mask: u64) -> [u8; 64] {
        let mut bytes = [0; 72];
        bytes[..64].copy_from_slice(line);
        let mut found = [0; 64];
        let mut place = 0;
        for (word, (_, wanted)) in found.as_chunks_mut().0.iter_mut().zip(words(line, mask)) {
            let next = u64::from_le_bytes(*bytes[place..].first_chunk().expect("at most 64 bytes are taken"));
            *word = scatter_wide(next, wanted).to_le_bytes();
            place += wanted.count_ones() as usize / 8;
        }
        found
    }

    #[inline(always)]
    fn select(line: &[u8; 64], other: &[u8; 64], mask: u64) -> [u8; 64] {
        std::array::from_fn(|place| if mask >> place & 1 == 0 { line[place] } else { other[place] })
    }

    #[inline(always)]
    fn raise(best: &mut [u8; 64], line: &[u8; 64]) {
        best.iter_mut().zip(line).for_each(|(best, byte)| *best = (*best).max(*byte));
    }
}

/// The words of a line, each with all ones in the bytes at the ones of `mask`.
#[inline(always)]
fn words(line: &[u8; 64], mask: u64) -> impl Iterator<Item = (u64, u64)> {
    let bytes = move |number| scatter_wide(mask >> (8 * number) & 255, 0x0101_0101_0101_0101) * 255;
    line.as_chunks().0.iter().enumerate().map(move |(number, word)| (u64::from_le_bytes(*word), bytes(number)))
}

/// Whole lines, by instructions of AVX-512: one instead of 8 of `gather_wide` with what puts their results together. Only for
/// functions that [`by_lines!`](by_lines) compiles for them.
#[cfg(target_arch = "x86_64")]
pub(crate) enum Wide {}

#[cfg(target_arch = "x86_64")]
impl Wide {
    /// Whether this CPU has them.
    #[inline]
    pub(crate) fn is_here() -> bool {
        is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
    }
}

#[cfg(target_arch = "x86_64")]
impl Lines for Wide {
    #[inline(always)]
    fn compress(line: &[u8; 64], mask: u64) -> [u8; 64] {
        use core::arch::x86_64::*;
        let mut found = [0; 64];
        // SAFETY: `by_lines!` has asked for the instructions, and the unaligned accesses touch exactly the 64 bytes of the two arrays.
        unsafe {
            let bytes = _mm512_maskz_compress_epi8(mask, _mm512_loadu_si512(line.as_ptr().cast()));
            _mm512_storeu_si512(found.as_mut_ptr().cast(), bytes);
        }
        found
    }

    #[inline(always)]
    fn expand(line: &[u8; 64], mask: u64) -> [u8; 64] {
        use core::arch::x86_64::*;
        let mut found = [0; 64];
        // SAFETY: as in `compress`.
        unsafe {
            let bytes = _mm512_maskz_expand_epi8(mask, _mm512_loadu_si512(line.as_ptr().cast()));
            _mm512_storeu_si512(found.as_mut_ptr().cast(), bytes);
        }
        found
    }

    #[inline(always)]
    fn select(line: &[u8; 64], other: &[u8; 64], mask: u64) -> [u8; 64] {
        use core::arch::x86_64::*;
        let mut found = [0; 64];
        // SAFETY: as in `compress`.
        unsafe {
            let line = _mm512_loadu_si512(line.as_ptr().cast());
            let bytes = _mm512_mask_blend_epi8(mask, line, _mm512_loadu_si512(other.as_ptr().cast()));
            _mm512_storeu_si512(found.as_mut_ptr().cast(), bytes);
        }
        found
    }

    #[inline(always)]
    fn raise(best: &mut [u8; 64], line: &[u8; 64]) {
        use core::arch::x86_64::*;
        // SAFETY: as in `compress`.
        unsafe {
            let old = _mm512_loadu_si512(best.as_ptr().cast());
            let bytes = _mm512_max_epu8(old, _mm512_loadu_si512(line.as_ptr().cast()));
            _mm512_storeu_si512(best.as_mut_ptr().cast(), bytes);
        }
    }
}

/// Makes functions of others that are generic over [`Lines`]: each is compiled twice, and the CPU decides at run time which one is called.
macro_rules! by_lines {
    ($(
        $(#[$attribute:meta])* $visibility:vis fn $name:ident($($argument:ident: $type:ty),* $(,)?) = $generic:ident;
    )*) => {$(
        $(#[$attribute])*
        #[allow(unsafe_code)]
        $visibility fn $name($($argument: $type),*) {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,bmi2,popcnt")]
                fn wide($($argument: $type),*) {
                    $generic::<$crate::bits::Wide>($($argument),*);
                }
                if $crate::bits::Wide::is_here() {
                    // SAFETY: the CPU has just been asked.
                    return unsafe { wide($($argument),*) };
                }
            }
            $generic::<$crate::bits::Words>($($argument),*);
        }
    )*};
}
pub(crate) use by_lines;

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
            let [line, other]: [[u8; 64]; 2] = std::array::from_fn(|_| std::array::from_fn(|_| random() as u8));
            check_lines::<Words>(&line, &other, wide);
            #[cfg(target_arch = "x86_64")]
            if Wide::is_here() {
                check_lines::<Wide>(&line, &other, wide);
            }
        }
    }

    fn check_lines<L: Lines>(line: &[u8; 64], other: &[u8; 64], mask: u64) {
        let is_chosen = |place: usize| mask >> place & 1 != 0;
        let chosen: Vec<u8> = (0..64).filter(|&place| is_chosen(place)).map(|place| line[place]).collect();
        let mut compressed = [0; 64];
        compressed[..chosen.len()].copy_from_slice(&chosen);
        assert_eq!(L::compress(line, mask), compressed);
        assert_eq!(
            L::select(line, other, mask),
            std::array::from_fn(|place| [line, other][usize::from(is_chosen(place))][place])
        );
        assert_eq!(L::expand(&compressed, mask), L::select(&[0; 64], line, mask));
        let mut best = *line;
        L::raise(&mut best, other);
        assert_eq!(best, std::array::from_fn(|place| line[place].max(other[place])));
    }

    #[test]
    fn ones_come_lowest_first() {
        assert_eq!(ones(0b1010_0001).collect::<Vec<_>>(), [0, 5, 7]);
    }
}
