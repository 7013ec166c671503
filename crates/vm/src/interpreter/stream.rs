use std::collections::HashMap;

/// Output and its state.
#[derive(Debug, Default)]
pub struct Stream {
    /// The output.
    pub bytes: Vec<u8>,
    /// Start of the section being written.
    pub base: usize,
    /// Positions by key.
    pub memo: HashMap<Vec<u8>, u64>,
}

impl Stream {
    /// Appends this many zeros; returns false if there is too little memory.
    pub fn zeros(&mut self, count: u64) -> bool {
        let Some(len) = usize::try_from(count).ok().and_then(|count| self.bytes.len().checked_add(count)) else {
            return false;
        };
        if self.bytes.try_reserve(len - self.bytes.len()).is_err() {
            return false;
        }
        self.bytes.resize(len, 0);
        true
    }
}
