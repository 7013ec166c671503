//! Random values, random damage, and models to try passes on.

pub mod damage;
pub mod models;
pub mod random;
pub mod value;
