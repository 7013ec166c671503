//! GIOP and references to objects in the reference interpreter.

mod corpus;
mod hostile;
mod versions;
