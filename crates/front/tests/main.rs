//! The tests of the front ends, as one program.

mod avro;
mod c;
mod c_objects;
mod capnp;
mod corpus;
mod derived_proto;
mod derived_xsd;
mod dump;
mod extensions;
mod fbe;
mod fbs;
mod format;
mod hostile;
mod idl;
mod oracle;
mod proto;
mod sbe;
mod services;
mod sets;
mod shared_unions;
mod xcdr;
mod xsd;
mod xsd_catalogs;
mod zebra;
