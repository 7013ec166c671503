//! A self-contained HTML page.

use super::Report;
use super::chart::{self, label};
use super::table::operations;
use super::text::{bytes, count, escaped, number, spread, time};
use crate::introductions::ZSTD_LEVEL;
use crate::measured::{Measured, fastest};
use crate::rounds::TRIES;
use crate::subject::Operation;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

pub(super) fn page(report: &Report) -> String {
    let title = escaped(&format!("{}: wire formats compared", report.type_name));
    let parts = [head(report), answers(report), pictures(report), table(report), absent(report), method(report)];
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{}{STYLE}</style>\n</head>\n<body>\n{}<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        chart::STYLE,
        parts.concat()
    )
}

fn head(report: &Report) -> String {
    let messages = report.measured.first().map_or(0, |it| it.introduction.sizes.len());
    let messages = if messages == 1 { "one message".to_owned() } else { format!("{messages} messages") };
    format!(
        "<h1>{}: wire formats compared</h1>\n<p class=\"faint\">{messages} of {}, schema {}; measured by polywire bench {}, {}</p>\n",
        escaped(&report.type_name),
        escaped(&report.sample),
        escaped(&report.schema),
        env!("CARGO_PKG_VERSION"),
        escaped(&report.machine.date)
    )
}

/// Answers the most common questions.
fn answers(report: &Report) -> String {
    let smallest = |title: &str, size: fn(&Measured) -> u64| {
        let faithful = || report.measured.iter().filter(|it| it.is_faithful);
        let least = faithful().map(size).min().unwrap_or_default();
        let those: Vec<&Measured> = faithful().filter(|it| size(it) == least).collect();
        let messages = those.first().map_or(1.0, |it| it.messages());
        let formats = those.iter().map(|it| it.subject.format.clone()).collect();
        answer(title, formats, &format!("{} a message", bytes(least as f64 / messages)))
    };
    let quickest = |title: &str, operation| {
        let those = fastest(&report.measured, operation);
        let times = those.iter().filter_map(|it| it.time(operation)).map(|it| it.median);
        let text = format!("{} a message", time(times.fold(f64::INFINITY, f64::min)));
        if those.is_empty() {
            return answer(title, Vec::new(), "too few rounds to decide");
        }
        let text = if those.len() > 1 { format!("{text}; the difference is within the noise") } else { text };
        answer(title, those.into_iter().map(label).collect(), &text)
    };
    let all = [
        smallest("Smallest", |it| it.bytes),
        smallest("Smallest under zstd", |it| it.compressed),
        quickest("Fastest to encode", Operation::Encode),
        quickest("Fastest to decode", Operation::Decode),
    ];
    format!("<div class=\"answers\">\n{}</div>\n", all.concat())
}

/// The most names that fit in an answer.
const MOST_NAMES: usize = 3;

fn answer(title: &str, mut names: Vec<String>, text: &str) -> String {
    names.dedup();
    let others = names.len().saturating_sub(MOST_NAMES);
    names.truncate(MOST_NAMES);
    let mut names = if names.is_empty() { "–".to_owned() } else { escaped(&names.join(", ")) };
    if others > 0 {
        names += &format!(" <small>and {others} more</small>");
    }
    format!("<div class=\"answer\">{title}<b>{names}</b><span class=\"faint\">{}</span></div>\n", escaped(text))
}

fn pictures(report: &Report) -> String {
    let group = |pictures: Vec<(String, String)>| {
        format!("<div class=\"pictures\">\n{}</div>\n", pictures.into_iter().map(|(_, it)| it).collect::<String>())
    };
    format!(
        "<h2>Which is small, and which is fast?</h2>\n{}<h2>Time for one message</h2>\n\
         <p class=\"faint\">Medians; the thin lines go from the lower to the upper quartile of the rounds. ★ marks the fastest codec, and \
         others within the noise. In parentheses: the ratio to a copy of the message's bytes. No codec can be much faster than a copy.</p>\n{}",
        group(chart::scatters(report)),
        group(chart::bars(report))
    )
}

fn table(report: &Report) -> String {
    let operations = operations(report);
    let head = |title: &str| format!("<th data-sort>{title}</th>");
    let titles = ["codec", "size", "zstd"].into_iter().chain(operations.iter().map(|it| it.title()));
    let heads: String = titles.chain(["code", "compiled in"]).map(head).collect();
    let best: Vec<Vec<String>> =
        operations.iter().map(|it| fastest(&report.measured, *it).iter().map(|it| it.name()).collect()).collect();
    let rows: String = report.measured.iter().map(|it| row(it, &operations, &best)).collect();
    format!(
        "<h2>All numbers</h2>\n<div class=\"wide\"><table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n\
         <p class=\"faint\">Click on a heading to sort. Each time is followed by its spread, its ratio to a copy, and the number of \
         allocations for a message, if there are any.</p>\n{}",
        report.told_of_others().map_or(String::new(), |it| format!("<p class=\"faint\">{}.</p>\n", escaped(&it)))
    )
}

