//! Aligns the elements of two lists.

use polywire_vm::Value;
use std::collections::BTreeMap;

/// A row of two aligned lists: the index of an element in the first, in the second, or in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Row {
    Both(usize, usize),
    One(usize),
    Other(usize),
}

/// The likeness of equal elements.
pub(super) const SAME: u32 = 200;

/// For parts with more pairs of elements, only elements that are unique on both sides are matched.
const MOST_PAIRS: usize = 1 << 16;

/// Aligns two lists so that the total likeness of paired elements is greatest; remaining elements are paired in order.
pub(super) fn align(one: &[Value], other: &[Value], likeness: impl Fn(&Value, &Value) -> u32) -> Vec<Row> {
    let is_same = |(a, b): &(&Value, &Value)| likeness(a, b) == SAME;
    let first = one.iter().zip(other).take_while(is_same).count();
    let ends = one[first..].iter().rev().zip(other[first..].iter().rev());
    let last = ends.take_while(is_same).count();
    let (one_end, other_end) = (one.len() - last, other.len() - last);
    let mut rows: Vec<Row> = (0..first).map(|at| Row::Both(at, at)).collect();
    let mut part = Alignment { one, other, likeness: &likeness, rows: &mut rows };
    part.align((first, first), (one_end, other_end));
    rows.extend((one_end..one.len()).zip(other_end..).map(|(a, b)| Row::Both(a, b)));
    rows
}

/// An alignment in progress.
struct Alignment<'a, F> {
    one: &'a [Value],
    other: &'a [Value],
    likeness: &'a F,
    rows: &'a mut Vec<Row>,
}

impl<F: Fn(&Value, &Value) -> u32> Alignment<'_, F> {
    /// Aligns the elements between two positions.
    fn align(&mut self, from: (usize, usize), to: (usize, usize)) {
        if has_few_pairs(from, to) {
            return self.between(most_alike(from, to, |a, b| (self.likeness)(&self.one[a], &self.other[b])), from, to);
        }
        let anchors = unique_on_both_sides(&self.one[from.0..to.0], &self.other[from.1..to.1]);
        let mut at = from;
        for (a, b) in anchors.into_iter().map(|(a, b)| (from.0 + a, from.1 + b)) {
            self.align_or_pair(at, (a, b));
            self.rows.push(Row::Both(a, b));
            at = (a + 1, b + 1);
        }
        self.align_or_pair(at, to);
    }

    fn align_or_pair(&mut self, from: (usize, usize), to: (usize, usize)) {
        if has_few_pairs(from, to) { self.align(from, to) } else { gap(self.rows, from, to) }
    }

    /// Adds matched pairs and the rows between them.
    fn between(&mut self, pairs: Vec<(usize, usize)>, from: (usize, usize), to: (usize, usize)) {
        let mut at = from;
        for (a, b) in pairs {
            gap(self.rows, at, (a, b));
            self.rows.push(Row::Both(a, b));
            at = (a + 1, b + 1);
        }
        gap(self.rows, at, to);
    }
}

fn has_few_pairs(from: (usize, usize), to: (usize, usize)) -> bool {
    (to.0 - from.0).saturating_mul(to.1 - from.1) <= MOST_PAIRS
}

/// Adds the rows between two positions.
fn gap(rows: &mut Vec<Row>, from: (usize, usize), to: (usize, usize)) {
    let pairs = (to.0 - from.0).min(to.1 - from.1);
    rows.extend((0..pairs).map(|at| Row::Both(from.0 + at, from.1 + at)));
    rows.extend((from.0 + pairs..to.0).map(Row::One));
    rows.extend((from.1 + pairs..to.1).map(Row::Other));
}

/// Returns the ascending pairs with the greatest total likeness.
fn most_alike(from: (usize, usize), to: (usize, usize), likeness: impl Fn(usize, usize) -> u32) -> Vec<(usize, usize)> {
    let (ones, others) = (to.0 - from.0, to.1 - from.1);
    let width = others + 1;
    // The greatest total from each pair of positions to the end.
    let mut sums = vec![0u32; (ones + 1) * width];
    for a in (0..ones).rev() {
        for b in (0..others).rev() {
            let together = likeness(from.0 + a, from.1 + b) + sums[(a + 1) * width + b + 1];
            sums[a * width + b] = together.max(sums[(a + 1) * width + b]).max(sums[a * width + b + 1]);
        }
    }
    let (mut a, mut b, mut pairs) = (0, 0, Vec::new());
    while a < ones && b < others {
        let here = sums[a * width + b];
        if here == sums[(a + 1) * width + b] {
            a += 1;
        } else if here == sums[a * width + b + 1] {
            b += 1;
        } else {
            pairs.push((from.0 + a, from.1 + b));
            (a, b) = (a + 1, b + 1);
        }
    }
    pairs
}

