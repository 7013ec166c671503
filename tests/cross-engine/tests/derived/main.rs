//! The schemas of both corpora in the other language: the official compiler takes what is printed, and each member is where
//! Polywire reads and writes it; and they change under their locks. The quick tests take a part of the schemas.

mod corpus;
mod damaged;
mod edit;
mod evolution;
mod members;
mod to_capnp;
mod to_proto;
mod twins;
