use crate::check::Sample;
use crate::{Codec, allocations};
use std::hint::black_box;
use std::ops::Range;
use std::time::{Duration, Instant};

/// The operations that can be measured, in the order in which they are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    Copy,
    Encode,
    Decode,
    DecodeFresh,
    Validate,
}

impl Operation {
    pub const ALL: [Self; 5] = [Self::Copy, Self::Encode, Self::Decode, Self::DecodeFresh, Self::Validate];

    pub fn name(self) -> &'static str {
        match self {
            Self::Copy => "copy",
            Self::Encode => "encode",
            Self::Decode => "decode",
            Self::DecodeFresh => "decode_fresh",
            Self::Validate => "validate",
        }
    }
}

/// The cost of several passes over all messages.
#[derive(Debug)]
pub(crate) struct Cost {
    pub time: Duration,
    /// Allocations, and their bytes.
    pub allocated: [u64; 2],
}

/// What a measurement works on. All of it is made anew, because the distances in memory change times.
struct Load<'s, C: Codec> {
    codec: &'s mut C,
    values: Vec<C::Value>,
    memory: Vec<u8>,
    messages: Vec<Range<usize>>,
    copy: Vec<u8>,
    kept: C::Value,
}

/// The addresses of messages are multiples of it.
const ALIGN: usize = 16;

impl<C: Codec> Sample<C> {
    /// Returns true if the codec has an operation.
    pub fn can(&mut self, operation: Operation) -> bool {
        operation != Operation::Validate || self.codec.validate(&[]).is_some()
    }

    /// Runs an operation this many times over all messages.
    pub fn measure(&mut self, operation: Operation, passes: u64) -> Result<Cost, String> {
        // Earlier memory is freed first, so that it is taken from another place.
        let distance = distance();
        let spacer = black_box(vec![0_u8; 64 + distance * ALIGN]);
        let mut load = self.load(distance)?;
        load.pass(operation)
            .map_err(|error| format!("{} refuses what it accepted before: {error}", operation.name()))?;
        let before = allocations::so_far();
        let start = Instant::now();
        for _ in 0..passes {
            // The error would have come in the first pass.
            let _ = load.pass(operation);
        }
        let time = start.elapsed();
        let after = allocations::so_far();
        drop(black_box(spacer));
        Ok(Cost { time, allocated: [after[0] - before[0], after[1] - before[1]] })
    }

    fn load(&mut self, distance: usize) -> Result<Load<'_, C>, String> {
        let values = (0..self.images.len()).map(|index| self.value(index)).collect::<Result<_, _>>()?;
        let size = |message: &Vec<u8>| message.len().next_multiple_of(ALIGN);
        let mut memory = vec![0; (distance + 1) * ALIGN + self.messages.iter().map(size).sum::<usize>()];
        let mut at = memory.as_ptr().align_offset(ALIGN).min(ALIGN) + distance * ALIGN;
        let mut messages = Vec::with_capacity(self.messages.len());
        for message in &self.messages {
            let place = at..at + message.len();
            memory[place.clone()].copy_from_slice(message);
            messages.push(place);
            at += size(message);
        }
        let copy = vec![0; self.messages.iter().map(Vec::len).max().unwrap_or_default()];
        Ok(Load { codec: &mut self.codec, values, memory, messages, copy, kept: C::Value::default() })
    }
}

/// A number that differs from measurement to measurement, up to 255.
fn distance() -> usize {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    now.subsec_nanos() as usize % 256
}

impl<C: Codec> Load<'_, C> {
    /// Runs an operation for each message.
    fn pass(&mut self, operation: Operation) -> Result<(), C::Error> {
        let Self { codec, values, memory, messages, copy, kept } = self;
        let mut messages = messages.iter().map(|place| black_box(&memory[place.clone()]));
        match operation {
            Operation::Copy => messages.for_each(|message| {
                copy[..message.len()].copy_from_slice(message);
                black_box(&copy);
            }),
            Operation::Encode => values.iter().try_for_each(|value| encode(*codec, black_box(value)))?,
            Operation::Decode => messages.try_for_each(|message| decode(*codec, kept, message))?,
            Operation::DecodeFresh => messages.try_for_each(|message| decode_fresh(*codec, message))?,
            Operation::Validate => messages.try_for_each(|message| validate(*codec, message))?,
        }
        Ok(())
    }
}

// One call per message, as in a real program: inlined into the loops, a codec's code would exist several times.

#[inline(never)]
fn encode<C: Codec>(codec: &mut C, value: &C::Value) -> Result<(), C::Error> {
    codec.encode(value).map(|message| {
        black_box(message);
    })
}

#[inline(never)]
fn decode<C: Codec>(codec: &mut C, value: &mut C::Value, message: &[u8]) -> Result<(), C::Error> {
    codec.decode(value, message)?;
    black_box(value);
    Ok(())
}

#[inline(never)]
fn decode_fresh<C: Codec>(codec: &mut C, message: &[u8]) -> Result<(), C::Error> {
    codec.decode_fresh(message).map(|value| {
        black_box(&value);
    })
}

#[inline(never)]
fn validate<C: Codec>(codec: &mut C, message: &[u8]) -> Result<(), C::Error> {
    black_box(codec.validate(message)).unwrap_or(Ok(()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::tests::sample;

    #[test]
    fn operations_run_and_allocations_are_counted() {
        let mut sample = sample("").expect("a sample");
        for operation in Operation::ALL {
            let cost = sample.measure(operation, 3).expect("a cost");
            assert!(cost.time > Duration::ZERO, "{operation:?}");
            let least = if operation == Operation::DecodeFresh { [6, 27] } else { [0, 0] };
            assert!(cost.allocated >= least, "{operation:?}: {cost:?}");
        }
        sample.codec.broken = "encode";
        let error = sample.measure(Operation::Encode, 1).expect_err("an error");
        assert_eq!(error, "encode refuses what it accepted before: no");
    }
}
