//! Fingerprints of schemas (Avro 1.12 specification, "Schema Fingerprints").

use md5::Md5;
use polywire_model::crc64_avro;
use sha2::{Digest, Sha256};

/// Algorithms for fingerprints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// A Rabin fingerprint of 64 bits.
    Crc64Avro,
    /// RFC 1321.
    Md5,
    /// FIPS 180-4.
    Sha256,
}

impl Algorithm {
    /// All algorithms.
    pub const ALL: [Self; 3] = [Self::Crc64Avro, Self::Md5, Self::Sha256];

    /// Returns the name in the specification.
    pub fn name(self) -> &'static str {
        match self {
            Self::Crc64Avro => "CRC-64-AVRO",
            Self::Md5 => "MD5",
            Self::Sha256 => "SHA-256",
        }
    }
}

/// Returns the fingerprint of a canonical form; that of CRC-64-AVRO with its least significant byte first, as messages have it
/// (Avro 1.12 specification, "Single object encoding").
pub fn fingerprint(canonical: &str, algorithm: Algorithm) -> Vec<u8> {
    match algorithm {
        Algorithm::Crc64Avro => crc64_avro(canonical).to_le_bytes().to_vec(),
        Algorithm::Md5 => Md5::digest(canonical).to_vec(),
        Algorithm::Sha256 => Sha256::digest(canonical).to_vec(),
    }
}
