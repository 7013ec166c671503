//! The table for a terminal.

use super::Report;
use super::text::{bytes, number, spread, time};
use crate::measured::{Measured, fastest};
use crate::subject::Operation;

/// Prints the results, one codec on each line, with an explanation of the marks.
pub(super) fn table(report: &Report) -> String {
    let operations = operations(report);
    let mut rows = vec![head(&operations)];
    let best: Vec<Vec<String>> = operations.iter().map(|it| names(&fastest(&report.measured, *it))).collect();
    rows.extend(report.measured.iter().map(|it| row(it, &operations, &best)));
    let mut text = aligned(&rows);
    text += "\ntimes: for one message, the median of ";
    text += &format!(
        "{} rounds ± half of the interquartile range, and the ratio to a copy of the message\n",
        report.plan.rounds
    );
    text += "*: fastest, or within the noise of the fastest\n";
    if report.measured.iter().any(|it| !it.is_faithful) {
        text += "!: some messages were read back with different values\n";
    }
    report.told_of_others().iter().for_each(|it| text += &format!("{it}\n"));
    report.absent.iter().for_each(|it| text += &format!("not measured: {}: {}\n", it.name, it.reason));
    text
}

/// Returns the operations that any subject has, except the copy that serves as the scale.
pub(super) fn operations(report: &Report) -> Vec<Operation> {
    let has = |operation: &Operation| report.measured.iter().any(|it| it.series(*operation).is_some());
    Operation::ALL.into_iter().filter(|it| *it != Operation::Copy && has(it)).collect()
}

/// Returns the unique names of subjects.
pub(super) fn names(measured: &[&Measured]) -> Vec<String> {
    measured.iter().map(|it| it.name()).collect()
}

fn head(operations: &[Operation]) -> Vec<String> {
    let titles = operations.iter().map(|it| it.title());
    ["codec", "size", "zstd"].into_iter().chain(titles).chain(["code", "compiled in"]).map(str::to_owned).collect()
}

fn row(it: &Measured, operations: &[Operation], best: &[Vec<String>]) -> Vec<String> {
    let mark = if it.is_faithful { "" } else { " !" };
    let sizes = [format!("{}{mark}", it.name()), bytes(it.size()), bytes(it.compressed as f64 / it.messages())];
    let times = operations.iter().zip(best).map(|(operation, best)| cell(it, *operation, best));
    let build = it.subject.build;
    let built = [
        build.map_or(String::new(), |it| bytes(it.code as f64)),
        build.map_or(String::new(), |it| format!("{:.1} s", it.time.as_secs_f64())),
    ];
    sizes.into_iter().chain(times).chain(built).collect()
}

fn cell(it: &Measured, operation: Operation, best: &[String]) -> String {
    let Some(found) = it.time(operation) else { return "-".to_owned() };
    let of_copy = it.of_copy(operation).map_or(String::new(), |it| format!(" {}x", number(it)));
    let mark = if best.contains(&it.name()) { "*" } else { "" };
    format!("{} {}{of_copy}{mark}", time(found.median), spread(&found))
}

/// Pads columns to their widest cell; the first one is aligned left.
fn aligned(rows: &[Vec<String>]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default();
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let cell = |(column, text): (usize, &String)| {
        let padding = " ".repeat(widths[column] - text.chars().count());
        if column == 0 { format!("{text}{padding}") } else { format!("{padding}{text}") }
    };
    let line =
        |row: &Vec<String>| row.iter().enumerate().map(cell).collect::<Vec<_>>().join("  ").trim_end().to_owned();
    rows.iter().map(|row| line(row) + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let rows = [["a", "bb"], ["ccc", "d"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(aligned(&rows), "a    bb\nccc   d\n");
    }
}
