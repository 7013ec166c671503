//! Types for integers that stand for times, decimal numbers and half-precision floats, and for bytes with a meaning.

mod decimal;
mod flags;
mod float16;
mod time;
mod uuid;
mod wide;

pub use decimal::DecimalNumber;
pub use flags::debug_flags;
pub use float16::Float16;
pub use time::{
    Date, Duration, LocalTimestamp, Micros, Millis, Nanos, Seconds, TimeOfDay32, TimeOfDay64, TimeUnit, Timestamp,
};
pub use uuid::{NoUuid, Uuid};
pub use wide::{Decimal128, Float128};
