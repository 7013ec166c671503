//! A progress bar for the input, shown on terminals only.

use super::args::{Global, ReportFormat};
use indicatif::{ProgressBar, ProgressBarIter, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, Read, stderr, stdout};
use std::path::Path;

const OF_FILE: &str = "{bar:30} {percent:>3}%  {bytes} of {total_bytes}  {bytes_per_sec}  {eta} left";
const OF_STEPS: &str = "{bar:30} {percent:>3}%  {msg}";
/// The length of a pipe is not known.
const OF_PIPE: &str = "{spinner} {bytes}  {bytes_per_sec}  {elapsed}";

pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    pub fn new(global: Global) -> Self {
        let shown = stderr().is_terminal() && !global.quiet && global.diagnostics == ReportFormat::Text;
        let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        Self { bar: ProgressBar::with_draw_target(None, target) }
    }

    /// Returns the progress bar; hidden if the output is a terminal.
    pub fn beside(output: &Path, global: Global) -> Self {
        if output == Path::new("-") && stdout().is_terminal() { Self::hidden() } else { Self::new(global) }
    }

    /// Returns a hidden bar.
    pub fn hidden() -> Self {
        Self { bar: ProgressBar::hidden() }
    }

    /// Counts the bytes read, out of `len` if that is known.
    pub fn watch<R: Read>(&self, reader: R, len: Option<u64>) -> ProgressBarIter<R> {
        // The template is a constant; if it were invalid, the default style would be used.
        if let Ok(style) = ProgressStyle::with_template(len.map_or(OF_PIPE, |_| OF_FILE)) {
            self.bar.set_style(style);
        }
        if let Some(len) = len {
            self.bar.set_length(len);
        }
        self.bar.wrap_read(reader)
    }

    /// Shows the number of completed steps, and the current one.
    pub fn step(&self, what: &str, done: usize, all: usize) {
        if let Ok(style) = ProgressStyle::with_template(OF_STEPS) {
            self.bar.set_style(style);
        }
        self.bar.set_message(what.to_owned());
        self.bar.set_length(all as u64);
        self.bar.set_position(done as u64);
    }

    /// Prints something while the bar is hidden.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Removes the bar before other output.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
