use crate::Images;
use polywire_runtime::{Decode, Encode};
use std::fmt::Display;
use std::marker::PhantomData;

/// A codec, with the images of its values.
pub trait Codec: Default {
    /// What it encodes and decodes.
    type Value: Default;
    /// Why it refuses a value or a message.
    type Error: Display;
    /// How it is used, in a few words; may be empty.
    const MODE: &'static str;

    /// Returns the version of the implementation.
    fn version() -> String;

    /// Reads an image.
    fn value_of(&mut self, image: &[u8]) -> Result<Self::Value, String>;

    /// Returns the image of a value.
    fn image(&mut self, value: &Self::Value) -> Result<Vec<u8>, String>;

    /// Returns the message of a value, in memory that the codec keeps.
    fn encode(&mut self, value: &Self::Value) -> Result<&[u8], Self::Error>;

    /// Reads a message into a value that may hold anything before.
    fn decode(&mut self, value: &mut Self::Value, message: &[u8]) -> Result<(), Self::Error>;

    /// Reads a message into a new value.
    fn decode_fresh(&mut self, message: &[u8]) -> Result<Self::Value, Self::Error> {
        let mut value = Self::Value::default();
        self.decode(&mut value, message).map(|()| value)
    }

    /// Checks a message; `None` if the implementation has no function for it.
    fn validate(&mut self, message: &[u8]) -> Option<Result<(), Self::Error>> {
        let _ = message;
        None
    }
}

/// Another implementation of a format, which has values of its own.
pub trait Peer: Default {
    /// What it encodes and decodes.
    type Value: Default;
    /// Why it refuses a value or a message.
    type Error: Display;
    /// How it is used, in a few words; may be empty.
    const MODE: &'static str;

    /// Returns the version of the implementation.
    fn version() -> String;

    /// Returns the message of a value, in memory that the codec keeps.
    fn encode(&mut self, value: &Self::Value) -> Result<&[u8], Self::Error>;

    /// Reads a message into a value that may hold anything before.
    fn decode(&mut self, value: &mut Self::Value, message: &[u8]) -> Result<(), Self::Error>;

    /// Reads a message into a new value.
    fn decode_fresh(&mut self, message: &[u8]) -> Result<Self::Value, Self::Error> {
        let mut value = Self::Value::default();
        self.decode(&mut value, message).map(|()| value)
    }
}

/// The codec of a peer. Generated code for the type `T` and the same format converts its values, so that a field unknown
/// to one of the two is detected.
pub struct Converted<P, T, Format, Image> {
    peer: P,
    images: Images<T, Image>,
    format: PhantomData<Format>,
}

impl<P: Default, T, Format, Image> Default for Converted<P, T, Format, Image> {
    fn default() -> Self {
        Self { peer: P::default(), images: Images::default(), format: PhantomData }
    }
}

impl<P, T, Format, Image> Codec for Converted<P, T, Format, Image>
where
    P: Peer,
    T: Default + Encode<Format> + Decode<Format> + Encode<Image> + Decode<Image>,
{
    type Value = P::Value;
    type Error = P::Error;
    const MODE: &'static str = P::MODE;

    fn version() -> String {
        P::version()
    }

    fn value_of(&mut self, image: &[u8]) -> Result<P::Value, String> {
        let value = self.images.read(image)?;
        let message = Encode::<Format>::encode(&value, &self.images.limits).map_err(|error| error.to_string())?;
        self.peer.decode_fresh(&message).map_err(|error| error.to_string())
    }

    fn image(&mut self, value: &P::Value) -> Result<Vec<u8>, String> {
        let message = self.peer.encode(value).map_err(|error| error.to_string())?;
        let value: Result<T, _> = Decode::<Format>::decode(message, &self.images.limits);
        self.images.write(&value.map_err(|error| error.to_string())?)
    }

    fn encode(&mut self, value: &P::Value) -> Result<&[u8], P::Error> {
        self.peer.encode(value)
    }

    fn decode(&mut self, value: &mut P::Value, message: &[u8]) -> Result<(), P::Error> {
        self.peer.decode(value, message)
    }

    fn decode_fresh(&mut self, message: &[u8]) -> Result<P::Value, P::Error> {
        self.peer.decode_fresh(message)
    }
}

/// No codec: the program that the others are compared with for the size of their code.
pub struct Unmeasured<T, Image>(Images<T, Image>);

impl<T, Image> Default for Unmeasured<T, Image> {
    fn default() -> Self {
        Self(Images::default())
    }
}

impl<T: Default + Encode<Image> + Decode<Image>, Image> Codec for Unmeasured<T, Image> {
    type Value = T;
    type Error = String;
    const MODE: &'static str = "";

    fn version() -> String {
        String::new()
    }

    fn value_of(&mut self, image: &[u8]) -> Result<T, String> {
        self.0.read(image)
    }

    fn image(&mut self, value: &T) -> Result<Vec<u8>, String> {
        self.0.write(value)
    }

    fn encode(&mut self, _: &T) -> Result<&[u8], String> {
        Err("it has no codec".to_owned())
    }

    fn decode(&mut self, _: &mut T, _: &[u8]) -> Result<(), String> {
        Err("it has no codec".to_owned())
    }
}
