//! The data representations of DDS in the reference interpreter.

mod corpus;
