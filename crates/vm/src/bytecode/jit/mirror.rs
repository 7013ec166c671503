use crate::bytecode::run::Machine;
use crate::bytecode::span::Space;

/// Results of a function. Functions with more are left to the bytecode.
pub const VALUES: usize = 16;

/// Bytes that the output has room for after each helper that writes.
pub const SPARE: u32 = 64;

/// What machine code needs of a [`Machine`] that Rust keeps where it likes: where the memory of its vectors is.
#[repr(C)]
pub struct Mirror {
    /// The space that is read.
    pub space: *const u8,
    pub space_len: usize,
    /// As they stand in a span.
    pub space_bits: u64,
    pub input: *const u8,
    pub input_len: usize,
    /// The output; what is used of it counts bytes.
    pub out: Room,
    /// The arena; what is used of it counts slots.
    pub slots: Room,
    /// Guesses of the room for varint lengths, by measure.
    pub guesses: *mut u8,
    /// The stack must not grow below.
    pub stack_limit: usize,
    /// The instruction that failed.
    pub fault: u64,
    /// Results of functions and helpers.
    pub values: [u64; VALUES],
}

/// The memory of a vector.
#[repr(C)]
pub struct Room {
    pub start: *mut u8,
    pub used: usize,
    pub capacity: usize,
}

impl Mirror {
    /// Shows nothing yet.
    pub fn new() -> Self {
        Self {
            space: std::ptr::null(),
            space_len: 0,
            space_bits: 0,
            input: std::ptr::null(),
            input_len: 0,
            out: Room::NONE,
            slots: Room::NONE,
            guesses: std::ptr::null_mut(),
            stack_limit: 0,
            fault: 0,
            values: [0; VALUES],
        }
    }
}

impl Room {
    const NONE: Self = Self { start: std::ptr::null_mut(), used: 0, capacity: 0 };

    fn of<T>(vector: &mut Vec<T>) -> Self {
        Self { start: vector.as_mut_ptr().cast(), used: vector.len(), capacity: vector.capacity() }
    }
}

impl Machine<'_> {
    /// Tells machine code where everything is.
    pub fn see(&mut self) {
        (self.mirror.input, self.mirror.input_len) = (self.input.as_ptr(), self.input.len());
        self.mirror.out = Room::of(&mut self.out);
        self.mirror.guesses = self.buffers.room.as_mut_ptr();
        self.see_slots();
        self.see_space();
    }

    /// Tells machine code where the output is, which then has [`SPARE`] bytes of room.
    #[inline(always)]
    pub fn see_output(&mut self) {
        self.out.reserve(SPARE as usize);
        self.mirror.out = Room::of(&mut self.out);
    }

    /// Tells machine code where the arena's slots are.
    #[inline(always)]
    pub fn see_slots(&mut self) {
        self.mirror.slots = Room::of(self.arena.slots());
    }

    /// Tells machine code where the space is that is read.
    #[inline(always)]
    pub fn see_space(&mut self) {
        let space = self.space(self.reader.space);
        let (start, len) = (space.as_ptr(), space.len());
        (self.mirror.space, self.mirror.space_len) = (start, len);
        self.mirror.space_bits = (self.reader.space as u64) << Space::SHIFT;
    }

    /// The same of a space other than the input, which stays where it is.
    #[cold]
    #[inline(never)]
    pub fn see_moved_space(&mut self) {
        self.see_space();
    }

    /// Tells the machine how much machine code has written.
    ///
    /// # Safety
    /// So many bytes must have been written, within the capacity.
    #[inline(always)]
    pub unsafe fn settle_output(&mut self) {
        debug_assert!(self.mirror.out.used <= self.out.capacity());
        // SAFETY: The caller sees to it.
        unsafe { self.out.set_len(self.mirror.out.used) };
    }

    /// Tells the machine how many slots machine code has used.
    ///
    /// # Safety
    /// So many slots must have been written, within the capacity.
    #[inline(always)]
    pub unsafe fn settle_slots(&mut self) {
        let used = self.mirror.slots.used;
        let slots = self.arena.slots();
        debug_assert!(used <= slots.capacity());
        // SAFETY: The caller sees to it.
        unsafe { slots.set_len(used) };
    }

    /// Whether the window lies in the space that is read, as machine code takes for granted.
    #[inline(always)]
    pub fn is_inside(&self) -> bool {
        self.reader.pos <= self.reader.end && self.reader.end <= self.mirror.space_len
    }
}
