//! Random values, random damage, and models for testing passes.

pub mod damage;
pub mod functions;
pub mod models;
pub mod predict;
pub mod random;
pub mod value;
