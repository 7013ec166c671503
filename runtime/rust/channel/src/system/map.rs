//! Mapped memory that other processes change at any time.
//!
//! Bytes of it are never behind a reference: they are copied, or are atomic words.

use super::trusted::Trusted;
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::ptr::NonNull;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU32, AtomicU64};

/// What may be done with mapped memory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Access {
    Read,
    Write,
}

/// A part of a file in memory. A ring is mapped twice, the second time behind the first, so that each record is in one piece. Nothing
/// else is mapped within [`GUARD`] bytes of it.
pub struct Map {
    base: NonNull<u8>,
    reserved: usize,
    start: NonNull<u8>,
    length: usize,
    access: Access,
}

/// Bytes on both sides of a map that fault when they are touched: a multiple of every size of pages.
const GUARD: usize = 65_536;

// SAFETY: a map owns its memory, which every thread can read and write by the rules of its methods.
unsafe impl Send for Map {}
// SAFETY: shared methods use atomic words, and copies whose ranges the owner of a position answers for.
unsafe impl Sync for Map {}

impl Map {
    /// Maps a part of a file.
    pub fn once(file: &File, at: u64, length: u64, access: Access) -> io::Result<Self> {
        Self::new(file, at, length, access, 1)
    }

    /// Maps a ring.
    pub fn twice(file: &File, at: u64, length: u64, access: Access) -> io::Result<Self> {
        Self::new(file, at, length, access, 2)
    }

    fn new(file: &File, at: u64, length: u64, access: Access, times: usize) -> io::Result<Self> {
        let too_large = || io::Error::from(io::ErrorKind::OutOfMemory);
        let length = usize::try_from(length).map_err(|_| too_large())?;
        let whole = length.checked_mul(times).ok_or_else(too_large)?;
        let reserved = whole.checked_add(2 * GUARD).ok_or_else(too_large)?;
        let base = reserve(reserved)?;
        // SAFETY: the guard is inside of the reserved memory.
        let start = unsafe { base.add(GUARD) };
        // From here on, dropping the map releases the reserved memory.
        let map = Self { base, reserved, start, length: whole, access };
        for copy in 0..times {
            // SAFETY: each copy lies inside of the reserved memory, which nothing uses.
            unsafe { place(start.add(copy * length), file, at, length, access)? };
        }
        Ok(map)
    }

    /// Returns an atomic word. It may be in memory that is only for reading: loads are plain loads on all processors of 64 bits.
    pub fn u64(&self, at: u64) -> &AtomicU64 {
        // SAFETY: `word` has checked the place, the memory lives as long as the map, and is only used as atomic words.
        unsafe { AtomicU64::from_ptr(self.word(at, 8).cast().as_ptr()) }
    }

    /// Returns an atomic word.
    pub fn u32(&self, at: u64) -> &AtomicU32 {
        // SAFETY: as above.
        unsafe { AtomicU32::from_ptr(self.word(at, 4).cast().as_ptr()) }
    }

    /// Returns a place in the map.
    ///
    /// # Panics
    /// If the word would not be inside, or is not aligned. Places are constants, and positions that this process keeps.
    fn word(&self, at: u64, size: usize) -> NonNull<u8> {
        let at = at as usize;
        assert!(at % size == 0 && at < self.length && size <= self.length - at, "a word is outside of the map");
        // SAFETY: it is inside.
        unsafe { self.start.add(at) }
    }

    /// Copies bytes out of the map.
    ///
    /// # Panics
    /// If they are not inside.
    pub fn copy_out(&self, at: u64, length: usize, out: &mut Vec<u8>) {
        out.clear();
        out.reserve(length);
        let from = self.place(at, length);
        // SAFETY: the source is inside of the map and the target has this capacity; they cannot overlap, since nothing else owns
        // mapped memory. Another process may change the source meanwhile, so that any bytes are copied, which any bytes may be.
        unsafe {
            std::ptr::copy_nonoverlapping(from.as_ptr(), out.as_mut_ptr(), length);
            out.set_len(length);
        }
        forget_sources();
    }

