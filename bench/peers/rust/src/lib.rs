//! Codecs of other implementations, each of which is a feature.

#[cfg(feature = "prost")]
pub mod prost;
