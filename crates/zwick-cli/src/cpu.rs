//! Whether this CPU has the instructions that the program was built for. Without them it would end at the first one, and say nothing.
//!
//! What runs before the answer is known must not use them itself: so nothing here copies more than a few numbers.

use std::io::Write;
use std::process::ExitCode;

/// Says what is missing, and how to do without; nothing if nothing is.
pub(crate) fn refuse() -> Option<ExitCode> {
    let missing = missing()?;
    let _ = std::io::stderr().write_all(b"error: this program was built for newer CPUs, this one has no ");
    let _ = std::io::stderr().write_all(missing.as_bytes());
    let _ = std::io::stderr()
        .write_all(b"; to build one for any CPU, run RUSTFLAGS=\"-C target-cpu=x86-64\" cargo build --release\n");
    Some(ExitCode::FAILURE)
}

/// What x86-64-v3 has, the program was built for, and this CPU lacks. The standard library does not ask the CPU about what it was told at
/// build time.
#[cfg(target_arch = "x86_64")]
fn missing() -> Option<&'static str> {
    use std::arch::x86_64::{__cpuid, __cpuid_count};
    let most = __cpuid(0).eax;
    let basic = if most >= 1 { __cpuid(1).ecx } else { 0 };
    let more = if most >= 7 { __cpuid_count(7, 0).ebx } else { 0 };
    let lacks = |is_used: bool, register: u32, bit: u32| is_used && register >> bit & 1 == 0;
    if lacks(cfg!(target_feature = "popcnt"), basic, 23) {
        Some("POPCNT")
    } else if lacks(cfg!(target_feature = "avx"), basic, 28) {
        Some("AVX")
    } else if lacks(cfg!(target_feature = "fma"), basic, 12) {
        Some("FMA")
    } else if lacks(cfg!(target_feature = "avx2"), more, 5) {
        Some("AVX2")
    } else if lacks(cfg!(target_feature = "bmi1"), more, 3) || lacks(cfg!(target_feature = "bmi2"), more, 8) {
        Some("BMI")
    } else {
        None
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn missing() -> Option<&'static str> {
    None
}
