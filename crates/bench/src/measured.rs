//! The results of one subject.

use crate::error::Error;
use crate::introductions::{Introductions, readers};
use crate::process::Introduction;
use crate::rounds::{self, Candidate, Plan, Series};
use crate::statistics::{Ratio, Spread, Verdict};
use crate::subject::{Operation, Subject};
use crate::work::{framed, write};
use std::path::{Path, PathBuf};

/// A measured subject.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The measured subject.
    pub subject: Subject,
    /// The subject's introduction.
    pub introduction: Introduction,
    /// The file with its messages.
    pub messages: PathBuf,
    /// True if every message was read back as the value that was written.
    pub is_faithful: bool,
    /// Total bytes of all messages.
    pub bytes: u64,
    /// Bytes of all messages compressed together.
    pub compressed: u64,
    /// The measurements of its operations.
    pub series: Vec<Series>,
}

/// A codec that was not measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Absent {
    /// Format and implementation.
    pub name: String,
    /// The reason for the absence.
    pub reason: String,
}

/// Measures subjects. A subject that refuses a message, even one that it wrote, is reported as absent.
pub fn measure(
    subjects: Vec<Subject>,
    images: &[Vec<u8>],
    folder: &Path,
    plan: Plan,
    step: &mut dyn FnMut(usize, usize),
) -> Result<(Vec<Measured>, Vec<Absent>), Error> {
    let path = folder.join("images");
    write(&path, framed(images))?;
    let (mut introductions, number) = (Introductions::new(folder, &path, images), subjects.len());
    let mut measured = introductions.of(subjects, 0)?;
    if plan.reads_peers {
        measured.extend(introductions.of(readers(&measured)?, number)?);
    }
    let of = |it: &Measured| (it.subject.clone(), it.introduction.operations.clone());
    let subjects: Vec<(Subject, Vec<Operation>)> = measured.iter().map(of).collect();
    let candidates: Vec<Candidate> =
        subjects.iter().map(|(subject, operations)| Candidate { subject, operations }).collect();
    let series = rounds::measure(&candidates, &path, plan, step)?;
    measured.iter_mut().zip(series).for_each(|(measured, series)| measured.series = series);
    Ok((measured, introductions.absent))
}

impl Measured {
    /// Returns format, implementation and mode; unique among the subjects.
    pub fn name(&self) -> String {
        let title = self.title();
        match (title.strip_suffix(')'), self.introduction.mode.as_str()) {
            (Some(open), mode) if !mode.is_empty() => format!("{open}, {mode})"),
            _ => title,
        }
    }

    /// Format and implementation.
    pub fn title(&self) -> String {
        let Subject { format, implementation, .. } = &self.subject;
        match self.introduction.language.as_str() {
            "cpp" => format!("{format} ({implementation})"),
            language => format!("{format} ({implementation}, {language})"),
        }
    }

    /// Returns the number of messages in the sample.
    pub fn messages(&self) -> f64 {
        self.introduction.sizes.len().max(1) as f64
    }

    /// Returns the mean size of a message in bytes.
    pub fn size(&self) -> f64 {
        self.bytes as f64 / self.messages()
    }

    /// Returns the measurements of an operation, or `None` if the subject lacks it.
    pub fn series(&self, operation: Operation) -> Option<&Series> {
        self.series.iter().find(|it| it.operation == operation)
    }

    /// Returns the mean nanoseconds for a message.
    pub fn time(&self, operation: Operation) -> Option<Spread> {
        let of_message: Vec<f64> = self.series(operation)?.times.iter().map(|time| time / self.messages()).collect();
        Some(Spread::of(&of_message))
    }

    /// Returns the mean allocations for a message and their bytes.
    pub fn allocations(&self, operation: Operation) -> Option<[f64; 2]> {
        Some(self.series(operation)?.allocations?.map(|count| count / self.messages()))
    }

    /// Returns the time relative to copying the message.
    pub fn of_copy(&self, operation: Operation) -> Option<f64> {
        Some(Ratio::of(&self.series(operation)?.times, &self.series(Operation::Copy)?.times).median)
    }
}

