//! Times as bars from zero, so lengths can be compared.

use super::Mark;
use super::legend::{LETTER, Legend};
use super::scale::Scale;
use super::svg::{Anchor, Svg};
use crate::report::text::{number, spread, time};
use crate::statistics::Spread;

const WIDTH: f64 = 480.0;
const ROW: f64 = 24.0;
/// The top of the legend.
const TOP: f64 = 30.0;
/// The width of the numbers after the bars.
const NUMBERS: f64 = 134.0;

/// Bars longer than this multiple of the median are cut, so the others remain comparable.
const CUT: f64 = 5.0;

/// Draws sorted marks.
pub(super) fn picture(title: &str, marks: &[Mark]) -> String {
    let legend = Legend::of(marks, WIDTH - 16.0);
    let top = TOP + legend.height() + 8.0;
    let floor = top + ROW * marks.len() as f64 + 2.0;
    let height = floor + 20.0;
    let left = marks.iter().map(|it| it.label.chars().count()).max().unwrap_or_default() as f64 * LETTER + 24.0;
    let space = WIDTH - left - NUMBERS;
    let middle = Spread::of(&marks.iter().map(|it| it.time.median).collect::<Vec<_>>()).median;
    let limit = CUT * middle;
    let shown: Vec<f64> =
        marks.iter().map(|it| it.time).filter(|it| it.median <= limit).map(|it| it.upper.min(limit)).collect();
    let most = shown.iter().copied().fold(0.0, f64::max);
    let scale = |value: f64| (value / most.max(f64::MIN_POSITIVE)).clamp(0.0, 1.0) * space;
    let mut svg = Svg::new(title, WIDTH, height);
    svg.text("title", Anchor::Start, (8.0, 20.0), title);
    legend.draw(&mut svg, (8.0, TOP));
    for tick in Scale::of(&[most]).ticks().into_iter().filter(|tick| *tick <= most) {
        svg.line("grid", (left + scale(tick), top - 2.0), (left + scale(tick), floor));
        let text = if tick == 0.0 { "0".to_owned() } else { time(tick) };
        svg.text("tick", Anchor::Middle, (left + scale(tick), floor + 14.0), &text);
    }
    for (row, it) in marks.iter().enumerate() {
        bar(&mut svg, it, (left, top + ROW * row as f64), (&scale, it.time.median > limit));
    }
    svg.finish()
}

fn bar(svg: &mut Svg, it: &Mark, (left, top): (f64, f64), (scale, is_cut): (&dyn Fn(f64) -> f64, bool)) {
    let (width, middle) = (scale(it.time.median), top + ROW / 2.0);
    let end = scale(it.time.median.max(it.time.upper));
    let mut label = it.label.clone();
    if !it.is_faithful {
        label += " !";
    }
    let class = if it.is_fastest { "label best" } else { "label" };
    svg.text(class, Anchor::End, (left - 8.0, middle + 4.0), &label);
    svg.with_hint(&format!("{}: {} {}", it.label, time(it.time.median), spread(&it.time)), |svg| {
        svg.rectangle(it.kind.class(), (left, top + 4.0), (width.max(1.0), ROW - 8.0));
        if is_cut {
            let at = left + width - 16.0;
            svg.polygon(
                "gap",
                &[(at, top + ROW - 3.0), (at + 8.0, top + 3.0), (at + 13.0, top + 3.0), (at + 5.0, top + ROW - 3.0)],
            );
        } else {
            svg.line("whisker", (left + scale(it.time.lower), middle), (left + scale(it.time.upper), middle));
        }
    });
    let of_copy = it.of_copy.map_or(String::new(), |it| format!(" ({}×)", number(it)));
    let star = if it.is_fastest { " ★" } else { "" };
    svg.text(
        "number",
        Anchor::Start,
        (left + end + 8.0, middle + 4.0),
        &format!("{}{of_copy}{star}", time(it.time.median)),
    );
}
