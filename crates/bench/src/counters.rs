//! Hardware counters, through `perf stat` where the machine allows it.

use crate::process::Running;
use crate::subject::Operation;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// Counts by event name.
pub type Counts = BTreeMap<String, f64>;

/// The counted events.
const EVENTS: &str = "instructions,cycles,branch-misses,cache-misses";

/// Returns whether the processor's events can be counted here, or why not.
pub fn available() -> Result<(), String> {
    let command = ["stat", "-x,", "-e", EVENTS, "true"];
    let output = Command::new("perf").args(command).stdin(Stdio::null()).output();
    let output = output.map_err(|_| "not available: perf is not installed".to_owned())?;
    match counts(&String::from_utf8_lossy(&output.stderr)) {
        Some(_) if output.status.success() => Ok(()),
        _ => Err("not available: perf is not allowed to count the processor's events".to_owned()),
    }
}

/// Returns the counts of one pass through all messages, or `None` if perf fails. A subject that waits for requests adds
/// no events, so perf may start early and stop late.
pub(crate) fn count(running: &mut Running, operation: Operation, passes: u64, file: &Path) -> Option<Counts> {
    let mut command = Command::new("perf");
    command.args(["stat", "-x,", "-e", EVENTS, "-p", &running.id().to_string(), "-o"]).arg(file);
    let mut perf = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()?;
    sleep(ATTACHING);
    let answer = running.ask(operation, passes);
    let told = Command::new("kill").args(["-INT", &perf.id().to_string()]).status();
    let is_told = told.is_ok_and(|status| status.success());
    if !is_told {
        perf.kill().ok()?;
    }
    perf.wait().ok()?;
    answer.ok().filter(|_| is_told)?;
    let all = counts(&std::fs::read_to_string(file).ok()?)?;
    // One pass first, as a warm-up.
    Some(all.into_iter().map(|(event, count)| (event, count / (passes + 1) as f64)).collect())
}

/// The time that perf needs to attach to the process.
const ATTACHING: Duration = Duration::from_millis(200);

/// Parses lines such as `1234,,instructions,…`; returns `None` if an event is missing.
fn counts(text: &str) -> Option<Counts> {
    let count = |line: &str| {
        let mut cells = line.split(',');
        let (count, event) = (cells.next()?.parse().ok()?, cells.nth(1)?);
        // A suffix marks events that were counted in user space only.
        Some((event.split(':').next()?.to_owned(), count))
    };
    let found: Counts = text.lines().filter_map(count).collect();
    EVENTS.split(',').all(|event| found.contains_key(event)).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_all_found_or_none() {
        let text = "# started on Mon Mar  2\n\n250,,instructions:u,10,100.00,2.5,insn per cycle\n100,,cycles:u,10,100.00,,\n\
                    3,,branch-misses:u,10,100.00,,\n1,,cache-misses:u,10,100.00,,\n";
        let found = counts(text).expect("counts");
        assert_eq!(
            found.into_iter().collect::<Vec<_>>(),
            [
                ("branch-misses".to_owned(), 3.0),
                ("cache-misses".to_owned(), 1.0),
                ("cycles".to_owned(), 100.0),
                ("instructions".to_owned(), 250.0),
            ]
        );
        assert_eq!(counts(&text.replace("100,,cycles", "<not supported>,,cycles")), None);
    }
}
