//! Formats numbers for people.

/// Formats three digits, as in `4.21`, `42.1`, `421` or `4210`.
pub(super) fn number(value: f64) -> String {
    let digits = if value >= 99.95 {
        0
    } else if value >= 9.995 {
        1
    } else {
        2
    };
    format!("{value:.digits$}")
}

/// Formats a count, or a mean of counts.
pub(super) fn count(value: f64) -> String {
    if value.fract() == 0.0 { value.to_string() } else { number(value) }
}

/// `421 ns`, `4.21 µs` and so on.
pub(super) fn time(nanoseconds: f64) -> String {
    scaled(nanoseconds, 1000.0, &["ns", "µs", "ms", "s"])
}

/// `421 B`, `4.21 kB` and so on.
pub(super) fn bytes(count: f64) -> String {
    if count < 1000.0 && count.fract() == 0.0 {
        format!("{count} B")
    } else {
        scaled(count, 1000.0, &["B", "kB", "MB", "GB"])
    }
}

/// Formats the larger distance of a quartile from the median, in percent.
pub(super) fn spread(it: &crate::statistics::Spread) -> String {
    let percent = 50.0 * (it.upper - it.lower) / it.median.max(f64::MIN_POSITIVE);
    if percent < 0.95 { format!("±{percent:.1}%") } else { format!("±{percent:.0}%") }
}

/// Escapes a text for HTML and SVG.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn scaled(value: f64, factor: f64, units: &[&str]) -> String {
    let mut value = value;
    for unit in units {
        if value < 0.9995 * factor || unit == units.last().unwrap_or(unit) {
            return format!("{} {unit}", number(value));
        }
        value /= factor;
    }
    number(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Spread;

    #[test]
    fn numbers_have_three_digits() {
        assert_eq!([0.5, 4.2149, 42.149, 421.49, 4214.9].map(number), ["0.50", "4.21", "42.1", "421", "4215"]);
        assert_eq!([9.996, 99.96].map(number), ["10.0", "100"]);
        assert_eq!([42.149, 4214.9, 4_214_900.0, 999.6].map(time), ["42.1 ns", "4.21 µs", "4.21 ms", "1.00 µs"]);
        assert_eq!([120.0, 4214.9, 99.5].map(bytes), ["120 B", "4.21 kB", "99.5 B"]);
        assert_eq!(spread(&Spread { lower: 90.0, median: 100.0, upper: 110.0 }), "±10%");
    }
}
