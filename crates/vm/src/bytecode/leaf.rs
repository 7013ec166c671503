//! Leaves as operands.

pub use polywire_ir::ReadLeaf as Read;
pub use polywire_ir::WriteLeaf as Write;