fn row(it: &Measured, operations: &[Operation], best: &[Vec<String>]) -> String {
    let said = &it.introduction;
    let details: Vec<&str> = [said.version.as_str(), &said.mode].into_iter().filter(|it| !it.is_empty()).collect();
    let mut details = escaped(&details.join(", "));
    if !it.is_faithful {
        details +=
            &format!(" — {} of {} messages were read back with different values", said.changed, said.sizes.len());
    }
    let name = escaped(&it.title());
    let compressed = it.compressed as f64 / it.messages();
    let mut row = format!("<tr><td data-value=\"{name}\">{name}<small>{details}</small></td>");
    row += &format!("<td data-value=\"{}\">{}</td>", it.size(), bytes(it.size()));
    row += &format!("<td data-value=\"{compressed}\">{}</td>", bytes(compressed));
    row += &operations.iter().zip(best).map(|(operation, best)| cell(it, *operation, best)).collect::<String>();
    row += &it.subject.build.map_or("<td></td><td></td>".to_owned(), |build| {
        let seconds = build.time.as_secs_f64();
        format!(
            "<td data-value=\"{}\">{}</td><td data-value=\"{seconds}\">{seconds:.1} s</td>",
            build.code,
            bytes(build.code as f64)
        )
    });
    row + "</tr>\n"
}

fn cell(it: &Measured, operation: Operation, best: &[String]) -> String {
    let Some(found) = it.time(operation) else { return "<td>–</td>".to_owned() };
    let class = if best.contains(&it.name()) { " class=\"best\"" } else { "" };
    let of_copy = it.of_copy(operation).map_or(String::new(), |it| format!(", {}×", number(it)));
    let allocations = it.allocations(operation).map(|[number, _]| number).filter(|number| *number > 0.0);
    let allocated = allocations.map_or(String::new(), |number| format!("<small>{} alloc.</small>", count(number)));
    let (value, middle, spread) = (found.median, time(found.median), spread(&found));
    let instructions = it.series(operation).and_then(|it| it.counts.as_ref()?.get("instructions").copied());
    let instructions =
        instructions.map_or(String::new(), |all| format!("<small>{} instr.</small>", number(all / it.messages())));
    format!("<td{class} data-value=\"{value}\">{middle}<small>{spread}{of_copy}</small>{allocated}{instructions}</td>")
}

fn absent(report: &Report) -> String {
    if report.absent.is_empty() {
        return String::new();
    }
    let item = |name: &str, reason: &str| format!("<dt>{}</dt><dd>{}</dd>\n", escaped(name), escaped(reason));
    let items: String = report.absent.iter().map(|it| item(&it.name, &it.reason)).collect();
    format!("<h2>Not measured</h2>\n<dl>\n{items}</dl>\n")
}

fn method(report: &Report) -> String {
    let machine = report.machine.facts().into_iter().map(|(name, text)| (name.to_owned(), text));
    let counters = ("counters".to_owned(), report.counters.clone());
    let facts = machine.chain(report.tools.iter().cloned()).chain([counters]);
    let facts: String =
        facts.map(|(name, text)| format!("<dt>{}</dt><dd>{}</dd>\n", escaped(&name), escaped(&text))).collect();
    let (rounds, slice) = (report.plan.rounds, report.plan.slice.as_millis());
    format!(
        "<h2>How it was measured</h2>\n\
         <p>Each codec is a program of its own. It wrote every message, read it back and compared all fields before anything was \
         measured; codecs marked with ! gave other values, and do not compete. In each of {rounds} rounds all programs were started anew, and every operation \
         ran for about {slice} ms, in a new order and with its memory at a new place; the best of {TRIES} tries counts.</p>\n\
         <p>The report declares a winner only when the difference exceeds the noise: the sign test of the paired rounds says so with 95% \
         certainty, or the quartiles do not overlap. Sizes under zstd are those of all messages together at level {ZSTD_LEVEL}. Code is the size of \
         the codec's own translation unit when compiled; the time to compile it includes the types.</p>\n<dl>\n{facts}</dl>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::answer;

    #[test]
    fn answers_name_a_few_codecs() {
        let names = |count: usize| (0..count).map(|number| format!("c{number}")).collect();
        assert!(answer("", names(3), "").contains("<b>c0, c1, c2</b>"));
        assert!(answer("", names(12), "").contains("<b>c0, c1, c2 <small>and 9 more</small></b>"));
    }
}
