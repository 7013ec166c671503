//! Converts the schemas of both corpora to the other language: the official compiler accepts the printed schemas and
//! finds each member where Polywire reads and writes it. The schemas also change under their locks. The quick tests use
//! a part of the schemas.

mod corpus;
mod damaged;
mod edit;
mod evolution;
mod members;
mod to_capnp;
mod to_proto;
mod twins;
