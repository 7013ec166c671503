//! Size against time: towards the lower left is smaller and faster.

use super::Mark;
use super::legend::{LETTER, Legend, symbol};
use super::scale::Scale;
use super::svg::{Anchor, Svg};
use crate::report::text::{bytes, spread, time};

const WIDTH: f64 = 480.0;
/// The height of the plot area.
const PLOT: f64 = 300.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 12.0;
/// The top of the legend.
const TOP: f64 = 30.0;
const BOTTOM: f64 = 46.0;

pub(super) fn picture(title: &str, marks: &[Mark]) -> String {
    let sizes = Scale::of(&marks.iter().map(|it| it.size).collect::<Vec<_>>());
    let times = Scale::of(&marks.iter().flat_map(|it| [it.time.median, it.time.upper]).collect::<Vec<_>>());
    let legend = Legend::of(marks, WIDTH - 16.0);
    let ceiling = TOP + legend.height() + 24.0;
    let floor = ceiling + PLOT;
    let mut svg = Svg::new(title, WIDTH, floor + BOTTOM);
    svg.text("title", Anchor::Start, (8.0, 20.0), title);
    legend.draw(&mut svg, (8.0, TOP));
    axes(&mut svg, &sizes, &times, (ceiling, floor));
    let place = |it: &Mark, at: f64| (x(&sizes, it.size), y(&times, at, floor));
    for it in marks {
        let hint = format!("{}: {}, {} {}", it.label, bytes(it.size), time(it.time.median), spread(&it.time));
        svg.with_hint(&hint, |svg| {
            svg.line("whisker", place(it, it.time.lower.max(f64::MIN_POSITIVE)), place(it, it.time.upper));
            symbol(svg, it.kind, place(it, it.time.median));
        });
    }
    let marks: Vec<_> = marks.iter().map(|it| (it, place(it, it.time.median))).collect();
    labels(&mut svg, &marks, (ceiling, floor));
    svg.finish()
}

fn x(scale: &Scale, size: f64) -> f64 {
    LEFT + scale.place(size) * (WIDTH - LEFT - RIGHT)
}

fn y(scale: &Scale, time: f64, floor: f64) -> f64 {
    floor - scale.place(time).clamp(0.0, 1.0) * PLOT
}

const HINT: &str = "↙ smaller and faster";

fn axes(svg: &mut Svg, sizes: &Scale, times: &Scale, (ceiling, floor): (f64, f64)) {
    let end = WIDTH - RIGHT;
    for tick in sizes.ticks() {
        let at = x(sizes, tick);
        svg.line("grid", (at, floor), (at, ceiling));
        svg.text("tick", Anchor::Middle, (at, floor + 16.0), &bytes(tick));
    }
    for tick in times.ticks() {
        let at = y(times, tick, floor);
        svg.line("grid", (LEFT, at), (end, at));
        let text = if tick == 0.0 { "0".to_owned() } else { time(tick) };
        svg.text("tick", Anchor::End, (LEFT - 6.0, at + 4.0), &text);
    }
    let kind = |scale: &Scale| if scale.is_logarithmic() { " (logarithmic)" } else { "" };
    svg.text("axis", Anchor::End, (end, floor + 34.0), &format!("bytes of a message{} →", kind(sizes)));
    svg.text("axis", Anchor::Start, (8.0, ceiling - 8.0), &format!("↑ time{}", kind(times)));
    svg.text("hint", Anchor::Start, (8.0, floor + 34.0), HINT);
}

