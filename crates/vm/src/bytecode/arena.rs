//! Native values in slots.

use super::layout::LIST;
use super::span::{MAX_SPACE, Space, Span};
use polywire_ir::ErrorCode;

/// The memory in which a message is built; reused from message to message.
#[derive(Debug, Default)]
pub struct Arena {
    slots: Vec<u64>,
    heap: Vec<u8>,
    /// Some value keeps bytes that its decoder did not know.
    pub keeps_unknown: bool,
    /// Something that the decoder did not know was left out.
    pub reports_unknown: bool,
}

impl Arena {
    /// Forgets all values. Address 0 belongs to none.
    pub fn clear(&mut self) {
        self.slots.clear();
        self.slots.push(0);
        self.heap.clear();
        self.keeps_unknown = false;
        self.reports_unknown = false;
    }

    /// Where the next value and the next bytes will lie.
    pub fn mark(&self) -> (usize, usize) {
        (self.slots.len(), self.heap.len())
    }

    /// Takes everything away that was placed since a mark.
    pub fn release(&mut self, (slots, heap): (usize, usize)) {
        self.slots.truncate(slots);
        self.heap.truncate(heap);
    }

    /// The slots of all values.
    #[cfg(feature = "jit")]
    pub fn slots(&mut self) -> &mut Vec<u64> {
        &mut self.slots
    }

    /// The bytes made at run time.
    pub fn heap(&self) -> &[u8] {
        &self.heap
    }

    /// The word in a slot; 0 where there is none, which only an ill-formed codec asks for.
    #[inline(always)]
    pub fn get(&self, at: usize) -> u64 {
        self.slots.get(at).copied().unwrap_or(0)
    }

    /// Puts a word into a slot.
    #[inline(always)]
    pub fn set(&mut self, at: usize, word: u64) {
        if let Some(slot) = self.slots.get_mut(at) {
            *slot = word;
        }
    }

    /// Places a value, and gives its address.
    pub fn alloc(&mut self, template: &[u64]) -> usize {
        self.slots.extend_from_slice(template);
        self.slots.len() - template.len()
    }

    /// Replaces a value.
    pub fn reset(&mut self, at: usize, template: &[u64]) {
        if let Some(slots) = self.slots.get_mut(at..at + template.len()) {
            slots.copy_from_slice(template);
        }
    }

    /// Appends an element to the list at an address, and gives the element's.
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

    /// Appends elements of one slot.
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
            // Doubling keeps the work proportional to the appended data, however often it grows.
            let capacity = if capacity == 0 { total } else { total * 2 };
            self.slots.resize(end + capacity, 0);
            self.set(list, end as u64);
            self.set(list + 2, capacity as u64);
        }
        self.set(list + 1, total as u64);
    }

    /// Slots in a row.
    pub fn words(&self, first: usize, count: usize) -> &[u64] {
        self.slots.get(first..first + count).unwrap_or_default()
    }

    /// Makes a list that of copies of these elements.
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

    /// Counts one element more; gives its address.
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

    /// Makes room for more elements, behind the present ones where they are last.
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

    /// Keeps a copy of bytes.
    pub fn keep(&mut self, bytes: &[u8]) -> Result<Span, ErrorCode> {
        let start = self.heap.len();
        if MAX_SPACE - start < bytes.len() {
            return Err(ErrorCode::TooLarge);
        }
        self.heap.extend_from_slice(bytes);
        Ok(Span::new(Space::Heap, start, bytes.len()))
    }

    /// Keeps a copy of one of its own parts and then of other bytes, with room for as many again.
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

    /// Writes bytes into the room behind a part of the heap.
    pub fn fill_spare(&mut self, own: Span, more: &[u8]) -> Span {
        let end = own.start() + own.len();
        if let Some(capacity) = self.heap.get_mut(end..end + more.len()) {
            capacity.copy_from_slice(more);
        }
        Span::new(Space::Heap, own.start(), own.len() + more.len())
    }
}
