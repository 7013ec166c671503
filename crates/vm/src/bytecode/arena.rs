//! Native values in slots.

use super::layout::LIST;
use super::span::{MAX_SPACE, Space, Span};
use polywire_ir::ErrorCode;

/// The memory in which a message is built; reused from message to message.
#[derive(Debug, Default)]
pub struct Arena {
    slots: Vec<u64>,
    heap: Vec<u8>,
    /// Some value keeps unknown bytes.
    pub keeps_unknown: bool,
    /// The decoder dropped something unknown.
    pub reports_unknown: bool,
}

impl Arena {
    /// Removes all values. Address 0 is reserved as null.
    pub fn clear(&mut self) {
        self.slots.clear();
        self.slots.push(0);
        self.heap.clear();
        self.keeps_unknown = false;
        self.reports_unknown = false;
    }

    /// Returns the positions of the next value and the next bytes.
    pub fn mark(&self) -> (usize, usize) {
        (self.slots.len(), self.heap.len())
    }

    /// Removes everything placed since a mark.
    pub fn release(&mut self, (slots, heap): (usize, usize)) {
        self.slots.truncate(slots);
        self.heap.truncate(heap);
    }

    /// Returns the slots of all values.
    #[cfg(feature = "jit")]
    pub fn slots(&mut self) -> &mut Vec<u64> {
        &mut self.slots
    }

    /// Returns the bytes made at run time.
    pub fn heap(&self) -> &[u8] {
        &self.heap
    }

    /// Returns the word in a slot; 0 beyond the end, which only an ill-formed codec accesses.
    #[inline(always)]
    pub fn get(&self, at: usize) -> u64 {
        self.slots.get(at).copied().unwrap_or(0)
    }

    /// Stores a word in a slot.
    #[inline(always)]
    pub fn set(&mut self, at: usize, word: u64) {
        if let Some(slot) = self.slots.get_mut(at) {
            *slot = word;
        }
    }

    /// Places a value and returns its address.
    pub fn alloc(&mut self, template: &[u64]) -> usize {
        self.slots.extend_from_slice(template);
        self.slots.len() - template.len()
    }

    /// Overwrites a value.
    pub fn reset(&mut self, at: usize, template: &[u64]) {
        if let Some(slots) = self.slots.get_mut(at..at + template.len()) {
            slots.copy_from_slice(template);
        }
    }

    /// Appends an element to the list at an address; returns the element's address.
    #[inline(always)]
    pub fn push(&mut self, list: usize, template: &[u64]) -> usize {
        let at = self.grow(list, template.len());
        self.reset(at, template);
        at
    }

    /// Appends an element of one slot.
    #[inline(always)]
    pub fn push_word(&mut self, list: usize, word: u64) {
        let at = self.grow(list, 1);
        self.set(at, word);
    }

    /// Appends elements of one slot each.
    pub fn push_words(&mut self, list: usize, words: &[u64]) {
        let (first, len, capacity) =
            (self.get(list) as usize, self.get(list + 1) as usize, self.get(list + 2) as usize);
        let end = self.slots.len();
        if len > capacity || first + capacity > end {
            return;
        }
        let total = len + words.len();
        if total <= capacity {
            self.slots[first + len..first + total].copy_from_slice(words);
        } else {
            self.slots.extend_from_within(first..first + len);
            self.slots.extend_from_slice(words);
            // Doubling makes the cost amortised linear in the appended data.
            let capacity = if capacity == 0 { total } else { total * 2 };
            self.slots.resize(end + capacity, 0);
            self.set(list, end as u64);
            self.set(list + 2, capacity as u64);
        }
        self.set(list + 1, total as u64);
    }

    /// Returns consecutive slots.
    pub fn words(&self, first: usize, count: usize) -> &[u64] {
        self.slots.get(first..first + count).unwrap_or_default()
    }

    /// Makes a list consist of copies of these elements.
    pub fn gather(&mut self, list: usize, elements: &[u64], stride: usize) {
        let first = self.slots.len();
        self.slots.reserve(elements.len() * stride);
        for &element in elements {
            let end = (element as usize + stride).min(first);
            self.slots.extend_from_within((element as usize).min(end)..end);
        }
        self.set(list, first as u64);
        self.set(list + 1, elements.len() as u64);
        self.set(list + 2, elements.len() as u64);
    }

    /// Increments the element count; returns the new element's address.
    #[inline(always)]
    fn grow(&mut self, list: usize, stride: usize) -> usize {
        let Some(&mut [first, ref mut len, capacity]) = self.slots.get_mut(list..list + LIST) else {
            return 0;
        };
        let index = *len as usize;
        *len += 1;
        if (index as u64) < capacity {
            return first as usize + index * stride;
        }
        self.relocate(list, stride, index)
    }

    /// Makes space for more elements, in place if the list is last in the arena.
    #[cold]
    fn relocate(&mut self, list: usize, stride: usize, count: usize) -> usize {
        const FEW_SLOTS: usize = 16;
        let (first, capacity) = (self.get(list) as usize, self.get(list + 2) as usize);
        let more = (capacity * 2).max(FEW_SLOTS / stride.max(1)).max(1);
        let end = self.slots.len();
        let mut moved = first;
        if capacity == 0 || first + capacity * stride != end {
            moved = end;
            self.slots.resize(end + more * stride, 0);
            self.slots.copy_within(first..first + count * stride, moved);
        } else {
            self.slots.resize(first + more * stride, 0);
        }
        self.set(list, moved as u64);
        self.set(list + 2, more as u64);
        moved + count * stride
    }

    /// Stores a copy of bytes.
    pub fn keep(&mut self, bytes: &[u8]) -> Result<Span, ErrorCode> {
        let start = self.heap.len();
        if MAX_SPACE - start < bytes.len() {
            return Err(ErrorCode::TooLarge);
        }
        self.heap.extend_from_slice(bytes);
        Ok(Span::new(Space::Heap, start, bytes.len()))
    }

    /// Stores bytes without a copy if there are no others, because they can be as large as the message.
    pub fn keep_owned(&mut self, bytes: Vec<u8>) -> Result<Span, ErrorCode> {
        if !self.heap.is_empty() || bytes.len() <= self.heap.capacity() {
            return self.keep(&bytes);
        }
        if bytes.len() > MAX_SPACE {
            return Err(ErrorCode::TooLarge);
        }
        self.heap = bytes;
        Ok(Span::new(Space::Heap, 0, self.heap.len()))
    }

    /// Stores a copy of existing heap bytes followed by others, with spare space for as many again.
    pub fn keep_growing(&mut self, own: Span, more: &[u8]) -> Result<(Span, usize), ErrorCode> {
        let (start, len) = (self.heap.len(), own.len() + more.len());
        if (MAX_SPACE - start) / 2 < len {
            return Err(ErrorCode::TooLarge);
        }
        self.heap.extend_from_within(own.range());
        self.heap.extend_from_slice(more);
        self.heap.resize(start + 2 * len, 0);
        Ok((Span::new(Space::Heap, start, len), 2 * len))
    }

    /// Appends bytes in the spare space after a part of the heap.
    pub fn fill_spare(&mut self, own: Span, more: &[u8]) -> Span {
        let end = own.start() + own.len();
        if let Some(capacity) = self.heap.get_mut(end..end + more.len()) {
            capacity.copy_from_slice(more);
        }
        Span::new(Space::Heap, own.start(), own.len() + more.len())
    }
}
