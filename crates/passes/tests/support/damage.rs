//! Random damage to messages.

use super::random::Random;

/// Returns a message with one to three faults, rarely none.
pub fn damaged(message: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = message.to_vec();
    for _ in 0..random.below(4) {
        damage(&mut bytes, random);
    }
    bytes
}

fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(bytes.len() + 1);
    match random.below(7) {
        0 => bytes.truncate(at),
        1 => bytes.insert(at, random.next() as u8),
        2 if at < bytes.len() => drop(bytes.remove(at)),
        3 if at < bytes.len() => {
            let len = random.below(bytes.len() - at).min(24);
            let part = bytes[at..at + len].to_vec();
            let to = random.below(bytes.len());
            bytes.splice(to..to, part).for_each(drop);
        }
        4 if at < bytes.len() => bytes[at] = [0, 1, 0x7f, 0x80, 0xff, b'"', b' ', b'}'][random.below(8)],
        _ if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
        _ => bytes.push(random.next() as u8),
    }
}
