use crate::bytecode::run::Machine;
use crate::bytecode::span::Space;

/// Maximum number of a function's results. Functions with more are left to the bytecode.
pub const VALUES: usize = 16;

/// Spare bytes of the output after each helper that writes.
pub const SPARE: u32 = 64;

/// The state of a [`Machine`] that machine code accesses and whose layout Rust does not define: the memory of its
/// vectors.
#[repr(C)]
pub struct VmContext {
    /// The space being read.
    pub space: *const u8,
    pub space_len: usize,
    /// The bits of that space in a span.
    pub space_bits: u64,
    pub input: *const u8,
    pub input_len: usize,
    /// The output; `used` counts bytes.
    pub out: Memory,
    /// The arena; `used` counts slots.
    pub slots: Memory,
    /// Guesses of the size of varint lengths, by measure.
    pub guesses: *mut u8,
    /// The lower bound of the stack pointer.
    pub stack_limit: usize,
    /// The instruction that failed.
    pub fault: u64,
    /// Results of functions and helpers.
    pub values: [u64; VALUES],
}

/// The memory of a vector.
#[repr(C)]
pub struct Memory {
    pub start: *mut u8,
    pub used: usize,
    pub capacity: usize,
}

impl VmContext {
    /// A context without published state.
    pub fn new() -> Self {
        Self {
            space: std::ptr::null(),
            space_len: 0,
            space_bits: 0,
            input: std::ptr::null(),
            input_len: 0,
            out: Memory::NONE,
            slots: Memory::NONE,
            guesses: std::ptr::null_mut(),
            stack_limit: 0,
            fault: 0,
            values: [0; VALUES],
        }
    }
}

impl Memory {
    const NONE: Self = Self { start: std::ptr::null_mut(), used: 0, capacity: 0 };

    fn of<T>(vector: &mut Vec<T>) -> Self {
        Self { start: vector.as_mut_ptr().cast(), used: vector.len(), capacity: vector.capacity() }
    }
}

impl Machine<'_> {
    /// Publishes all pointers and sizes to machine code.
    pub fn publish(&mut self) {
        (self.vm_context.input, self.vm_context.input_len) = (self.input.as_ptr(), self.input.len());
        self.vm_context.out = Memory::of(&mut self.out);
        self.vm_context.guesses = self.buffers.length_guesses.as_mut_ptr();
        self.publish_slots();
        self.publish_space();
    }

    /// Publishes the output to machine code, with [`SPARE`] bytes of spare space.
    #[inline(always)]
    pub fn publish_output(&mut self) {
        self.out.reserve(SPARE as usize);
        self.vm_context.out = Memory::of(&mut self.out);
    }

    /// Publishes the arena's slots to machine code.
    #[inline(always)]
    pub fn publish_slots(&mut self) {
        self.vm_context.slots = Memory::of(self.arena.slots());
    }

    /// Publishes the space being read to machine code.
    #[inline(always)]
    pub fn publish_space(&mut self) {
        let space = self.space(self.reader.space);
        let (start, len) = (space.as_ptr(), space.len());
        (self.vm_context.space, self.vm_context.space_len) = (start, len);
        self.vm_context.space_bits = (self.reader.space as u64) << Space::SHIFT;
    }

    /// Publishes a space other than the input, which does not move.
    #[cold]
    #[inline(never)]
    pub fn publish_moved_space(&mut self) {
        self.publish_space();
    }

    /// Sets the output length to what machine code has written.
    ///
    /// # Safety
    /// This many bytes must have been written, within the capacity.
    #[inline(always)]
    pub unsafe fn settle_output(&mut self) {
        debug_assert!(self.vm_context.out.used <= self.out.capacity());
        // SAFETY: Guaranteed by the caller.
        unsafe { self.out.set_len(self.vm_context.out.used) };
    }

    /// Sets the number of slots to what machine code has used.
    ///
    /// # Safety
    /// This many slots must have been written, within the capacity.
    #[inline(always)]
    pub unsafe fn settle_slots(&mut self) {
        let used = self.vm_context.slots.used;
        let slots = self.arena.slots();
        debug_assert!(used <= slots.capacity());
        // SAFETY: Guaranteed by the caller.
        unsafe { slots.set_len(used) };
    }

    /// Returns true if the window lies in the space being read, as machine code assumes.
    #[inline(always)]
    pub fn is_inside(&self) -> bool {
        self.reader.pos <= self.reader.end && self.reader.end <= self.vm_context.space_len
    }
}