/// Returns the longest ascending sequence of pairs of equal elements that are unique in both lists.
fn unique_on_both_sides(one: &[Value], other: &[Value]) -> Vec<(usize, usize)> {
    let (ones, others) = (unique_places(one), unique_places(other));
    let pair = |(value, a): (&&Value, &Option<usize>)| Some(((*a)?, (*others.get(*value)?)?));
    let mut pairs: Vec<(usize, usize)> = ones.iter().filter_map(pair).collect();
    pairs.sort_unstable();
    ascending(&pairs)
}

/// Returns the position of each element that occurs exactly once.
fn unique_places(list: &[Value]) -> BTreeMap<&Value, Option<usize>> {
    let mut places = BTreeMap::new();
    for (index, value) in list.iter().enumerate() {
        places.entry(value).and_modify(|place| *place = None).or_insert(Some(index));
    }
    places
}

/// Returns the longest subsequence of pairs whose second numbers ascend; the first numbers already do.
fn ascending(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // For each length, the pair with the smallest second number that ends such a sequence; for each pair, its
    // predecessor.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (index, (_, b)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| pairs[*end].1 < *b);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        match ends.get_mut(length) {
            Some(end) => *end = index,
            None => ends.push(index),
        }
    }
    let mut row = Vec::new();
    let mut at = ends.last().copied();
    while let Some(index) = at {
        row.push(pairs[index]);
        at = before[index];
    }
    row.reverse();
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Letters that differ only in case are alike.
    fn likeness(a: &Value, b: &Value) -> u32 {
        match (a, b) {
            (Value::Uint(a), Value::Uint(b)) if a == b => SAME,
            (Value::Uint(a), Value::Uint(b)) => u32::from((*a as u8).eq_ignore_ascii_case(&(*b as u8))) * 50,
            _ => 0,
        }
    }

    fn numbers(numbers: impl IntoIterator<Item = u64>) -> Vec<Value> {
        numbers.into_iter().map(Value::Uint).collect()
    }

    /// Returns the lists side by side, with `_` for a missing element.
    fn shown(one: &str, other: &str) -> String {
        let (a, b) = (one.as_bytes(), other.as_bytes());
        let list = |text: &[u8]| numbers(text.iter().map(|byte| u64::from(*byte)));
        let row = |row: &Row| match *row {
            Row::Both(x, y) => format!("{}{}", a[x] as char, b[y] as char),
            Row::One(x) => format!("{}_", a[x] as char),
            Row::Other(y) => format!("_{}", b[y] as char),
        };
        align(&list(a), &list(b), likeness).iter().map(row).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn similar_elements_are_aligned() {
        let cases = [
            ("", "", ""),
            ("abc", "abc", "aa bb cc"),
            ("abc", "xabc", "_x aa bb cc"),
            ("abc", "ac", "aa b_ cc"),
            ("abc", "axc", "aa bx cc"),
            ("abcd", "axyd", "aa bx cy dd"),
            ("abcde", "bxdef", "a_ bb cx dd ee _f"),
            ("ab", "xyz", "ax by _z"),
            ("aa", "a", "aa a_"),
            ("abc", "xAbC", "_x aA bb cC"),
            ("ab", "xyAb", "_x _y aA bb"),
        ];
        for (one, other, expected) in cases {
            assert_eq!(shown(one, other), expected, "{one} {other}");
        }
    }

    #[test]
    fn elements_of_long_lists_are_found_again() {
        let one = numbers((0..5000).map(|it| 1000 + it));
        // The first is added, one in the middle removed, one changed, and the last removed.
        let mut other = numbers([7].into_iter().chain((0..4999).map(|it| 1000 + it)));
        other.remove(2000);
        other[3000] = Value::Uint(8);
        let rows = align(&one, &other, likeness);
        let is_changed = |row: &&Row| !matches!(row, Row::Both(a, b) if one[*a] == other[*b]);
        let changed: Vec<Row> = rows.iter().filter(is_changed).copied().collect();
        assert_eq!(changed, [Row::Other(0), Row::One(1999), Row::Both(3000, 3000), Row::One(4999)]);
    }

    #[test]
    fn the_longest_ascending_rows_are_found() {
        let pairs = [(0, 3), (1, 0), (2, 4), (3, 1), (4, 2)];
        assert_eq!(ascending(&pairs), [(1, 0), (3, 1), (4, 2)]);
        assert_eq!(ascending(&[]), []);
    }

    #[test]
    fn long_lists_of_equal_elements_are_paired_in_order() {
        let (one, other) = (numbers([1].repeat(600)), numbers([&[2][..], &[1].repeat(600), &[2, 2]].concat()));
        let rows = align(&one, &other, |_, _| 0);
        assert_eq!(rows[..2], [Row::Both(0, 0), Row::Both(1, 1)]);
        assert_eq!(rows.len(), 603);
    }
}