/// Returns the fastest subjects at an operation: those that no other beats by more than the noise, judged by the sign
/// test of the paired rounds or by quartiles that do not overlap. Subjects that change values do not take part. With
/// too few rounds to decide, the result is empty.
pub fn fastest(measured: &[Measured], operation: Operation) -> Vec<&Measured> {
    let taking_part: Vec<&Measured> =
        measured.iter().filter(|it| it.is_faithful && it.series(operation).is_some()).collect();
    let time = |it: &&Measured| it.time(operation).map_or(f64::INFINITY, |it| it.median);
    let Some(best) = taking_part.iter().copied().min_by(|a, b| time(a).total_cmp(&time(b))) else { return Vec::new() };
    let is_told = against(best, best, operation).is_some_and(|it| it.between.is_some());
    let upper = best.time(operation).map_or(f64::INFINITY, |it| it.upper);
    let is_apart = |it: &Measured| it.time(operation).is_some_and(|it| it.lower > upper);
    let is_told_slower = |it: &Measured| against(it, best, operation).is_some_and(|it| it.verdict() == Verdict::More);
    let is_slower = |it: &Measured| is_told_slower(it) || is_apart(it);
    taking_part.into_iter().filter(|it| is_told && !is_slower(it)).collect()
}

/// Compares two subjects at an operation that both have.
pub fn against(one: &Measured, other: &Measured, operation: Operation) -> Option<Ratio> {
    Some(Ratio::of(&one.series(operation)?.times, &other.series(operation)?.times))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Creates a subject whose operations took these times in each round.
    pub(crate) fn example(format: &str, is_faithful: bool, series: &[(Operation, &[f64])]) -> Measured {
        let operations: Vec<Operation> = series.iter().map(|(operation, _)| *operation).collect();
        let series = series.iter().map(|(operation, times)| Series {
            operation: *operation,
            times: times.to_vec(),
            allocations: None,
            counts: None,
        });
        Measured {
            subject: Subject { format: format.into(), implementation: "Polywire".into(), command: vec![], build: None },
            introduction: Introduction {
                language: "cpp".into(),
                mode: String::new(),
                version: "1".into(),
                operations,
                sizes: vec![60, 40],
                checksum: String::new(),
                changed: u64::from(!is_faithful),
                reads_others: false,
            },
            messages: PathBuf::new(),
            is_faithful,
            bytes: 100,
            compressed: 70,
            series: series.collect(),
        }
    }

    #[test]
    fn ties_within_the_noise_are_all_fastest() {
        let noisy: Vec<f64> = (0..20).map(|round| f64::from(90 + round)).collect();
        let other: Vec<f64> = noisy.iter().rev().map(|it| it + 0.1).collect();
        let slow: Vec<f64> = noisy.iter().map(|it| it * 1.5).collect();
        let quick: Vec<f64> = noisy.iter().map(|it| it * 0.5).collect();
        let encode = |name, is_faithful, times| example(name, is_faithful, &[(Operation::Encode, times)]);
        let all = [
            encode("a", true, &noisy),
            encode("b", true, &other),
            encode("c", true, &slow),
            encode("d", false, &quick),
        ];
        let names: Vec<String> = fastest(&all, Operation::Encode).iter().map(|it| it.subject.format.clone()).collect();
        assert_eq!(names, ["a", "b"]);
        assert!(fastest(&all, Operation::Decode).is_empty());
    }

    /// The best subject has one slow round, which hides the difference from the sign test of few rounds.
    #[test]
    fn distant_times_are_not_a_tie() {
        let best = [7.0, 7.1, 7.2, 7.3, 7.2, 40.0];
        let other = [16.4, 16.5, 16.6, 16.5, 16.4, 16.6];
        let encode = |name, times: &[f64]| example(name, true, &[(Operation::Encode, times)]);
        let all = [encode("a", &best), encode("b", &other)];
        assert_ne!(against(&all[1], &all[0], Operation::Encode).map(|it| it.verdict()), Some(Verdict::More));
        let names: Vec<String> = fastest(&all, Operation::Encode).iter().map(|it| it.subject.format.clone()).collect();
        assert_eq!(names, ["a"]);
    }

    #[test]
    fn times_are_per_message() {
        let it = example("a", true, &[(Operation::Copy, &[4.0, 4.0]), (Operation::Encode, &[20.0, 60.0])]);
        assert_eq!(it.time(Operation::Encode).map(|it| it.median), Some(20.0));
        assert_eq!(it.of_copy(Operation::Encode), Some(10.0));
        assert_eq!((it.size(), it.name()), (50.0, "a (Polywire)".to_owned()));
    }
}
