//! Counts of times, in bounded memory: two figures of each time are kept, as in histograms of high dynamic range.

use super::super::call::nanoseconds;
use std::time::Duration;

/// Bits of a time that are kept, so that it is off by less than 1/64.
const KEPT: u32 = 7;
/// Times below this are kept as they are.
const EXACT: u64 = 1 << KEPT;
/// Steps between a power of two and the next one.
const STEPS: u64 = EXACT / 2;

/// Times, in nanoseconds.
#[derive(Clone, Debug, Default)]
pub struct Histogram {
    counts: Vec<u64>,
    count: u64,
    largest: u64,
}

impl Histogram {
    pub fn add(&mut self, time: Duration) {
        let time = nanoseconds(time);
        let bucket = bucket(time);
        if self.counts.len() <= bucket {
            self.counts.resize(bucket + 1, 0);
        }
        self.counts[bucket] += 1;
        self.count += 1;
        self.largest = self.largest.max(time);
    }

    pub fn join(&mut self, other: &Self) {
        if self.counts.len() < other.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        self.counts.iter_mut().zip(&other.counts).for_each(|(count, more)| *count += more);
        self.count += other.count;
        self.largest = self.largest.max(other.largest);
    }

    pub fn count(&self) -> u64 {
        self.count
    }

    pub fn largest(&self) -> Duration {
        Duration::from_nanos(self.largest)
    }

    /// Returns a time that this part of all times, in thousandths, does not exceed.
    pub fn quantile(&self, thousandths: u64) -> Duration {
        let rank = (self.count * thousandths).div_ceil(1000).max(1);
        let mut seen = 0;
        let found = self.counts.iter().position(|count| {
            seen += count;
            seen >= rank
        });
        Duration::from_nanos(found.map_or(0, highest).min(self.largest))
    }
}

fn bucket(time: u64) -> usize {
    let shift = (u64::BITS - time.leading_zeros()).saturating_sub(KEPT);
    (u64::from(shift) * STEPS + (time >> shift)) as usize
}

/// Returns the longest time of a bucket.
fn highest(bucket: usize) -> u64 {
    let bucket = bucket as u64;
    match bucket {
        0..EXACT => bucket,
        _ => {
            let shift = (bucket / STEPS - 1) as u32;
            let step = bucket - u64::from(shift) * STEPS;
            (((u128::from(step) + 1) << shift) - 1) as u64
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_kept_but_for_a_small_part() {
        let times = (0..64).flat_map(|bit| [1u64 << bit, (1 << bit) + (1 << bit) / 3, u64::MAX >> bit]);
        for time in times.chain(0..1000) {
            let highest = highest(bucket(time));
            assert!(time <= highest && highest - time <= time / 64, "{time}: {highest}");
        }
    }

    #[test]
    fn quantiles_are_those_of_all_times() {
        let (mut first, mut second) = (Histogram::default(), Histogram::default());
        (1..=50).for_each(|time| first.add(Duration::from_nanos(time)));
        (51..=100).for_each(|time| second.add(Duration::from_nanos(time)));
        first.join(&second);
        for (thousandths, expected) in [(0, 1), (500, 50), (900, 90), (990, 99), (999, 100), (1000, 100)] {
            assert_eq!(first.quantile(thousandths), Duration::from_nanos(expected));
        }
        assert_eq!((first.count(), first.largest()), (100, Duration::from_nanos(100)));
        assert_eq!(Histogram::default().quantile(500), Duration::ZERO);
    }
}