    /// Copies bytes that another process may be overwriting: whole words from a place that is aligned, each loaded once.
    ///
    /// # Panics
    /// If they are not inside.
    pub fn copy_words_out(&self, at: u64, length: usize, out: &mut Vec<u8>) {
        const WORD: usize = size_of::<u64>();
        let words = length.div_ceil(WORD);
        let from = self.place(at, words * WORD);
        assert!(at % WORD as u64 == 0, "words are aligned");
        out.clear();
        out.reserve(words * WORD);
        for index in 0..words {
            // SAFETY: the source is an aligned word inside of the map, and is only used as an atomic word; the target has this
            // capacity.
            unsafe {
                let word = AtomicU64::from_ptr(from.as_ptr().add(index * WORD).cast()).load(Relaxed);
                out.as_mut_ptr().add(index * WORD).cast::<u64>().write_unaligned(word);
            }
        }
        // SAFETY: so many bytes were written.
        unsafe { out.set_len(length) };
    }

    /// Copies bytes into the map.
    ///
    /// # Panics
    /// If they do not fit, or the map is only for reading.
    pub fn copy_in(&self, at: u64, bytes: &[u8]) {
        assert!(self.access == Access::Write, "the map is only for reading");
        let to = self.place(at, bytes.len());
        // SAFETY: the target is inside of the map, and nothing else owns it.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), to.as_ptr(), bytes.len()) }
    }

    /// Lets a function read bytes in place.
    ///
    /// # Panics
    /// If they are not inside.
    pub fn read_in_place<T>(&self, _: Trusted, at: u64, length: usize, read: impl FnOnce(&[u8]) -> T) -> T {
        let from = self.place(at, length);
        // SAFETY: they are inside of the map, and whoever made the token answers for other processes. This one writes only through
        // other maps.
        read(unsafe { std::slice::from_raw_parts(from.as_ptr(), length) })
    }

    /// Lets a function write bytes in place.
    ///
    /// # Panics
    /// If they are not inside, or the map is only for reading.
    pub fn write_in_place<T>(&mut self, _: Trusted, at: u64, length: usize, write: impl FnOnce(&mut [u8]) -> T) -> T {
        assert!(self.access == Access::Write, "the map is only for reading");
        let to = self.place(at, length);
        // SAFETY: as above; the map is borrowed for the time of the call, so that there is no other reference.
        write(unsafe { std::slice::from_raw_parts_mut(to.as_ptr(), length) })
    }

    /// Returns the address of bytes in the map.
    ///
    /// # Panics
    /// If they are not inside.
    pub fn place(&self, at: u64, length: usize) -> NonNull<u8> {
        let at = usize::try_from(at).unwrap_or(usize::MAX);
        assert!(at <= self.length && length <= self.length - at, "bytes are outside of the map");
        // SAFETY: it is inside.
        unsafe { self.start.add(at) }
    }
}

impl Drop for Map {
    fn drop(&mut self) {
        // SAFETY: the memory was reserved by this map, and nothing refers to it any more.
        unsafe { libc::munmap(self.base.as_ptr().cast(), self.reserved) };
    }
}

/// Makes the compiler forget that a copy equals its source: bytes that were checked must not be loaded from there again.
fn forget_sources() {
    // SAFETY: no instruction; by default, the compiler assumes that all memory may have changed.
    unsafe { std::arch::asm!("", options(nostack, preserves_flags)) }
}

fn reserve(length: usize) -> io::Result<NonNull<u8>> {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    // SAFETY: the system chooses a free place.
    let address = unsafe { libc::mmap(std::ptr::null_mut(), length, libc::PROT_NONE, flags, -1, 0) };
    mapped(address)
}

/// Maps a part of a file at a place.
///
/// # Safety
/// The place is reserved memory that nothing uses.
unsafe fn place(at: NonNull<u8>, file: &File, offset: u64, length: usize, access: Access) -> io::Result<()> {
    let protection = match access {
        Access::Read => libc::PROT_READ,
        Access::Write => libc::PROT_READ | libc::PROT_WRITE,
    };
    // Without the last flag, the first message in each page would be slow.
    let flags = libc::MAP_SHARED | libc::MAP_FIXED | libc::MAP_POPULATE;
    // SAFETY: the caller answers for the place.
    let address =
        unsafe { libc::mmap(at.as_ptr().cast(), length, protection, flags, file.as_raw_fd(), offset as libc::off_t) };
    mapped(address).map(drop)
}

fn mapped(address: *mut libc::c_void) -> io::Result<NonNull<u8>> {
    if address == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    NonNull::new(address.cast()).ok_or_else(|| io::Error::from(io::ErrorKind::OutOfMemory))
}
