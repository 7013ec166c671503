use crate::Codec;
use polywire_runtime::{Buffer, Decode, Encode, Error, Limits};
use std::marker::PhantomData;

/// The images of generated values.
pub struct Images<T, Image> {
    pub(crate) limits: Limits,
    types: PhantomData<(T, Image)>,
}

impl<T, Image> Default for Images<T, Image> {
    fn default() -> Self {
        Self { limits: Limits::default(), types: PhantomData }
    }
}

impl<T: Default + Encode<Image> + Decode<Image>, Image> Images<T, Image> {
    pub(crate) fn read(&self, image: &[u8]) -> Result<T, String> {
        Decode::<Image>::decode(image, &self.limits).map_err(|error| error.to_string())
    }

    pub(crate) fn write(&self, value: &T) -> Result<Vec<u8>, String> {
        Encode::<Image>::encode(value, &self.limits).map_err(|error| error.to_string())
    }
}

/// The generated codec of a type in a format.
pub struct Generated<T, Format, Image> {
    buffer: Buffer,
    images: Images<T, Image>,
    format: PhantomData<Format>,
}

impl<T, Format, Image> Default for Generated<T, Format, Image> {
    fn default() -> Self {
        Self { buffer: Buffer::new(), images: Images::default(), format: PhantomData }
    }
}

impl<T, Format, Image> Codec for Generated<T, Format, Image>
where
    T: Default + Encode<Format> + Decode<Format> + Encode<Image> + Decode<Image>,
{
    type Value = T;
    type Error = Error;
    const MODE: &'static str = "";

    fn version() -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }

    fn value_of(&mut self, image: &[u8]) -> Result<T, String> {
        self.images.read(image)
    }

    fn image(&mut self, value: &T) -> Result<Vec<u8>, String> {
        self.images.write(value)
    }

    fn encode(&mut self, value: &T) -> Result<&[u8], Error> {
        Encode::<Format>::fill(value, &mut self.buffer, &self.images.limits)?;
        Ok(self.buffer.as_slice())
    }

    fn decode(&mut self, value: &mut T, message: &[u8]) -> Result<(), Error> {
        Decode::<Format>::read(value, message, &self.images.limits)
    }

    fn decode_fresh(&mut self, message: &[u8]) -> Result<T, Error> {
        Decode::<Format>::decode(message, &self.images.limits)
    }

    fn validate(&mut self, message: &[u8]) -> Option<Result<(), Error>> {
        Some(<T as Decode<Format>>::validate(message, &self.images.limits))
    }
}
