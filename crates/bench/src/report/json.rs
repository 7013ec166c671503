//! JSON for programs.

use super::Report;
use crate::counters::Counts;
use crate::introductions::ZSTD_LEVEL;
use crate::measured::{Measured, against, fastest};
use crate::rounds::Series;
use crate::statistics::{Ratio, Spread, Verdict};
use crate::subject::Operation;
use serde_json::{Map, Value, json};

pub(super) fn json(report: &Report) -> Value {
    let machine: Map<String, Value> =
        pairs(report.machine.facts().into_iter().map(|(name, text)| (name.to_owned(), text)));
    let absent = report.absent.iter().map(|it| json!({"name": it.name, "reason": it.reason}));
    json!({
        "polywire": env!("CARGO_PKG_VERSION"),
        "type": report.type_name,
        "schema": report.schema,
        "sample": report.sample,
        "messages": report.measured.first().map_or(0, |it| it.introduction.sizes.len()),
        "machine": machine,
        "tools": pairs(report.tools.iter().cloned()),
        "counters": report.counters,
        "rounds": report.plan.rounds,
        "slice_ns": report.plan.slice.as_nanos() as u64,
        "zstd_level": ZSTD_LEVEL,
        "formats_of_others": report.of_others,
        "codecs": report.measured.iter().map(|it| codec(it, &report.measured)).collect::<Vec<_>>(),
        "not_measured": absent.collect::<Vec<_>>(),
    })
}

fn pairs(all: impl Iterator<Item = (String, String)>) -> Map<String, Value> {
    all.map(|(name, text)| (name, Value::from(text))).collect()
}

fn codec(it: &Measured, all: &[Measured]) -> Value {
    let operations: Map<String, Value> =
        it.series.iter().map(|series| (series.operation.name().to_owned(), operation(it, series, all))).collect();
    json!({
        "name": it.name(),
        "format": it.subject.format,
        "implementation": it.subject.implementation,
        "language": it.introduction.language,
        "mode": it.introduction.mode,
        "version": it.introduction.version,
        "faithful": it.is_faithful,
        "changed_messages": it.introduction.changed,
        "bytes": it.bytes,
        "zstd_bytes": it.compressed,
        "message_bytes": it.size(),
        "code_bytes": it.subject.build.map(|it| it.code),
        "compile_ns": it.subject.build.map(|it| it.time.as_nanos() as u64),
        "operations": operations,
    })
}

/// Times are for one message.
fn operation(it: &Measured, series: &Series, all: &[Measured]) -> Value {
    let messages = it.messages();
    let times: Vec<f64> = series.times.iter().map(|time| time / messages).collect();
    let Spread { lower, median, upper } = Spread::of(&times);
    let fastest = fastest(all, series.operation);
    let is_fastest = it.is_faithful && fastest.iter().any(|other| other.name() == it.name());
    let best =
        fastest.iter().copied().min_by(|a, b| middle(a, series.operation).total_cmp(&middle(b, series.operation)));
    let of_best = best.and_then(|best| against(it, best, series.operation));
    let allocations = it.allocations(series.operation);
    json!({
        "ns": median,
        "lower_quartile_ns": lower,
        "upper_quartile_ns": upper,
        "of_copy": it.of_copy(series.operation),
        "allocations": allocations.map(|[number, _]| number),
        "allocated_bytes": allocations.map(|[_, bytes]| bytes),
        "counts": series.counts.as_ref().map(|counts| of_message(counts, messages)),
        "fastest": is_fastest,
        "of_fastest": of_best.map(|it| ratio(&it)),
        "rounds_ns": times,
    })
}

fn of_message(counts: &Counts, messages: f64) -> Map<String, Value> {
    counts.iter().map(|(event, count)| (event.clone(), Value::from(count / messages))).collect()
}

fn middle(it: &Measured, operation: Operation) -> f64 {
    it.time(operation).map_or(f64::INFINITY, |it| it.median)
}

fn ratio(it: &Ratio) -> Value {
    let verdict = match it.verdict() {
        Verdict::Less => "less",
        Verdict::Same => "same",
        Verdict::More => "more",
    };
    json!({"median": it.median, "between": it.between.map(|(low, high)| [low, high]), "verdict": verdict})
}
