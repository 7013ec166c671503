//! A bar that shows how much of the input is read, on a terminal only.

use super::args::Global;
use indicatif::{ProgressBar, ProgressBarIter, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, Read, stderr};

const TEMPLATE: &str = "{bar:30} {percent:>3}%  {bytes} of {total_bytes}  {bytes_per_sec}  {eta} left";

pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    pub fn new(global: Global) -> Self {
        let shown = stderr().is_terminal() && !global.quiet;
        let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(None, target);
        // The template is a constant; should it be wrong, the bar has its own style.
        if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
            bar.set_style(style);
        }
        Self { bar }
    }

    /// No bar.
    pub fn hidden() -> Self {
        Self { bar: ProgressBar::hidden() }
    }

    /// Counts the bytes that are read, of `len` in all.
    pub fn watch<R: Read>(&self, reader: R, len: u64) -> ProgressBarIter<R> {
        self.bar.set_length(len);
        self.bar.wrap_read(reader)
    }

    /// Prints something while the bar is away.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Removes the bar, before anything else is printed.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
