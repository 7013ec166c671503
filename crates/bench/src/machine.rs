//! Where and when a measurement was made.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

/// A machine and its system; unknown properties are empty.
#[derive(Clone, Debug, Default)]
pub struct Machine {
    /// The processor's model name.
    pub processor: String,
    /// The number of usable processors.
    pub processors: usize,
    /// The frequency governor.
    pub governor: String,
    /// Kernel name and version.
    pub kernel: String,
    /// Date and minute, in UTC.
    pub date: String,
}

impl Machine {
    /// Describes the current machine and time.
    pub fn this() -> Self {
        let governor = fs::read_to_string("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor").unwrap_or_default();
        Self {
            processor: processor(),
            processors: std::thread::available_parallelism().map_or(1, usize::from),
            governor: governor.trim().to_owned(),
            kernel: output("uname", &["-sr"]).unwrap_or_default(),
            date: date(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())),
        }
    }

    /// Returns the known facts with their names.
    pub fn facts(&self) -> Vec<(&'static str, String)> {
        let processor = format!("{} ({} usable)", self.processor, self.processors);
        let facts = [
            ("processor", processor),
            ("governor", self.governor.clone()),
            ("kernel", self.kernel.clone()),
            ("date", self.date.clone()),
        ];
        facts.into_iter().filter(|(_, text)| !text.is_empty()).collect()
    }
}

/// Returns the first line that a program prints, or `None` if it cannot be run or fails.
pub fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    output.status.success().then(|| text.lines().next().unwrap_or_default().trim().to_owned())
}

/// Returns true if a version such as `1.24.3` or `go1.24` is not older than another one.
pub(crate) fn is_at_least(version: &str, least: [u32; 2]) -> bool {
    let number = version.trim_start_matches(|ch: char| !ch.is_ascii_digit());
    let mut parts = number.split(|ch: char| !ch.is_ascii_digit()).map(|part| part.parse().unwrap_or(0));
    [parts.next().unwrap_or(0), parts.next().unwrap_or(0)] >= least
}

fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let value = |key: &str| {
        let line = text.lines().find(|line| line.starts_with(key))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    let of_system = || output("sysctl", &["-n", "machdep.cpu.brand_string"]);
    value("model name").or_else(of_system).unwrap_or_else(|| std::env::consts::ARCH.to_owned())
}

/// Formats seconds since 1970 as `2026-03-01 12:34 UTC`.
fn date(seconds: u64) -> String {
    let (days, minutes) = (seconds / 86400, seconds % 86400 / 60);
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let (mut year, mut left) = (1970, days);
    while left >= 365 + u64::from(leap(year)) {
        left -= 365 + u64::from(leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while left >= lengths[month] {
        left -= lengths[month];
        month += 1;
    }
    format!("{year}-{:02}-{:02} {:02}:{:02} UTC", month + 1, left + 1, minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_numbers() {
        for version in ["go1.24", "1.85.0", "go1.100.2", "2.0", "go1.25rc1"] {
            assert!(is_at_least(version, [1, 24]), "{version}");
        }
        for version in ["go1.9", "1.23.99", "", "0.99", "devel"] {
            assert!(!is_at_least(version, [1, 24]), "{version}");
        }
    }

    #[test]
    fn dates_follow_the_calendar() {
        assert_eq!(date(0), "1970-01-01 00:00 UTC");
        assert_eq!(date(951_782_400), "2000-02-29 00:00 UTC");
        assert_eq!(date(1_772_368_499), "2026-03-01 12:34 UTC");
        assert_eq!(date(1_735_689_599), "2024-12-31 23:59 UTC");
    }
}
