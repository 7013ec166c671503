const INDENT: &str = "  ";

/// Lines longer than this are broken.
const LINE: usize = 100;

/// Indented lines.
pub(crate) struct Output {
    pub text: String,
    indent: &'static str,
    depth: usize,
    /// An empty line is due before the next one.
    gap: bool,
}

impl Default for Output {
    fn default() -> Self {
        Self::with_indent(INDENT)
    }
}

impl Output {
    pub fn with_indent(indent: &'static str) -> Self {
        Self { text: String::new(), indent, depth: 0, gap: false }
    }

    pub fn line(&mut self, line: impl AsRef<str>) {
        if std::mem::take(&mut self.gap) {
            self.text.push('\n');
        }
        self.text.extend(std::iter::repeat_n(self.indent, self.depth));
        self.text.push_str(line.as_ref());
        self.text.push('\n');
    }

    /// Separates the following text from the text before it in the same block.
    pub fn paragraph(&mut self) {
        self.gap = !self.text.is_empty() && !self.text.ends_with("{\n");
    }

    /// Prints `head [setting, …]tail`, with one setting per line if it does not fit on one line.
    pub fn with_settings(&mut self, head: &str, settings: &[String], tail: &str) {
        if settings.is_empty() {
            return self.line(format!("{head}{tail}"));
        }
        let line = format!("{head} [{}]{tail}", settings.join(", "));
        if settings.len() == 1 || self.depth * self.indent.len() + line.len() <= LINE {
            return self.line(line);
        }
        self.line(format!("{head} ["));
        self.depth += 1;
        for (at, setting) in settings.iter().enumerate() {
            let comma = if at + 1 < settings.len() { "," } else { "" };
            self.line(format!("{setting}{comma}"));
        }
        self.depth -= 1;
        self.line(format!("]{tail}"));
    }

    pub fn open(&mut self, head: &str) {
        self.line(format!("{head} {{"));
        self.depth += 1;
    }

    /// Enters a block whose opening brace is already written.
    pub fn enter(&mut self) {
        self.depth += 1;
    }

    /// Leaves a block that ends without a line.
    pub fn exit(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    pub fn close(&mut self) {
        self.leave("}");
    }

    /// Leaves a block with this line.
    pub fn leave(&mut self, end: &str) {
        self.gap = false;
        self.depth = self.depth.saturating_sub(1);
        self.line(end);
    }
}
