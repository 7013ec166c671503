//! Lines on the standard output, and messages on the standard error, in colours where that makes sense.

use super::args::{ColorChoice, Global};
use super::failure::Failure;
use polywire::Style;
use std::fmt::Display;
use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::Path;

pub fn style(global: Global) -> Style {
    let coloured = match global.color {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|it| it.is_empty()),
    };
    if coloured { Style::Coloured } else { Style::Plain }
}

/// Prints `level: message`; the level is `error` or `warning`.
pub fn print(level: &str, message: &dyn Display, global: Global) {
    let colour = if level == "error" { "\x1b[1;31m" } else { "\x1b[1;33m" };
    match style(global) {
        Style::Coloured => line(&format!("{colour}{level}\x1b[0m: {message}")),
        Style::Plain => line(&format!("{level}: {message}")),
    }
}

/// Prints a line. What the standard error does not take is lost, for there is nowhere to report it.
pub fn line(text: &str) {
    let _ = writeln!(stderr(), "{text}");
}

/// Prints lines on the standard output.
pub fn print_lines(lines: &[impl Display]) -> Result<(), Failure> {
    let mut output = stdout().lock();
    lines.iter().try_for_each(|line| writeln!(output, "{line}")).map_err(|error| Failure::file(Path::new("-"), &error))
}
