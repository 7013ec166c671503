//! Statistics of noisy repetitions.

/// The median of repetitions and their spread.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    /// The lower quartile.
    pub lower: f64,
    /// The median.
    pub median: f64,
    /// The upper quartile.
    pub upper: f64,
}

impl Spread {
    /// Returns the spread of some numbers; zeros if there are none.
    pub fn of(numbers: &[f64]) -> Self {
        let sorted = sorted(numbers);
        Self { lower: quantile(&sorted, 0.25), median: quantile(&sorted, 0.5), upper: quantile(&sorted, 0.75) }
    }
}

/// The ratio of two series of repetitions measured in the same rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// The median of the rounds' ratios.
    pub median: f64,
    /// An interval that contains the true median with at least 95% confidence.
    pub between: Option<(f64, f64)>,
}

/// The result of comparing two series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The first takes less.
    Less,
    /// Noise hides any difference.
    Same,
    /// The first takes more.
    More,
}

impl Ratio {
    /// Compares two series round by round.
    pub fn of(one: &[f64], other: &[f64]) -> Self {
        let ratios: Vec<f64> = one.iter().zip(other).map(|(one, other)| one / other).collect();
        let sorted = sorted(&ratios);
        let between = rank_of_interval(sorted.len()).map(|rank| (sorted[rank], sorted[sorted.len() - 1 - rank]));
        Self { median: quantile(&sorted, 0.5), between }
    }

    /// Decides only if the interval excludes 1; with too few rounds there is no interval.
    pub fn verdict(&self) -> Verdict {
        match self.between {
            Some((_, high)) if high < 1.0 => Verdict::Less,
            Some((low, _)) if low > 1.0 => Verdict::More,
            Some(_) | None => Verdict::Same,
        }
    }
}

/// Returns the number of smallest and of largest values, out of `count` sorted ones, that lie outside an interval that
/// contains the median with at least 95% confidence: the largest number of heads such that `count` throws of a fair
/// coin show at most that many with a probability below 2.5%.
fn rank_of_interval(count: usize) -> Option<usize> {
    let mut probability = 0.5_f64.powi(i32::try_from(count).ok()?);
    let mut sum = 0.0;
    let mut heads = 0;
    while heads < count && sum + probability <= 0.025 {
        sum += probability;
        probability *= (count - heads) as f64 / (heads + 1) as f64;
        heads += 1;
    }
    heads.checked_sub(1)
}

fn sorted(numbers: &[f64]) -> Vec<f64> {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

/// Interpolates between neighbours.
fn quantile(sorted: &[f64], part: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    let at = part * last as f64;
    let (below, above) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
    below + (above - below) * at.fract()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_lie_between_neighbours() {
        let spread = Spread::of(&[4.0, 1.0, 3.0, 2.0]);
        assert_eq!(spread, Spread { lower: 1.75, median: 2.5, upper: 3.25 });
        assert_eq!(Spread::of(&[7.0]), Spread { lower: 7.0, median: 7.0, upper: 7.0 });
        assert_eq!(Spread::of(&[]), Spread::default());
    }

    /// The ranks are those of published tables of the sign test at 5%.
    #[test]
    fn intervals_have_the_ranks_of_the_sign_test() {
        let ranks = [5, 6, 9, 12, 20, 30].map(rank_of_interval);
        assert_eq!(ranks, [None, Some(0), Some(1), Some(2), Some(5), Some(9)]);
        // If the powers of one half underflow, there is no interval; no measurement has that many rounds.
        assert_eq!(rank_of_interval(0), None);
    }

    #[test]
    fn differences_within_the_noise_are_ignored() {
        let steady = [1.0; 20];
        let noisy: Vec<f64> = (0..20).map(|round| if round % 2 == 0 { 0.5 } else { 2.0 }).collect();
        assert_eq!(Ratio::of(&noisy, &steady).verdict(), Verdict::Same);
        let slower: Vec<f64> = noisy.iter().map(|it| it * 1.01).collect();
        // Noise common to both in the same rounds does not hide a difference.
        assert_eq!(Ratio::of(&slower, &noisy).verdict(), Verdict::More);
        assert_eq!(Ratio::of(&noisy, &slower).verdict(), Verdict::Less);
    }

    #[test]
    fn too_few_rounds_decide_nothing() {
        let ratio = Ratio::of(&[2.0; 5], &[1.0; 5]);
        assert_eq!((ratio.median, ratio.between, ratio.verdict()), (2.0, None, Verdict::Same));
        assert_eq!(Ratio::of(&[2.0; 6], &[1.0; 6]).verdict(), Verdict::More);
    }
}
