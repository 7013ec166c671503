//! What a run showed.

use super::super::call::nanoseconds;
use super::histogram::Histogram;
use polywire_rpc::{End, Status};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::time::Duration;

/// The calls of a run.
#[derive(Default)]
pub struct Report {
    pub times: Histogram,
    pub statuses: BTreeMap<Status, u64>,
    /// The first message of a failed call.
    pub failure: Option<String>,
}

/// Names of quantiles, in thousandths.
const QUANTILES: [(&str, u64); 4] = [("p50", 500), ("p90", 900), ("p99", 990), ("p99.9", 999)];

impl Report {
    pub fn add(&mut self, time: Duration, end: &End) {
        self.times.add(time);
        *self.statuses.entry(end.status).or_default() += 1;
        if end.status != Status::OK && self.failure.is_none() {
            self.failure = Some(format!("{}: {}", end.status, end.message));
        }
    }

    pub fn join(&mut self, other: Self) {
        self.times.join(&other.times);
        other.statuses.into_iter().for_each(|(status, count)| *self.statuses.entry(status).or_default() += count);
        self.failure = self.failure.take().or(other.failure);
    }

    pub fn text(&self, elapsed: Duration) -> Vec<String> {
        let (calls, seconds) = (self.times.count(), elapsed.as_secs_f64());
        let mut lines = vec![format!("{calls} calls in {seconds:.2} s, {:.1} a second", self.rate(elapsed))];
        let times = self.latencies().map(|(name, time)| format!("{name} {}", shown(time)));
        lines.push(times.collect::<Vec<_>>().join(", "));
        lines.extend(self.statuses.iter().map(|(status, count)| format!("{status}: {count}")));
        lines
    }

    pub fn json(&self, elapsed: Duration) -> Value {
        let latencies: Map<String, Value> =
            self.latencies().map(|(name, time)| (name.to_owned(), nanoseconds(time).into())).collect();
        let statuses: BTreeMap<String, u64> =
            self.statuses.iter().map(|(it, count)| (it.to_string(), *count)).collect();
        json!({
            "calls": self.times.count(),
            "seconds": elapsed.as_secs_f64(),
            "calls_per_second": self.rate(elapsed),
            "latency_ns": latencies,
            "statuses": statuses,
        })
    }

    fn rate(&self, elapsed: Duration) -> f64 {
        self.times.count() as f64 / elapsed.as_secs_f64().max(f64::MIN_POSITIVE)
    }

    fn latencies(&self) -> impl Iterator<Item = (&'static str, Duration)> {
        let quantiles = QUANTILES.into_iter().map(|(name, thousandths)| (name, self.times.quantile(thousandths)));
        quantiles.chain([("max", self.times.largest())])
    }
}

fn shown(time: Duration) -> String {
    let microseconds = time.as_secs_f64() * 1e6;
    match microseconds {
        ..1000.0 => format!("{microseconds:.0} µs"),
        ..1e6 => format!("{:.2} ms", microseconds / 1e3),
        _ => format!("{:.2} s", microseconds / 1e6),
    }
}
