//! Elements of a picture. Colours and fonts come from classes, so a picture follows the light or dark scheme of its
//! viewer.

use crate::report::text::escaped;
use std::fmt::Write;

/// A picture under construction.
pub(super) struct Svg {
    width: f64,
    height: f64,
    title: String,
    body: String,
}

/// The alignment of a text relative to its position.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Svg {
    pub fn new(title: &str, width: f64, height: f64) -> Self {
        Self { width, height, title: title.to_owned(), body: String::new() }
    }

    pub fn text(&mut self, class: &str, anchor: Anchor, (x, y): (f64, f64), text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let text = escaped(text);
        self.add(format_args!(
            "<text class=\"{class}\" text-anchor=\"{anchor}\" x=\"{x:.1}\" y=\"{y:.1}\">{text}</text>"
        ));
    }

    pub fn line(&mut self, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
        self.add(format_args!("<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"));
    }

    pub fn rectangle(&mut self, class: &str, (x, y): (f64, f64), (width, height): (f64, f64)) {
        let size = format!("width=\"{width:.1}\" height=\"{height:.1}\"");
        self.add(format_args!("<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" {size} rx=\"2\"/>"));
    }

    /// Draws a closed line through points.
    pub fn polygon(&mut self, class: &str, points: &[(f64, f64)]) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        self.add(format_args!("<polygon class=\"{class}\" points=\"{}\"/>", points.join(" ")));
    }

    pub fn circle(&mut self, class: &str, (x, y): (f64, f64), radius: f64) {
        self.add(format_args!("<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"/>"));
    }

    /// Adds a hint that is shown when the pointer is over the drawing.
    pub fn with_hint(&mut self, hint: &str, draw: impl FnOnce(&mut Self)) {
        self.add(format_args!("<g><title>{}</title>", escaped(hint)));
        draw(self);
        self.add(format_args!("</g>"));
    }

    pub fn finish(self) -> String {
        let (width, height, title) = (self.width, self.height, escaped(&self.title));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{title}\">\n{}</svg>\n",
            self.body
        )
    }

    fn add(&mut self, element: std::fmt::Arguments) {
        // Writing to a String cannot fail.
        let _ = writeln!(self.body, "{element}");
    }
}

/// Returns a standalone picture with its own style and background.
pub(super) fn alone(picture: &str, style: &str) -> String {
    let (open, rest) = picture.split_once('\n').unwrap_or((picture, ""));
    format!("{open}\n<style>\n{style}</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n{rest}")
}
