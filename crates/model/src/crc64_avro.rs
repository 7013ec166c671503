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

/// Returns the fingerprint CRC-64-AVRO of a schema in canonical form (Avro 1.12 specification, "Schema Fingerprints").
pub fn crc64_avro(canonical: &str) -> u64 {
    canonical.bytes().fold(EMPTY, |sum, byte| (sum >> 8) ^ TABLE[((sum ^ u64::from(byte)) & 0xff) as usize])
}
