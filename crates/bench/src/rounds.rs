//! Repetitions. Each round restarts every subject and runs every operation of every subject once, in a new order, so
//! disturbances of the machine affect all alike.

use crate::counters::{self, Counts};
use crate::error::Error;
use crate::process::{Answer, Running};
use crate::subject::{Operation, Subject};
use std::path::Path;
use std::time::Duration;

/// How much to measure.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Repetitions of everything.
    pub rounds: usize,
    /// The approximate time of one repetition of one operation: several tries, of which the best counts.
    pub slice: Duration,
    /// Whether hardware events are counted too.
    pub counts: bool,
    /// Whether codecs also read the messages of other implementations.
    pub reads_peers: bool,
}

/// The number of tries in a turn; the best one counts.
pub const TRIES: u32 = 4;

/// The repetitions of one operation of one subject.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The measured operation.
    pub operation: Operation,
    /// Nanoseconds for one pass through all messages, by round.
    pub times: Vec<f64>,
    /// Allocations of one pass and their bytes, if they are counted.
    pub allocations: Option<[f64; 2]>,
    /// Hardware counts for one pass, if they are available.
    pub counts: Option<Counts>,
}

/// One operation of one subject.
struct Turn {
    subject: usize,
    series: usize,
    operation: Operation,
    passes: u64,
}

/// A subject and the operations to measure.
pub struct Candidate<'a> {
    /// The subject to measure.
    pub subject: &'a Subject,
    /// The operations to measure.
    pub operations: &'a [Operation],
}

/// Measures candidates with these images; reports progress after each turn. The series of each candidate are in the
/// order of its operations.
pub fn measure(
    candidates: &[Candidate],
    images: &Path,
    plan: Plan,
    step: &mut dyn FnMut(usize, usize),
) -> Result<Vec<Vec<Series>>, Error> {
    let start = || -> Result<Vec<Running>, Error> {
        // They start in parallel.
        let started = candidates.iter().map(|it| Running::start(it.subject, images, None));
        let mut running = started.collect::<Result<Vec<_>, _>>()?;
        running.iter_mut().try_for_each(|it| it.introduction().map(drop))?;
        Ok(running)
    };
    let empty = |it: &Candidate| it.operations.iter().map(|operation| Series::new(*operation)).collect();
    let mut series: Vec<Vec<Series>> = candidates.iter().map(empty).collect();
    let mut turns = turns(candidates, &mut start()?, plan)?;
    let (mut done, all) = (0, turns.len() * plan.rounds);
    for round in 0..plan.rounds {
        // The layout of code and memory differs between processes and can change times by a tenth.
        let mut running = start()?;
        shuffle(&mut turns, round);
        for turn in &turns {
            let answer = best(&mut running[turn.subject], turn)?;
            series[turn.subject][turn.series].add(answer, turn.passes);
            done += 1;
            step(done, all);
        }
    }
    if plan.counts {
        let (mut running, file) = (start()?, images.with_extension("counts"));
        for turn in &turns {
            let found = counters::count(&mut running[turn.subject], turn.operation, turn.passes, &file);
            series[turn.subject][turn.series].counts = found;
        }
    }
    Ok(series)
}

fn turns(candidates: &[Candidate], running: &mut [Running], plan: Plan) -> Result<Vec<Turn>, Error> {
    let mut turns = Vec::new();
    for (subject, (it, running)) in candidates.iter().zip(running).enumerate() {
        for (series, &operation) in it.operations.iter().enumerate() {
            let passes = passes(running, operation, plan.slice / TRIES)?;
            turns.push(Turn { subject, series, operation, passes });
        }
    }
    Ok(turns)
}

/// Other programs can slow a try down but never speed it up.
fn best(running: &mut Running, turn: &Turn) -> Result<Answer, Error> {
    let mut best = running.ask(turn.operation, turn.passes)?;
    for _ in 1..TRIES {
        let answer = running.ask(turn.operation, turn.passes)?;
        if answer.time < best.time {
            best = answer;
        }
    }
    Ok(best)
}

impl Series {
    fn new(operation: Operation) -> Self {
        Self { operation, times: Vec::new(), allocations: None, counts: None }
    }

    /// Allocations are the same in each round, except for memory that a codec allocates at first and keeps, so the last
    /// round counts.
    fn add(&mut self, answer: Answer, passes: u64) {
        let of_pass = |number: u64| number as f64 / passes as f64;
        self.times.push(of_pass(answer.time));
        self.allocations = answer.allocations.map(|counts| counts.map(of_pass));
    }
}

/// Returns the number of passes that take about the given time.
fn passes(running: &mut Running, operation: Operation, slice: Duration) -> Result<u64, Error> {
    let wanted = slice.as_nanos() as f64;
    let mut passes = 1;
    loop {
        let took = running.ask(operation, passes)?.time.max(1) as f64;
        let factor = wanted / took;
        if factor < 1.5 {
            return Ok(passes);
        }
        // Short runs are measured inaccurately.
        passes = (passes as f64 * factor.min(100.0)).ceil() as u64;
        if factor < 10.0 {
            return Ok(passes);
        }
    }
}

/// Uses another order for each round, and the same orders in each run.
fn shuffle<T>(turns: &mut [T], round: usize) {
    let mut state = round as u64;
    for last in (1..turns.len()).rev() {
        // SplitMix64.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        turns.swap(last, ((mixed ^ (mixed >> 31)) % (last as u64 + 1)) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_round_has_all_turns_in_another_order() {
        let mut turns: Vec<usize> = (0..9).collect();
        let mut orders = vec![turns.clone()];
        for round in 0..4 {
            shuffle(&mut turns, round);
            let mut sorted = turns.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, orders[0]);
            assert!(!orders.contains(&turns));
            orders.push(turns.clone());
        }
    }
}
