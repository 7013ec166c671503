/// The target of a pointer of a message.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Object {
    /// Nothing.
    #[default]
    Null,
    /// A struct.
    Struct(Record),
    /// A list.
    List(Elements),
    /// A capability, by its index in the table.
    Capability(u32),
}

/// The two sections of a struct.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// The data section.
    pub data: Vec<u8>,
    /// The pointer section.
    pub pointers: Vec<Object>,
}

/// The elements of a list.
#[derive(Clone, Debug, PartialEq)]
pub enum Elements {
    /// This many elements of size zero.
    Void(u32),
    /// Bits.
    Bits(Vec<bool>),
    /// Scalars of 1, 2, 4 or 8 bytes each.
    Bytes {
        /// Bytes of each.
        width: usize,
        /// All of them.
        bytes: Vec<u8>,
    },
    /// Pointers.
    Pointers(Vec<Object>),
    /// Structs.
    Structs(Vec<Record>),
}

/// Returns the integers of `width` bytes each in `bytes`.
pub fn integers(bytes: &[u8], width: usize) -> impl Iterator<Item = u64> {
    bytes.chunks_exact(width).map(|it| it.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte)))
}

impl Record {
    /// A struct of zeros.
    pub fn new(data_words: u16, pointers: u16) -> Self {
        Self { data: vec![0; 8 * usize::from(data_words)], pointers: vec![Object::Null; pointers.into()] }
    }

    /// Returns an integer of `width` bytes; zero beyond the end of the section.
    pub fn int(&self, at: usize, width: usize) -> u64 {
        let bytes = self.data.get(at..).unwrap_or_default().iter().take(width);
        bytes.rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
    }

    /// Returns `1 << size` bits at an offset in units of that size; zero beyond the end of the section.
    pub fn bits(&self, size: usize, offset: usize) -> u64 {
        match size {
            0 => u64::from(self.bit(offset)),
            size => self.int(offset << size >> 3, 1 << size >> 3),
        }
    }

    /// Returns a bit; false beyond the end of the section.
    pub fn bit(&self, at: usize) -> bool {
        self.data.get(at / 8).is_some_and(|byte| byte >> (at % 8) & 1 == 1)
    }

    /// Returns a pointer; null beyond the end of the section.
    pub fn pointer(&self, index: usize) -> &Object {
        self.pointers.get(index).unwrap_or(&Object::Null)
    }

    /// Sets `1 << size` bits at an offset in units of that size.
    pub fn set(&mut self, size: usize, offset: u32, value: u64) {
        let offset = offset as usize;
        if size == 0 {
            if let Some(byte) = self.data.get_mut(offset / 8) {
                *byte = *byte & !(1 << (offset % 8)) | ((value & 1) as u8) << (offset % 8);
            }
            return;
        }
        let width = (1 << size) / 8;
        let bytes = value.to_le_bytes();
        if let Some(place) = self.data.get_mut(offset * width..(offset + 1) * width) {
            place.copy_from_slice(&bytes[..width]);
        }
    }

    /// Returns the struct without trailing zeros in its sections, recursively.
    pub fn trimmed(&self) -> Self {
        let mut trimmed = self.clone();
        while trimmed.data.ends_with(&[0; 8]) {
            trimmed.data.truncate(trimmed.data.len() - 8);
        }
        trimmed.pointers = self.pointers.iter().map(Object::trimmed).collect();
        while trimmed.pointers.last() == Some(&Object::Null) {
            trimmed.pointers.pop();
        }
        trimmed
    }
}

impl Object {
    /// Text, with its terminator.
    pub fn text(bytes: &[u8]) -> Self {
        Self::List(Elements::Bytes { width: 1, bytes: [bytes, &[0]].concat() })
    }

    /// Bytes.
    pub fn data(bytes: &[u8]) -> Self {
        Self::List(Elements::Bytes { width: 1, bytes: bytes.to_vec() })
    }

    /// Returns the object without trailing zeros in its sections, recursively.
    pub fn trimmed(&self) -> Self {
        match self {
            Self::Struct(it) => Self::Struct(it.trimmed()),
            Self::List(Elements::Pointers(items)) => {
                Self::List(Elements::Pointers(items.iter().map(Self::trimmed).collect()))
            }
            Self::List(Elements::Structs(items)) => {
                Self::List(Elements::Structs(items.iter().map(Record::trimmed).collect()))
            }
            Self::Null | Self::Capability(_) | Self::List(_) => self.clone(),
        }
    }

    /// Returns the struct, or one of zeros if this is none.
    pub fn record(&self) -> Record {
        match self {
            Self::Struct(it) => it.clone(),
            Self::Null | Self::List(_) | Self::Capability(_) => Record::default(),
        }
    }

    /// Returns the bytes of a list; empty if this is none.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::List(Elements::Bytes { width: 1, bytes }) => bytes,
            Self::List(_) | Self::Null | Self::Struct(_) | Self::Capability(_) => &[],
        }
    }
}
