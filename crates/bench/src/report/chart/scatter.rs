//! Size against time: what lies towards the lower left is small and fast.

use super::scale::Scale;
use super::svg::{Anchor, Svg};
use super::{Kind, Mark, kinds};
use crate::report::text::{bytes, spread, time};

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 62.0;
const BOTTOM: f64 = 46.0;

/// The approximate width of a letter of a label.
const LETTER: f64 = 6.9;

pub(super) fn picture(title: &str, marks: &[Mark]) -> String {
    let sizes = Scale::of(&marks.iter().map(|it| it.size).collect::<Vec<_>>());
    let times = Scale::of(&marks.iter().flat_map(|it| [it.time.median, it.time.upper]).collect::<Vec<_>>());
    let mut svg = Svg::new(title, WIDTH, HEIGHT);
    svg.text("title", Anchor::Start, (8.0, 20.0), title);
    legend(&mut svg, marks);
    axes(&mut svg, &sizes, &times);
    let place = |it: &Mark, at: f64| (x(&sizes, it.size), y(&times, at));
    for it in marks {
        let hint = format!("{}: {}, {} {}", it.label, bytes(it.size), time(it.time.median), spread(&it.time));
        svg.with_hint(&hint, |svg| {
            svg.line("whisker", place(it, it.time.lower.max(f64::MIN_POSITIVE)), place(it, it.time.upper));
            symbol(svg, it.kind, place(it, it.time.median));
        });
    }
    labels(&mut svg, &marks.iter().map(|it| (it, place(it, it.time.median))).collect::<Vec<_>>());
    svg.finish()
}

fn x(scale: &Scale, size: f64) -> f64 {
    LEFT + scale.place(size) * (WIDTH - LEFT - RIGHT)
}

fn y(scale: &Scale, time: f64) -> f64 {
    HEIGHT - BOTTOM - scale.place(time).clamp(0.0, 1.0) * (HEIGHT - TOP - BOTTOM)
}

fn axes(svg: &mut Svg, sizes: &Scale, times: &Scale) {
    let (floor, ceiling, end) = (HEIGHT - BOTTOM, TOP, WIDTH - RIGHT);
    for tick in sizes.ticks() {
        let at = x(sizes, tick);
        svg.line("grid", (at, floor), (at, ceiling));
        svg.text("tick", Anchor::Middle, (at, floor + 16.0), &bytes(tick));
    }
    for tick in times.ticks() {
        let at = y(times, tick);
        svg.line("grid", (LEFT, at), (end, at));
        let text = if tick == 0.0 { "0".to_owned() } else { time(tick) };
        svg.text("tick", Anchor::End, (LEFT - 6.0, at + 4.0), &text);
    }
    let kind = |scale: &Scale| if scale.is_logarithmic() { " (logarithmic)" } else { "" };
    svg.text("axis", Anchor::End, (end, floor + 34.0), &format!("bytes of a message{} →", kind(sizes)));
    svg.text("axis", Anchor::Start, (8.0, ceiling - 8.0), &format!("↑ time{}", kind(times)));
    svg.text("hint", Anchor::Start, (LEFT + 6.0, floor - 8.0), "↙ smaller and faster");
}

fn legend(svg: &mut Svg, marks: &[Mark]) {
    let mut at = WIDTH - RIGHT;
    for kind in kinds(marks).into_iter().rev() {
        at -= kind.title().chars().count() as f64 * LETTER;
        svg.text("label", Anchor::Start, (at, 20.0), kind.title());
        at -= 10.0;
        symbol(svg, kind, (at, 16.0));
        at -= 16.0;
    }
}

fn symbol(svg: &mut Svg, kind: Kind, (x, y): (f64, f64)) {
    let class = kind.class();
    match kind {
        Kind::Generated => svg.circle(class, (x, y), 5.5),
        Kind::OtherLanguage => svg.polygon(class, &[(x, y - 6.5), (x + 6.5, y), (x, y + 6.5), (x - 6.5, y)]),
        Kind::Peer => svg.rectangle(class, (x - 5.0, y - 5.0), (10.0, 10.0)),
    }
}

/// Places labels where nothing else is, as far as possible.
fn labels(svg: &mut Svg, marks: &[(&Mark, (f64, f64))]) {
    let mut taken: Vec<Area> =
        marks.iter().map(|(_, (x, y))| Area { x: x - 7.0, y: y - 7.0, width: 14.0, height: 14.0 }).collect();
    for (mark, point) in marks {
        let mut text = mark.label.clone();
        if !mark.is_faithful {
            text += " !";
        }
        let places = places(*point, text.chars().count() as f64 * LETTER);
        let is_inside = |it: &Area| it.x >= LETTER && it.x + it.width <= WIDTH;
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

/// Possible places of a label of some width, the best first.
fn places((x, y): (f64, f64), width: f64) -> Vec<Area> {
    let area = |x, y| Area { x, y, width, height: 14.0 };
    let rows = [-7.0, -16.0, 2.0, -30.0, 16.0, -44.0, 30.0];
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
