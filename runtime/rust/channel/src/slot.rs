use crate::broadcaster::Broadcaster;
use crate::sender::Sender;
use crate::system::map::Map;
use crate::system::trusted::Trusted;

/// Bytes behind a message that encoders of generated code may overwrite.
pub const SLACK: usize = 32;

/// Room for a message. It is sent by [`Self::commit`], and left out if it is dropped.
pub struct Slot<'s> {
    owner: Owner<'s>,
    length: usize,
}

/// Who sends the message.
pub(crate) enum Owner<'s> {
    Sender(&'s mut Sender),
    Broadcaster(&'s mut Broadcaster),
}

impl<'s> Slot<'s> {
    pub(crate) fn new(owner: Owner<'s>, length: usize) -> Self {
        Self { owner, length }
    }

    /// Returns the bytes that were claimed.
    #[must_use]
    pub fn length(&self) -> usize {
        self.length
    }

    /// Writes bytes at an offset.
    ///
    /// # Panics
    /// If they are not inside of the slot.
    pub fn write(&mut self, at: usize, bytes: &[u8]) {
        assert!(at <= self.length && bytes.len() <= self.length - at, "the bytes are not inside of the slot");
        let (ring, start) = self.place();
        ring.copy_in(start + at as u64, bytes);
    }

    /// Lets an encoder write the message, and sends it. `encode` returns the length of the message, or nothing if the memory that
    /// it gets is too short, as `Encode::write` of generated code does; then nothing is sent, and the result is false.
    ///
    /// The encoder writes into memory of this process, which is copied, so that no other process can change what it may read again.
    ///
    /// # Errors
    /// That of the encoder. Nothing is sent then.
    pub fn encode<E>(mut self, encode: impl FnOnce(&mut [u8]) -> Result<Option<usize>, E>) -> Result<bool, E> {
        let mut memory = std::mem::take(self.scratch());
        memory.resize(memory.len().max(self.length + SLACK), 0);
        let length = encode(&mut memory[..self.length + SLACK]);
        let length = length.map(|length| length.filter(|length| *length <= self.length));
        if let Ok(Some(length)) = length {
            self.write(0, &memory[..length]);
        }
        *self.scratch() = memory;
        Ok(length?.map(|length| self.commit(length)).is_some())
    }

    /// Is [`Self::encode`] straight into the slot, for receivers that are trusted. An encoder may need some bytes more than the
    /// message has: claim [`SLACK`] more than the message can have.
    ///
    /// # Errors
    /// That of the encoder. Nothing is sent then.
    pub fn encode_trusted<E>(
        mut self,
        trusted: Trusted,
        encode: impl FnOnce(&mut [u8]) -> Result<Option<usize>, E>,
    ) -> Result<bool, E> {
        let length = self.length;
        let (ring, start) = self.place_mut();
        let encoded = ring.write_in_place(trusted, start, length, encode)?;
        Ok(encoded.map(|length| self.commit(length)).is_some())
    }

    /// Sends the first bytes.
    ///
    /// # Panics
    /// If there are more than were claimed.
    pub fn commit(self, length: usize) {
        assert!(length <= self.length, "more bytes are sent than were claimed");
        match self.owner {
            Owner::Sender(sender) => sender.commit(length),
            Owner::Broadcaster(broadcaster) => broadcaster.commit(length),
        }
    }

    fn scratch(&mut self) -> &mut Vec<u8> {
        match &mut self.owner {
            Owner::Sender(sender) => &mut sender.scratch,
            Owner::Broadcaster(broadcaster) => &mut broadcaster.scratch,
        }
    }

    fn place_mut(&mut self) -> (&mut Map, u64) {
        match &mut self.owner {
            Owner::Sender(sender) => sender.claimed_mut(),
            Owner::Broadcaster(broadcaster) => broadcaster.claimed_mut(),
        }
    }

    fn place(&self) -> (&Map, u64) {
        match &self.owner {
            Owner::Sender(sender) => sender.claimed(),
            Owner::Broadcaster(broadcaster) => broadcaster.claimed(),
        }
    }
}
