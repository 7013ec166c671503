//! Files of shared memory, their seals, and the locks that tell whether a process lives.

use super::{checked, repeated};
use std::ffi::CString;
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// Seals that a channel without a name has: nobody can cut off memory that others have mapped.
const SEALS: libc::c_int = libc::F_SEAL_SHRINK | libc::F_SEAL_GROW | libc::F_SEAL_SEAL;

/// Makes memory without a name.
pub fn anonymous(size: u64) -> io::Result<File> {
    let name = c"polywire-channel";
    // SAFETY: `name` is a text that ends with 0.
    let descriptor =
        checked(unsafe { libc::memfd_create(name.as_ptr(), libc::MFD_CLOEXEC | libc::MFD_ALLOW_SEALING) })?;
    // SAFETY: the descriptor is new, and nothing else owns it.
    let file = unsafe { File::from_raw_fd(descriptor) };
    allocate(&file, size)?;
    Ok(file)
}

/// Gives a file its size and its memory, so that no write faults because memory is short.
fn allocate(file: &File, size: u64) -> io::Result<()> {
    let size = libc::off_t::try_from(size).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
    // SAFETY: the descriptor is open.
    repeated(|| unsafe { libc::fallocate(file.as_raw_fd(), 0, 0, size) }).map(drop)
}

/// Fixes the size of such memory.
pub fn seal(file: &File) -> io::Result<()> {
    // SAFETY: the descriptor is open, and the argument is a number.
    checked(unsafe { libc::fcntl(file.as_raw_fd(), libc::F_ADD_SEALS, SEALS) }).map(drop)
}

/// Returns true if the size of a file can never change.
pub fn is_sealed(file: &File) -> bool {
    // SAFETY: the descriptor is open.
    let seals = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_GET_SEALS) };
    seals >= 0 && seals & libc::F_SEAL_SHRINK != 0
}

/// Makes a file in a folder, without a name so far.
pub fn nameless(folder: &Path, size: u64) -> io::Result<File> {
    let folder = text(folder)?;
    let flags = libc::O_TMPFILE | libc::O_RDWR | libc::O_CLOEXEC;
    let mode: libc::mode_t = 0o600;
    // SAFETY: `folder` is a text that ends with 0, and the mode is passed because of O_TMPFILE.
    let descriptor = repeated(|| unsafe { libc::open(folder.as_ptr(), flags, mode) })?;
    // SAFETY: the descriptor is new, and nothing else owns it.
    let file = unsafe { File::from_raw_fd(descriptor) };
    allocate(&file, size)?;
    Ok(file)
}

/// Gives such a file its name, unless there is a file of this name.
pub fn link(file: &File, path: &Path) -> io::Result<()> {
    let from = text(&opened(file))?;
    let to = text(path)?;
    let here = libc::AT_FDCWD;
    // SAFETY: both are texts that end with 0.
    checked(unsafe { libc::linkat(here, from.as_ptr(), here, to.as_ptr(), libc::AT_SYMLINK_FOLLOW) }).map(drop)
}

/// Opens a file again, so that it has locks of its own.
pub fn reopen(file: &File) -> io::Result<File> {
    File::options().read(true).write(true).open(opened(file))
}

fn opened(file: &File) -> std::path::PathBuf {
    format!("/proc/self/fd/{}", file.as_raw_fd()).into()
}

fn text(path: &Path) -> io::Result<CString> {
    Ok(CString::new(path.as_os_str().as_bytes())?)
}

/// Locks a byte of the file for this opening of it. Returns false if another opening holds it. The system releases the lock when the
/// last descriptor of the opening is closed, whichever way the process ends.
pub fn lock(file: &File, byte: u64) -> io::Result<bool> {
    let lock = of_byte(byte);
    // SAFETY: the descriptor is open, and `lock` is a valid lock for the time of the call.
    match checked(unsafe { libc::fcntl(file.as_raw_fd(), libc::F_OFD_SETLK, &raw const lock) }) {
        Ok(_) => Ok(true),
        Err(error) if matches!(error.raw_os_error(), Some(libc::EAGAIN | libc::EACCES)) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Unlocks a byte. Closing the file may not be enough: a process that is being started has it open for a moment, too.
pub fn unlock(file: &File, byte: u64) {
    let mut lock = of_byte(byte);
    lock.l_type = libc::F_UNLCK as libc::c_short;
    // SAFETY: the descriptor is open, and `lock` is a valid lock for the time of the call.
    unsafe { libc::fcntl(file.as_raw_fd(), libc::F_OFD_SETLK, &raw const lock) };
}

/// Returns true if another opening of the file has locked the byte.
pub fn is_locked(file: &File, byte: u64) -> io::Result<bool> {
    let mut lock = of_byte(byte);
    // SAFETY: the descriptor is open, and `lock` is a valid lock that the call may change.
    checked(unsafe { libc::fcntl(file.as_raw_fd(), libc::F_OFD_GETLK, &raw mut lock) })?;
    Ok(i32::from(lock.l_type) != libc::F_UNLCK)
}

fn of_byte(byte: u64) -> libc::flock {
    // SAFETY: a lock consists of numbers, for which zeros are valid; the process must be 0 for locks of openings.
    let mut lock: libc::flock = unsafe { std::mem::zeroed() };
    lock.l_type = libc::F_WRLCK as libc::c_short;
    lock.l_whence = libc::SEEK_SET as libc::c_short;
    lock.l_start = byte as libc::off_t;
    lock.l_len = 1;
    lock
}

/// Makes a counter that is readable while it is not 0.
pub fn event() -> io::Result<File> {
    // SAFETY: it has no preconditions.
    let descriptor = checked(unsafe { libc::eventfd(0, libc::EFD_CLOEXEC | libc::EFD_NONBLOCK) })?;
    // SAFETY: the descriptor is new, and nothing else owns it.
    Ok(unsafe { File::from_raw_fd(descriptor) })
}

/// Returns the user of this process.
pub fn user() -> u32 {
    // SAFETY: it has no preconditions.
    unsafe { libc::geteuid() }
}