/// Places labels without overlaps if possible.
fn labels(svg: &mut Svg, marks: &[(&Mark, (f64, f64))], (ceiling, floor): (f64, f64)) {
    let mut taken: Vec<Area> =
        marks.iter().map(|(_, (x, y))| Area { x: x - 7.0, y: y - 7.0, width: 14.0, height: 14.0 }).collect();
    for (mark, point) in marks {
        let mut text = mark.label.clone();
        if !mark.is_faithful {
            text += " !";
        }
        let places = places(*point, text.chars().count() as f64 * LETTER);
        let is_inside = |it: &Area| {
            let (right, bottom) = (it.x + it.width, it.y + it.height);
            it.x >= LEFT + 2.0 && right <= WIDTH - 2.0 && it.y >= ceiling && bottom <= floor - 2.0
        };
        let overlap = |it: &Area| -> f64 {
            taken.iter().map(|other| it.overlap(other)).sum::<f64>() + if is_inside(it) { 0.0 } else { 1e6 }
        };
        let best = places.into_iter().min_by(|a, b| overlap(a).total_cmp(&overlap(b)));
        if let Some(area) = best {
            if (area.y + area.height / 2.0 - point.1).abs() > 24.0 {
                svg.line("leader", *point, (area.x + area.width / 2.0, area.y + area.height / 2.0));
            }
            svg.text(
                if mark.is_fastest { "label best" } else { "label" },
                Anchor::Start,
                (area.x, area.y + 11.0),
                &text,
            );
            taken.push(area);
        }
    }
}

/// Returns possible places for a label of a width, the best first.
fn places((x, y): (f64, f64), width: f64) -> Vec<Area> {
    let area = |x, y| Area { x, y, width, height: 14.0 };
    let rows = [-7.0, -16.0, 2.0, -30.0, 16.0, -44.0, 30.0, -58.0, 44.0, -72.0, 58.0];
    rows.into_iter()
        .flat_map(|row| {
            [area(x + 10.0, y + row), area(x - 10.0 - width, y + row), area(x - width / 2.0, y + row - 10.0)]
        })
        .collect()
}

#[derive(Clone, Copy)]
struct Area {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

impl Area {
    fn overlap(&self, other: &Self) -> f64 {
        let width = (self.x + self.width).min(other.x + other.width) - self.x.max(other.x);
        let height = (self.y + self.height).min(other.y + other.height) - self.y.max(other.y);
        width.max(0.0) * height.max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Kind;
    use super::*;
    use crate::statistics::Spread;

    fn mark(index: usize) -> Mark {
        let time = 5.0 + index as f64 / 10.0;
        Mark {
            label: format!("a codec of some length ({index})"),
            kind: [Kind::Generated, Kind::OtherLanguage, Kind::Peer][index % 3],
            size: 100.0 + index as f64,
            time: Spread { lower: time, median: time, upper: time },
            of_copy: None,
            is_fastest: index == 0,
            is_faithful: true,
        }
    }

    /// Returns a numeric attribute of an element.
    fn attribute(element: &str, name: &str) -> f64 {
        let rest = element.split(&format!("{name}=\"")).nth(1).expect("the attribute");
        rest.split('"').next().and_then(|number| number.parse().ok()).expect("a number")
    }

    #[test]
    fn labels_do_not_cover_the_axes() {
        let marks: Vec<Mark> = (0..12).map(mark).collect();
        let floor = TOP + Legend::of(&marks, WIDTH - 16.0).height() + 24.0 + PLOT;
        let picture = picture("", &marks);
        let labels: Vec<&str> = picture.lines().filter(|line| line.contains("a codec of")).collect();
        let texts: Vec<&&str> = labels.iter().filter(|line| line.starts_with("<text")).collect();
        assert_eq!(texts.len(), marks.len());
        for text in texts {
            let (x, y) = (attribute(text, " x"), attribute(text, " y"));
            assert!(x >= LEFT && y <= floor, "{text}");
        }
    }

    #[test]
    fn all_pictures_have_a_legend() {
        let marks: Vec<Mark> = (0..3).map(mark).collect();
        for picture in [picture("", &marks), super::super::bars::picture("", &marks)] {
            for text in ["Polywire, C++", "Polywire, other engines", "other implementations", "★ fastest"] {
                assert!(picture.contains(text), "{text}");
            }
        }
    }
}
