//! Which elements of two lists stand for each other.

/// A row of two lists side by side: the index of an element in the one, in the other, or in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Row {
    Both(usize, usize),
    One(usize),
    Other(usize),
}

/// How alike two elements are that are the same.
pub(super) const SAME: u32 = 200;

/// Lists of which more pairs would have to be compared are aligned by index.
const MOST_PAIRS: usize = 1 << 16;

/// Aligns lists of these lengths: elements stand beside those that they are most alike, all in all, and what is left between them
/// is paired in order.
pub(super) fn align((one, other): (usize, usize), likeness: impl Fn(usize, usize) -> u32) -> Vec<Row> {
    let least = one.min(other);
    let is_same = |a: usize, b: usize| likeness(a, b) == SAME;
    let first = (0..least).take_while(|at| is_same(*at, *at)).count();
    let last = (0..least - first).take_while(|back| is_same(one - 1 - back, other - 1 - back)).count();
    let (ones, others) = (one - first - last, other - first - last);
    let matches = if ones.saturating_mul(others) <= MOST_PAIRS {
        most_alike(ones, others, |a, b| likeness(first + a, first + b))
    } else {
        Vec::new()
    };
    let mut rows: Vec<Row> = (0..first).map(|at| Row::Both(at, at)).collect();
    let mut at = (first, first);
    for (a, b) in matches {
        gap(&mut rows, at, (first + a, first + b));
        rows.push(Row::Both(first + a, first + b));
        at = (first + a + 1, first + b + 1);
    }
    gap(&mut rows, at, (first + ones, first + others));
    rows.extend((0..last).rev().map(|back| Row::Both(one - 1 - back, other - 1 - back)));
    rows
}

/// What differs, from one place to another.
fn gap(rows: &mut Vec<Row>, from: (usize, usize), to: (usize, usize)) {
    let pairs = (to.0 - from.0).min(to.1 - from.1);
    rows.extend((0..pairs).map(|at| Row::Both(from.0 + at, from.1 + at)));
    rows.extend((from.0 + pairs..to.0).map(Row::One));
    rows.extend((from.1 + pairs..to.1).map(Row::Other));
}

/// The pairs, in ascending order, that are most alike in sum.
fn most_alike(ones: usize, others: usize, likeness: impl Fn(usize, usize) -> u32) -> Vec<(usize, usize)> {
    let width = others + 1;
    // The greatest sum from each pair of places on.
    let mut sums = vec![0u32; (ones + 1) * width];
    for a in (0..ones).rev() {
        for b in (0..others).rev() {
            let together = likeness(a, b) + sums[(a + 1) * width + b + 1];
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
            pairs.push((a, b));
            (a, b) = (a + 1, b + 1);
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Letters of another case are alike.
    fn likeness(a: u8, b: u8) -> u32 {
        match a == b {
            true => SAME,
            false => u32::from(a.eq_ignore_ascii_case(&b)) * 50,
        }
    }

    /// The lists beside each other, `_` where one has nothing.
    fn shown(one: &str, other: &str) -> String {
        let (a, b) = (one.as_bytes(), other.as_bytes());
        let rows = align((a.len(), b.len()), |x, y| likeness(a[x], b[y]));
        let row = |row: &Row| match *row {
            Row::Both(x, y) => format!("{}{}", a[x] as char, b[y] as char),
            Row::One(x) => format!("{}_", a[x] as char),
            Row::Other(y) => format!("_{}", b[y] as char),
        };
        rows.iter().map(row).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_is_the_same_stands_side_by_side() {
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
    fn long_lists_are_paired_by_index() {
        let rows = align((1000, 1001), |a, b| u32::from(a + 1 == b && a != 0 && a != 999) * SAME);
        assert_eq!(rows[..2], [Row::Both(0, 0), Row::Both(1, 1)]);
        assert_eq!(rows.len(), 1001);
    }
}
