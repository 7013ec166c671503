//! Fingerprints of schemas (Avro 1.12 specification, "Schema Fingerprints").

use md5::Md5;
use sha2::{Digest, Sha256};

/// The fingerprint of no bytes.
const EMPTY: u64 = 0xc15d_213a_a4d7_a795;

const TABLE: [u64; 256] = table();

const fn table() -> [u64; 256] {
    let mut table = [0; 256];
    let mut index = 0;
    while index < 256 {
        let mut value = index as u64;
        let mut bit = 0;
        while bit < 8 {
            value = (value >> 1) ^ (EMPTY & (value & 1).wrapping_neg());
            bit += 1;
        }
        table[index] = value;
        index += 1;
    }
    table
}

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

/// Returns the CRC-64-AVRO fingerprint of a canonical form.
pub fn crc64_avro(canonical: &str) -> u64 {
    canonical.bytes().fold(EMPTY, |sum, byte| (sum >> 8) ^ TABLE[((sum ^ u64::from(byte)) & 0xff) as usize])
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
