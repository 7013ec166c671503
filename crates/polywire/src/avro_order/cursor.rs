use polywire_stream::avro_file::read_long;

/// The rest of a message.
pub(super) struct Cursor<'a>(pub &'a [u8]);

impl<'a> Cursor<'a> {
    pub fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(taken)
    }

    pub fn array<const LEN: usize>(&mut self) -> Option<[u8; LEN]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*taken)
    }

    pub fn long(&mut self) -> Option<i64> {
        let (value, len) = read_long(self.0)?;
        self.take(len)?;
        Some(value)
    }

    /// The bytes of a text, behind their number.
    pub fn run(&mut self) -> Option<&'a [u8]> {
        let len = self.long()?;
        self.take(usize::try_from(len).ok()?)
    }
}

/// The items of an array, whose blocks do not count.
#[derive(Default)]
pub(super) struct Items {
    left: u64,
}

impl Items {
    /// Returns true if there is one more; not to be called again behind the last one.
    pub fn next(&mut self, cursor: &mut Cursor<'_>) -> Option<bool> {
        if self.left == 0 {
            let count = cursor.long()?;
            if count < 0 {
                // The size of the block in bytes.
                cursor.long()?;
            }
            self.left = count.unsigned_abs();
        }
        let Some(left) = self.left.checked_sub(1) else { return Some(false) };
        self.left = left;
        Some(true)
    }
}
