//! What the system offers to channels, in functions that are safe to call.
#![expect(unsafe_code, reason = "calls of the system's interface")]

pub mod file;
pub mod futex;
pub mod map;
pub mod socket;
pub mod trusted;

use std::io;

/// Turns the result of a call into an error if it is negative.
fn checked(result: libc::c_int) -> io::Result<libc::c_int> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

/// Repeats a call while signals interrupt it.
fn repeated(mut call: impl FnMut() -> libc::c_int) -> io::Result<libc::c_int> {
    loop {
        match checked(call()) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}
