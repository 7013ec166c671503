//! The legend of the colours and shapes of marks.

use super::svg::{Anchor, Svg};
use super::{Kind, Mark, kinds};

/// The approximate width of a letter of a label.
pub(super) const LETTER: f64 = 6.9;
/// The height of a line of the legend.
const LINE: f64 = 18.0;
const SYMBOL: f64 = 18.0;
const GAP: f64 = 14.0;
const BEST: &str = "★ fastest, or within the noise of the fastest";

/// An entry: its mark if any, its text and its position.
struct Entry {
    kind: Option<Kind>,
    text: &'static str,
    x: f64,
    line: f64,
}

/// The entries, in lines of a given width.
pub(super) struct Legend {
    entries: Vec<Entry>,
}

impl Legend {
    pub fn of(marks: &[Mark], width: f64) -> Self {
        let kinds = kinds(marks).into_iter().map(|kind| (Some(kind), kind.title()));
        let best = marks.iter().any(|mark| mark.is_fastest).then_some((None, BEST));
        let (mut x, mut line) = (0.0, 0.0);
        let place = |(kind, text): (Option<Kind>, &'static str)| {
            let length = text.chars().count() as f64 * LETTER + if kind.is_some() { SYMBOL } else { 0.0 };
            if x > 0.0 && x + length > width {
                (x, line) = (0.0, line + 1.0);
            }
            let entry = Entry { kind, text, x, line };
            x += length + GAP;
            entry
        };
        Self { entries: kinds.chain(best).map(place).collect() }
    }

    pub fn height(&self) -> f64 {
        self.entries.last().map_or(0.0, |entry| (entry.line + 1.0) * LINE)
    }

    pub fn draw(&self, svg: &mut Svg, (left, top): (f64, f64)) {
        for entry in &self.entries {
            let (mut x, y) = (left + entry.x, top + entry.line * LINE + LINE / 2.0);
            if let Some(kind) = entry.kind {
                symbol(svg, kind, (x + 6.0, y));
                x += SYMBOL;
            }
            let class = if entry.kind.is_some() { "label" } else { "label best" };
            svg.text(class, Anchor::Start, (x, y + 4.0), entry.text);
        }
    }
}

/// Draws the mark of a kind.
pub(super) fn symbol(svg: &mut Svg, kind: Kind, (x, y): (f64, f64)) {
    let class = kind.class();
    match kind {
        Kind::Generated => svg.circle(class, (x, y), 5.5),
        Kind::OtherLanguage => svg.polygon(class, &[(x, y - 6.5), (x + 6.5, y), (x, y + 6.5), (x - 6.5, y)]),
        Kind::Peer => svg.rectangle(class, (x - 5.0, y - 5.0), (10.0, 10.0)),
    }
}
