//! Small messages that would be expensive without limits.

/// Returns the words of a segment for each kind of attack.
pub fn segments() -> [(&'static str, Vec<u64>); 6] {
    [
        // Tree: left and right point to the struct itself.
        ("a struct that holds itself", vec![structure(0, 1, 4), 0, 0, 0, structure(-4, 1, 4), structure(-5, 1, 4)]),
        // Anys: a list of two pointers to the same list, and so on.
        ("lists that are said twice", doubled_lists(40)),
        // Tree: left and right of each point to the next.
        ("structs that are said twice", doubled_structs(40)),
        // Lists: 2^29 - 1 elements without bytes.
        (
            "structs without bytes",
            [vec![structure(0, 0, 16)], vec![0; 15], vec![list(0, 7, 0), (1 << 32) - 4]].concat(),
        ),
        // Anys: a list of a list of a list, and so on.
        ("lists in lists", [vec![structure(0, 0, 1)], nested(300)].concat()),
        // Generic: a box that contains itself.
        ("boxes in themselves", vec![structure(0, 0, 4), structure(3, 0, 2), 0, 0, 0, 0, structure(-2, 0, 2)]),
    ]
}

/// Returns the type for which a message is hostile.
pub fn aimed_at(name: &str) -> &'static str {
    match name {
        "lists that are said twice" | "lists in lists" => "Anys",
        "structs without bytes" => "Lists",
        "boxes in themselves" => "Generic",
        _ => "Tree",
    }
}

/// Returns a whole message.
pub fn message(segment: &[u64]) -> Vec<u8> {
    [&[0; 4][..], &(segment.len() as u32).to_le_bytes(), &bytes(segment)].concat()
}

pub fn bytes(segment: &[u64]) -> Vec<u8> {
    segment.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Two pointers each, to the same next two.
fn doubled_lists(levels: usize) -> Vec<u64> {
    let level = [list(1, 6, 2), list(0, 6, 2)];
    let lists = level.into_iter().cycle().take(2 * levels);
    [structure(0, 0, 1), list(0, 6, 2)].into_iter().chain(lists).chain([0, 0]).collect()
}

/// A word of data and four pointers each, of which the last two point to the same next struct.
fn doubled_structs(levels: usize) -> Vec<u64> {
    let level = [0, 0, 0, structure(1, 1, 4), structure(0, 1, 4)];
    [structure(0, 1, 4)].into_iter().chain(level.into_iter().cycle().take(5 * levels)).chain([0; 5]).collect()
}

/// Lists of one list each.
fn nested(levels: usize) -> Vec<u64> {
    std::iter::repeat_n(list(0, 6, 1), levels).chain([0]).collect()
}

fn structure(offset: i32, data: u64, pointers: u64) -> u64 {
    u64::from((offset << 2) as u32) | data << 32 | pointers << 48
}

fn list(offset: i32, kind: u64, count: u64) -> u64 {
    u64::from((offset << 2) as u32) | 1 | kind << 32 | count << 35
}
