use crate::command::failure::Failure;
use polywire::convert::{AvroOutput, Framing};

/// The Avro file that is written.
#[derive(Default)]
pub(super) struct AvroTarget(Option<AvroOutput>);

impl AvroTarget {
    /// Returns the framing of an output. Of several inputs that become one file, the first begins it.
    pub fn framing(
        &mut self,
        is_alone: bool,
        begin: impl FnOnce() -> Result<AvroOutput, Failure>,
    ) -> Result<Framing, Failure> {
        let written = match self.0.take().filter(|_| !is_alone) {
            Some(begun) => AvroOutput { is_begun: true, ..begun },
            None => begin()?,
        };
        self.0 = Some(written.clone());
        Ok(Framing::AvroOutput(Box::new(written)))
    }
}
