use crate::Codec;
use std::fmt::Display;

/// A codec with the messages that it wrote.
pub(crate) struct Sample<C> {
    pub codec: C,
    pub images: Vec<Vec<u8>>,
    pub messages: Vec<Vec<u8>>,
    /// That of the images of the values that were read back.
    pub checksum: u32,
    /// The number of values that were read back differently.
    pub changed: usize,
}

impl<C: Codec> Sample<C> {
    /// Encodes each value and decodes it in every available way. A codec that refuses its own message is broken; changes
    /// of a value are counted.
    pub fn check(codec: C, images: Vec<Vec<u8>>) -> Result<Self, String> {
        let messages = Vec::with_capacity(images.len());
        let mut sample = Self { codec, images, messages, checksum: 0, changed: 0 };
        let mut checksum = Checksum::default();
        for index in 0..sample.images.len() {
            let again = sample.check_one(index)?;
            checksum.add(&again);
            sample.changed += usize::from(again != sample.images[index]);
        }
        sample.checksum = checksum.value();
        Ok(sample)
    }

    fn check_one(&mut self, index: usize) -> Result<Vec<u8>, String> {
        let number = index + 1;
        let refused = |what: &str, error: &dyn Display| format!("{what} message {number}: {error}");
        let value = self.value(index)?;
        let message = self.codec.encode(&value).map_err(|error| refused("refuses to encode", &error))?.to_vec();
        // Decoding must replace previous contents.
        let mut read = self.value(0)?;
        let wrong = "refuses its own";
        self.codec.decode(&mut read, &message).map_err(|error| refused(wrong, &error))?;
        let again = self.codec.image(&read).map_err(|error| refused("gives another value for", &error))?;
        let fresh = self.codec.decode_fresh(&message).map_err(|error| refused(wrong, &error))?;
        if self.codec.image(&fresh).map_err(|error| refused("gives another value for", &error))? != again {
            return Err(format!("decode_fresh reads other values than decode in message {number}"));
        }
        if let Some(Err(error)) = self.codec.validate(&message) {
            return Err(format!("finds its own message {number} invalid: {error}"));
        }
        self.messages.push(message);
        Ok(again)
    }

    /// Returns a new value.
    pub fn value(&mut self, index: usize) -> Result<C::Value, String> {
        let value = self.codec.value_of(&self.images[index]);
        value.map_err(|error| format!("cannot hold message {}: {error}", index + 1))
    }
}

/// CRC-32 as in zlib.
struct Checksum(u32);

impl Default for Checksum {
    fn default() -> Self {
        Self(!0)
    }
}

impl Checksum {
    fn add(&mut self, bytes: &[u8]) {
        let of_bit = |rest: u32, _| (rest >> 1) ^ (0xedb8_8320 & 0_u32.wrapping_sub(rest & 1));
        self.0 = bytes.iter().fold(self.0, |rest, byte| (0..8).fold(rest ^ u32::from(*byte), of_bit));
    }

    fn value(&self) -> u32 {
        !self.0
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The message is the value itself, unless the codec is broken.
    #[derive(Default)]
    pub(crate) struct Plain {
        pub broken: &'static str,
        buffer: Vec<u8>,
    }

    impl Codec for Plain {
        type Value = Vec<u8>;
        type Error = &'static str;
        const MODE: &'static str = "plain";

        fn version() -> String {
            "1".to_owned()
        }

        fn value_of(&mut self, image: &[u8]) -> Result<Vec<u8>, String> {
            if self.broken == "value" { Err("no".to_owned()) } else { Ok(image.to_vec()) }
        }

        fn image(&mut self, value: &Vec<u8>) -> Result<Vec<u8>, String> {
            Ok(value.clone())
        }

        fn encode(&mut self, value: &Vec<u8>) -> Result<&[u8], &'static str> {
            self.buffer.clear();
            self.buffer.extend_from_slice(value);
            if self.broken == "encode" { Err("no") } else { Ok(&self.buffer) }
        }

        fn decode(&mut self, value: &mut Vec<u8>, message: &[u8]) -> Result<(), &'static str> {
            if self.broken != "keep" {
                value.clear();
            }
            value.extend_from_slice(message);
            if self.broken == "decode" { Err("no") } else { Ok(()) }
        }

        fn decode_fresh(&mut self, message: &[u8]) -> Result<Vec<u8>, &'static str> {
            let from = usize::from(self.broken == "fresh");
            let copies = if self.broken == "keep" { [&b"12345"[..], message].concat() } else { message.to_vec() };
            Ok(copies[from..].to_vec())
        }

        fn validate(&mut self, _: &[u8]) -> Option<Result<(), &'static str>> {
            Some(if self.broken == "validate" { Err("no") } else { Ok(()) })
        }
    }

    pub(crate) fn sample(broken: &'static str) -> Result<Sample<Plain>, String> {
        let codec = Plain { broken, ..Plain::default() };
        Sample::check(codec, vec![b"12345".to_vec(), b"6789".to_vec()])
    }

    #[test]
    fn checksums_equal_those_of_zlib() {
        let sample = sample("").expect("a sample");
        assert_eq!((sample.checksum, sample.changed), (0xcbf4_3926, 0));
        assert_eq!(sample.messages, sample.images);
    }

    #[test]
    fn broken_codecs_are_found() {
        for (broken, expected) in [
            ("value", "cannot hold message 1: no"),
            ("encode", "refuses to encode message 1: no"),
            ("decode", "refuses its own message 1: no"),
            ("fresh", "decode_fresh reads other values than decode in message 1"),
            ("validate", "finds its own message 1 invalid: no"),
        ] {
            assert_eq!(sample(broken).err().as_deref(), Some(expected));
        }
    }

    /// A decoder that keeps previous contents is found too.
    #[test]
    fn changed_values_are_counted() {
        let sample = sample("keep").expect("a sample");
        assert_eq!(sample.changed, 2);
        assert_ne!(sample.checksum, 0xcbf4_3926);
    }
}
