use super::{Elements, List};

/// Where a message holds a number, a `bool` or an enumerator, so that it can be changed in place. It refers to the memory
/// that its view was read from, but does not borrow it.
#[derive(Clone, Copy, Debug)]
pub struct Slot<T> {
    /// The address of the first byte, and the number of bytes; none if the message lacks the value.
    address: usize,
    width: usize,
    /// The bits that differ in the message.
    mask: u64,
    is_big_endian: bool,
    /// The bits as which a message without the value reads.
    otherwise: Option<u64>,
    bits: fn(T) -> u64,
}

impl<T> Slot<T> {
    /// Makes one for bytes of a message. `mask` has the bits that differ there. Generated code calls it.
    #[inline]
    pub fn new(at: &[u8], (mask, is_big_endian): (u64, bool), bits: fn(T) -> u64, otherwise: Option<T>) -> Self {
        Self {
            address: at.as_ptr() as usize,
            width: at.len(),
            mask,
            is_big_endian,
            otherwise: otherwise.map(bits),
            bits,
        }
    }

    /// Returns true if the message holds the value; otherwise the message has no room for it.
    #[inline]
    pub fn is_stored(&self) -> bool {
        self.width > 0
    }

    /// Changes the value. `message` is the one that was read, at the same address. Returns true if the value is as wanted: it
    /// was changed, or the message lacks it and it reads as this value. A place outside of `message` is not changed.
    #[must_use = "a message may have no room for the value"]
    pub fn set(&self, message: &mut [u8], value: T) -> bool {
        let bits = (self.bits)(value);
        if !self.is_stored() {
            return self.otherwise == Some(bits);
        }
        let start = self.address.checked_sub(message.as_ptr() as usize);
        let range = start.and_then(|start| Some(start..start.checked_add(self.width)?));
        let Some(target) = range.and_then(|range| message.get_mut(range)) else { return false };
        let bytes = (bits ^ self.mask).to_le_bytes();
        target.iter_mut().zip(bytes).for_each(|(target, byte)| *target = byte);
        if self.is_big_endian {
            target.reverse();
        }
        true
    }
}

/// Elements that can be changed in place.
pub trait Changeable: Elements {
    /// Where a message holds one: a [`Slot`]; with checks at each access, a `Result`.
    type Slot;

    /// Returns where the message holds the element at an index below their number.
    fn slot(&self, index: u64) -> Self::Slot;
}

impl<E: Changeable> List<E> {
    /// Returns where the message holds the value at an index; none if there are fewer.
    #[inline]
    pub fn slot(&self, index: usize) -> Option<E::Slot> {
        let index = index as u64;
        (index < self.elements().count()).then(|| self.elements().slot(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(value: u16) -> u64 {
        value.into()
    }

    #[test]
    fn bytes_of_the_message_are_changed() {
        let mut message = *b"abcdef";
        let little = Slot::new(&message[1..3], (0, false), bits, None);
        let big = Slot::new(&message[3..5], (0x0101, true), bits, None);
        assert!(little.set(&mut message, 0x4142) && big.set(&mut message, 0x4142));
        assert_eq!(&message, b"aBA@Cf");
        let mut other = [0; 6];
        assert!(!little.set(&mut message[..2], 7) && !little.set(&mut other, 7));
        assert_eq!((&message, other), (b"aBA@Cf", [0; 6]));
    }

    #[test]
    fn what_a_message_lacks_can_only_be_its_default() {
        let slot = |otherwise| Slot::new(&[], (0, false), bits, otherwise);
        assert!(slot(Some(5)).set(&mut [], 5));
        assert!(!slot(Some(5)).set(&mut [], 6) && !slot(None).set(&mut [], 0));
    }
}
