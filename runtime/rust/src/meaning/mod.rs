//! Types for integers that stand for times, decimal numbers and half-precision floats.

mod decimal;
mod flags;
mod float16;
mod time;

pub use decimal::DecimalNumber;
pub use flags::debug_flags;
pub use float16::Float16;
pub use time::{
    Date, Duration, LocalTimestamp, Micros, Millis, Nanos, Seconds, TimeOfDay32, TimeOfDay64, TimeUnit, Timestamp,
};
