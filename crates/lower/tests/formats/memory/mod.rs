//! Raw memory: layouts as the compilers have them, and the bytes of values.

mod c_text;
mod compilers;
mod corpus;
mod dwarf;
mod layouts;
mod object;
mod random;
mod unions;
mod values;
