use crate::is_full;
use polywire::random::Random;

/// Returns all proper prefixes of a message.
pub fn truncations(message: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    (0..message.len()).map(|len| message[..len].to_vec())
}

/// Returns copies of the message with one byte changed: each byte in turn, by each of the masks.
pub fn byte_flips<'a>(message: &'a [u8], masks: &'a [u8]) -> impl Iterator<Item = Vec<u8>> + 'a {
    (0..message.len()).flat_map(move |at| {
        masks.iter().map(move |mask| {
            let mut flipped = message.to_vec();
            flipped[at] ^= mask;
            flipped
        })
    })
}

/// Returns the message after one to four random edits (change, insert, delete, copy a part), from a seed.
pub fn random_mutation(message: &[u8], seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    let mut bytes = message.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len() + 1);
        match random.below(5) {
            0 | 1 if at < bytes.len() => {
                bytes[at] = INTERESTING.get(random.below(24)).copied().unwrap_or(random.bits() as u8)
            }
            2 => bytes.insert(at, random.bits() as u8),
            3 if at < bytes.len() => drop(bytes.remove(at)),
            _ => {
                let end = (at + random.below(9)).min(bytes.len());
                let part = bytes[at..end].to_vec();
                let to = random.below(bytes.len() + 1);
                bytes.splice(to..to, part);
            }
        }
    }
    bytes
}

/// Byte values at which formats switch to another encoding.
const INTERESTING: &[u8] =
    &[0, 1, 2, 7, 8, 0x0a, 0x22, 0x2c, 0x5c, 0x7b, 0x7d, 0x7f, 0x80, 0x8f, 0x90, 0xc0, 0xdf, 0xe0, 0xfe, 0xff];

/// Returns the message and broken copies of it; in the quick tests, their number does not grow with the message.
pub fn broken_copies(message: &[u8]) -> Vec<Vec<u8>> {
    let (faults, edits) = if is_full() { (usize::MAX, 60) } else { (16, 8) };
    let cut = truncations(message).step_by(message.len() / faults + 1);
    let flips = byte_flips(message, &[0x01, 0x80, 0xff]).step_by(3 * message.len() / faults + 1);
    let edited = (0..edits).map(|seed| random_mutation(message, seed));
    std::iter::once(message.to_vec()).chain(cut).chain(flips).chain(edited).collect()
}
