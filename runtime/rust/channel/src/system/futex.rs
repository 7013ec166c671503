//! Sleeping until a word of shared memory changes.

use std::io;
use std::sync::atomic::AtomicU32;
use std::time::Duration;

/// Sleeps while the word has a value, at most for some time. Returns false if that time is over. It may return earlier for no reason.
pub fn sleep(word: &AtomicU32, value: u32, most: Duration) -> bool {
    let time = libc::timespec { tv_sec: most.as_secs() as _, tv_nsec: most.subsec_nanos() as _ };
    let none = std::ptr::null::<u32>();
    // SAFETY: the word and the time are valid for the time of the call; whatever the result is, the caller looks at the word.
    let result =
        unsafe { libc::syscall(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAIT, value, &raw const time, none, 0) };
    result == 0 || io::Error::last_os_error().raw_os_error() != Some(libc::ETIMEDOUT)
}

/// Wakes everyone who sleeps on the word.
pub fn wake(word: &AtomicU32) {
    // SAFETY: the word is valid for the time of the call, which does not change it.
    unsafe { libc::syscall(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAKE, i32::MAX) };
}
