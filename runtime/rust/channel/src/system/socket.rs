//! Open files that are handed over through Unix sockets.

use super::repeated;
use std::fs::File;
use std::io;
use std::mem::{size_of, zeroed};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::net::UnixStream;

/// A buffer for one control message with one descriptor, aligned as its header must be.
#[repr(C)]
union Control {
    bytes: [u8; 64],
    _header: libc::cmsghdr,
}

/// Sends a byte and an open file.
pub fn pass(socket: &UnixStream, file: &File) -> io::Result<()> {
    let mut byte = [b'P'];
    let mut control = Control { bytes: [0; 64] };
    let mut part = libc::iovec { iov_base: byte.as_mut_ptr().cast(), iov_len: 1 };
    // SAFETY: a message consists of numbers and pointers, for which zeros are valid.
    let mut message: libc::msghdr = unsafe { zeroed() };
    message.msg_iov = &raw mut part;
    message.msg_iovlen = 1;
    message.msg_control = (&raw mut control).cast();
    let size = size_of::<libc::c_int>() as u32;
    // SAFETY: the buffer has room for a header and a descriptor, so that there is a first header and its data are inside.
    unsafe {
        message.msg_controllen = libc::CMSG_SPACE(size) as _;
        let header = libc::CMSG_FIRSTHDR(&raw const message);
        (*header).cmsg_level = libc::SOL_SOCKET;
        (*header).cmsg_type = libc::SCM_RIGHTS;
        (*header).cmsg_len = libc::CMSG_LEN(size) as _;
        libc::CMSG_DATA(header).cast::<libc::c_int>().write_unaligned(file.as_raw_fd());
    }
    // SAFETY: the socket is open, and all parts of the message live as long as the call.
    repeated(|| unsafe { libc::sendmsg(socket.as_raw_fd(), &raw const message, libc::MSG_NOSIGNAL) as libc::c_int })
        .map(drop)
}

/// Receives a byte and an open file. More files than one do not fit, and are closed by the system.
pub fn take(socket: &UnixStream) -> io::Result<File> {
    let mut byte = [0_u8];
    let mut control = Control { bytes: [0; 64] };
    let mut part = libc::iovec { iov_base: byte.as_mut_ptr().cast(), iov_len: 1 };
    // SAFETY: as above.
    let mut message: libc::msghdr = unsafe { zeroed() };
    message.msg_iov = &raw mut part;
    message.msg_iovlen = 1;
    message.msg_control = (&raw mut control).cast();
    // SAFETY: it computes a number.
    message.msg_controllen = unsafe { libc::CMSG_LEN(size_of::<libc::c_int>() as u32) } as _;
    // SAFETY: the socket is open, and all parts of the message live as long as the call.
    let received = repeated(|| unsafe {
        libc::recvmsg(socket.as_raw_fd(), &raw mut message, libc::MSG_CMSG_CLOEXEC) as libc::c_int
    })?;
    if received == 0 {
        return Err(io::Error::from(io::ErrorKind::UnexpectedEof));
    }
    descriptor(&message).ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "the message holds no open file"))
}

fn descriptor(message: &libc::msghdr) -> Option<File> {
    // SAFETY: the system has filled in the message, and `msg_controllen` says how much of the buffer is valid.
    unsafe {
        let header = libc::CMSG_FIRSTHDR(message);
        let expected = libc::CMSG_LEN(size_of::<libc::c_int>() as u32) as usize;
        if header.is_null()
            || (*header).cmsg_level != libc::SOL_SOCKET
            || (*header).cmsg_type != libc::SCM_RIGHTS
            || (*header).cmsg_len as usize != expected
        {
            return None;
        }
        let descriptor = libc::CMSG_DATA(header).cast::<libc::c_int>().read_unaligned();
        // The descriptor is new, and nothing else owns it.
        Some(File::from(OwnedFd::from_raw_fd(descriptor)))
    }
}
