//! What generated code says about methods.

use crate::Shape;
use polywire_runtime::{Decode, Encode, Error, Limits};

/// A method that takes messages of a type and returns those of another.
#[derive(Debug)]
pub struct Method<Q: 'static, A: 'static> {
    /// The full name of its service.
    pub service: &'static str,
    /// Its name in the schema.
    pub name: &'static str,
    /// How many messages it takes and returns.
    pub shape: Shape,
    /// A call changes nothing.
    pub changes_nothing: bool,
    /// The formats of what it takes, the usual one first.
    pub requests: &'static [BodyFormat<Q>],
    /// The formats of what it returns.
    pub answers: &'static [BodyFormat<A>],
}

/// A format in which messages of a type are written.
#[derive(Debug)]
pub struct BodyFormat<T> {
    names: &'static [&'static str],
    encode: fn(&T) -> Result<Vec<u8>, Error>,
    decode: fn(&[u8]) -> Result<T, Error>,
}

impl<T> BodyFormat<T> {
    /// Returns the format `F`, which calls name like this.
    pub const fn of<F>(names: &'static [&'static str]) -> Self
    where
        T: Encode<F> + Decode<F> + Default,
    {
        Self { names, encode: encode::<F, T>, decode: decode::<F, T> }
    }

    pub(crate) fn encode(&self, message: &T) -> Result<Vec<u8>, Error> {
        (self.encode)(message)
    }

    pub(crate) fn decode(&self, body: &[u8]) -> Result<T, Error> {
        (self.decode)(body)
    }
}

pub(crate) fn encode<F, T: Encode<F>>(message: &T) -> Result<Vec<u8>, Error> {
    let mut out = Vec::new();
    message.append(&mut out, &Limits::default()).map(|()| out)
}

pub(crate) fn decode<F, T: Decode<F> + Default>(bytes: &[u8]) -> Result<T, Error> {
    T::decode(bytes, &Limits::default())
}

/// Returns the format that calls name like this.
fn named<T>(all: &'static [BodyFormat<T>], name: &str) -> Option<&'static BodyFormat<T>> {
    all.iter().find(|format| format.names.contains(&name))
}

impl<Q, A> Method<Q, A> {
    /// Returns the formats of requests and answers of this name.
    pub(crate) fn formats(&self, name: &str) -> Option<(&'static BodyFormat<Q>, &'static BodyFormat<A>)> {
        named(self.requests, name).zip(named(self.answers, name))
    }

    /// Returns the name of the usual format.
    pub(crate) fn usual(&self) -> &'static str {
        self.requests.first().and_then(|format| format.names.first()).unwrap_or(&"")
    }
}
