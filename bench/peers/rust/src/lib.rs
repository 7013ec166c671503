//! Codecs of other implementations, each of which is a feature.

#[cfg(feature = "prost")]
pub mod prost;
#[cfg(feature = "rmp-serde")]
pub mod rmp_serde;
#[cfg(feature = "sonic-rs")]
pub mod sonic_rs;
