//! Pictures.

mod bars;
mod legend;
mod scale;
mod scatter;
mod svg;

use super::Report;
use super::table::operations;
use crate::measured::{Measured, fastest};
use crate::statistics::Spread;
use crate::subject::Operation;

/// The colours of pictures, in a page or in separate files.
pub(super) const STYLE: &str = include_str!("style.css");

/// A mark in a picture.
pub(super) struct Mark {
    /// The label beside it.
    label: String,
    kind: Kind,
    /// Mean bytes of a message.
    size: f64,
    /// Mean nanoseconds for a message.
    time: Spread,
    of_copy: Option<f64>,
    is_fastest: bool,
    is_faithful: bool,
}

/// The origin of a codec; each kind has its own colour and shape.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Generated,
    OtherLanguage,
    Peer,
}

impl Kind {
    pub fn of(it: &Measured) -> Self {
        match (it.subject.implementation.as_str(), it.introduction.language.as_str()) {
            ("Polywire", "cpp") => Self::Generated,
            ("Polywire", _) => Self::OtherLanguage,
            _ => Self::Peer,
        }
    }

    fn class(self) -> &'static str {
        match self {
            Self::Generated => "generated",
            Self::OtherLanguage => "language",
            Self::Peer => "peer",
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::Generated => "Polywire, C++",
            Self::OtherLanguage => "Polywire, other engines",
            Self::Peer => "other implementations",
        }
    }
}

/// Returns a short label that distinguishes the codec from others.
pub(super) fn label(it: &Measured) -> String {
    match Kind::of(it) {
        Kind::Generated => it.subject.format.clone(),
        Kind::OtherLanguage => {
            let said = &it.introduction;
            let engine = if said.mode.is_empty() { &said.language } else { &said.mode };
            format!("{} ({engine})", it.subject.format)
        }
        Kind::Peer => it.subject.implementation.clone(),
    }
}

/// Draws size against time for the two operations that every codec has.
pub(super) fn scatters(report: &Report) -> Vec<(String, String)> {
    let wanted = [(Operation::Encode, "Size and time to encode"), (Operation::Decode, "Size and time to decode")];
    let named = wanted.into_iter().map(|(operation, title)| {
        (format!("size-{}", operation.name()), scatter::picture(title, &marks(report, operation)))
    });
    named.collect()
}

/// Draws times, one picture for each operation.
pub(super) fn bars(report: &Report) -> Vec<(String, String)> {
    let named = operations(report).into_iter().map(|operation| {
        let mut marks = marks(report, operation);
        marks.sort_by(|a, b| a.time.median.total_cmp(&b.time.median));
        (operation.name().to_owned(), bars::picture(operation.title(), &marks))
    });
    named.collect()
}

/// Returns all pictures as separate files.
pub(super) fn pictures(report: &Report) -> Vec<(String, String)> {
    let all = scatters(report).into_iter().chain(bars(report));
    all.map(|(name, picture)| (format!("{name}.svg"), svg::alone(&picture, STYLE))).collect()
}

fn marks(report: &Report, operation: Operation) -> Vec<Mark> {
    let best: Vec<String> = fastest(&report.measured, operation).iter().map(|it| it.name()).collect();
    let mark = |it: &Measured| {
        Some(Mark {
            label: label(it),
            kind: Kind::of(it),
            size: it.size(),
            time: it.time(operation)?,
            of_copy: it.of_copy(operation),
            is_fastest: best.contains(&it.name()),
            is_faithful: it.is_faithful,
        })
    };
    report.measured.iter().filter_map(mark).collect()
}

/// Returns the kinds of some marks, in order.
fn kinds(marks: &[Mark]) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = marks.iter().map(|it| it.kind).collect();
    kinds.sort();
    kinds.dedup();
    kinds
}
