//! Standard output and standard error, with colours where supported.

use super::args::{ColorChoice, Global, ReportFormat};
use super::failure::Failure;
use polywire::{Diagnostic, SourceMap, Style, message_json, render, to_json};
use std::fmt::Display;
use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::Path;

/// The style of the standard error.
pub fn style(global: Global) -> Style {
    style_of(global, stderr().is_terminal())
}

/// The style of the standard output.
pub fn style_of_output(global: Global) -> Style {
    style_of(global, stdout().is_terminal())
}

fn style_of(global: Global, is_terminal: bool) -> Style {
    let coloured = match global.color {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => is_terminal && std::env::var_os("NO_COLOR").is_none_or(|it| it.is_empty()),
    };
    if coloured { Style::Coloured } else { Style::Plain }
}

/// A colour of a terminal.
#[derive(Clone, Copy)]
pub enum Colour {
    Red = 31,
    Green = 32,
    Yellow = 33,
    Cyan = 36,
}

/// Returns a text in a colour, if the style has colours.
pub fn painted(style: Style, colour: Colour, text: &str) -> String {
    match style {
        Style::Coloured => format!("\x1b[{}m{text}\x1b[0m", colour as u8),
        Style::Plain => text.to_owned(),
    }
}

/// Prints `level: message`; the level is `error`, `warning` or `note`.
pub fn print(level: &str, message: &dyn Display, global: Global) {
    if global.diagnostics == ReportFormat::Json {
        return line(&message_json(level, &message.to_string()).to_string());
    }
    let colour = if level == "error" { "\x1b[1;31m" } else { "\x1b[1;33m" };
    match style(global) {
        Style::Coloured => line(&format!("{colour}{level}\x1b[0m: {message}")),
        Style::Plain => line(&format!("{level}: {message}")),
    }
}

/// Prints problems that refer to files.
pub fn print_all<'d>(diagnostics: impl Iterator<Item = &'d Diagnostic> + Clone, sources: &SourceMap, global: Global) {
    if global.diagnostics == ReportFormat::Json {
        return diagnostics.for_each(|it| line(&to_json(sources, it).to_string()));
    }
    for diagnostic in diagnostics.clone().take(MOST_SHOWN) {
        line(&(render(sources, diagnostic, style(global)) + "\n"));
    }
    let others = diagnostics.count().saturating_sub(MOST_SHOWN);
    if others > 0 {
        print("error", &format!("at least {others} more problems are not shown"), global);
    }
}

/// Nobody reads more problems than this.
const MOST_SHOWN: usize = 100;

/// Prints a result for people; programs get it from the exit code.
pub fn summary(text: &str, global: Global) {
    if global.diagnostics == ReportFormat::Text {
        line(text);
    }
}

/// Prints a line to the standard error. There is nowhere to report a failure to do so.
pub fn line(text: &str) {
    let _ = writeln!(stderr(), "{text}");
}

/// Prints lines to the standard output.
pub fn print_lines(lines: &[impl Display]) -> Result<(), Failure> {
    let mut output = stdout().lock();
    lines
        .iter()
        .try_for_each(|line| writeln!(output, "{line}"))
        .map_err(|error| Failure::writing(Path::new("-"), &error))
}

/// Prints the names of files that would change; fails if there are any.
pub fn report_changed(changed: &[&str], global: Global) -> Result<(), Failure> {
    if changed.is_empty() {
        return Ok(());
    }
    print_lines(changed)?;
    let message = match changed.len() {
        1 => "1 file would change; run the command without --check".to_owned(),
        many => format!("{many} files would change; run the command without --check"),
    };
    print("error", &message, global);
    Err(Failure::Reported)
}
