//! Random values, random damage, and models to try passes on.

pub mod damage;
pub mod models;
pub mod predict;
pub mod random;
pub mod value;
