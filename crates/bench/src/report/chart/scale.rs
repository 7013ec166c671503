//! Maps numbers to positions on an axis.

/// An axis between two numbers, both outside the displayed range.
pub(super) struct Scale {
    from: f64,
    to: f64,
    is_logarithmic: bool,
}

/// Numbers with a larger ratio are shown on a logarithmic axis, so small ones remain distinguishable.
const FAR_APART: f64 = 12.0;

impl Scale {
    /// Creates an axis for these numbers with a margin. A linear axis begins at zero.
    pub fn of(numbers: &[f64]) -> Self {
        let least = numbers.iter().copied().fold(f64::INFINITY, f64::min).max(f64::MIN_POSITIVE);
        let most = numbers.iter().copied().fold(0.0, f64::max).max(least);
        if most / least > FAR_APART {
            return Self { from: least / 1.6, to: most * 2.2, is_logarithmic: true };
        }
        Self { from: 0.0, to: most * 1.2, is_logarithmic: false }
    }

    /// Returns the position of a number as a fraction of the axis.
    pub fn place(&self, number: f64) -> f64 {
        if self.is_logarithmic {
            return (number / self.from).ln() / (self.to / self.from).ln();
        }
        (number - self.from) / (self.to - self.from)
    }

    /// Returns at most about eight round numbers for ticks.
    pub fn ticks(&self) -> Vec<f64> {
        if !self.is_logarithmic {
            let step = round_up((self.to - self.from) / 6.0);
            return (0..).map(|index| f64::from(index) * step).take_while(|it| *it <= self.to).collect();
        }
        let decades = (self.to / self.from).log10();
        let digits: &[f64] = if decades < 2.5 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let first = self.from.log10().floor() as i32;
        let powers = (first..).map(|power| 10_f64.powi(power)).take_while(|power| *power <= self.to);
        let all = powers.flat_map(|power| digits.iter().map(move |digit| digit * power));
        all.filter(|it| (self.from..=self.to).contains(it)).collect()
    }

    /// Returns true if equal distances are equal factors.
    pub fn is_logarithmic(&self) -> bool {
        self.is_logarithmic
    }
}

/// Rounds up to the next of 1, 2, 5, 10, 20, 50 and so on.
fn round_up(number: f64) -> f64 {
    let power = 10_f64.powf(number.log10().floor());
    let digit = number / power;
    power * [1.0, 2.0, 5.0, 10.0].into_iter().find(|it| *it >= digit).unwrap_or(10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_numbers_are_on_a_linear_axis_from_zero() {
        let scale = Scale::of(&[100.0, 250.0]);
        assert!(!scale.is_logarithmic());
        assert_eq!((scale.place(0.0), scale.place(300.0)), (0.0, 1.0));
        assert_eq!(scale.ticks(), [0.0, 50.0, 100.0, 150.0, 200.0, 250.0, 300.0]);
    }

    #[test]
    fn far_numbers_are_on_a_logarithmic_axis() {
        let scale = Scale::of(&[16.0, 1600.0]);
        assert!(scale.is_logarithmic());
        assert!(scale.place(16.0) > 0.05 && scale.place(1600.0) < 0.95);
        assert_eq!(scale.ticks(), [10.0, 100.0, 1000.0]);
        assert_eq!(Scale::of(&[20.0, 400.0]).ticks(), [20.0, 50.0, 100.0, 200.0, 500.0]);
    }

    #[test]
    fn one_or_no_number_has_an_axis_too() {
        assert!((Scale::of(&[7.0]).place(7.0) - 1.0 / 1.2).abs() < 1e-9);
        assert!(Scale::of(&[0.0]).ticks().len() < 10);
    }
}
