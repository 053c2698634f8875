//! How the C library reserves memory for threads.

/// Keeps the C library from reserving 64 MB of address space for each thread that allocates. A server in a small container or under `ulimit
/// -v` has little address space, and a table that cannot be allocated ends the program; two arenas are enough for a server.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) fn use_few_arenas() {
    const ARENAS: libc::c_int = 2;
    // SAFETY: mallopt only sets a number inside the allocator, and may be called at any time.
    #[allow(unsafe_code, reason = "the standard library has no such setting")]
    let was_set = unsafe { libc::mallopt(libc::M_ARENA_MAX, ARENAS) };
    if was_set == 0 {
        tracing::warn!("cannot limit the address space that threads reserve");
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn use_few_arenas() {}
