/// Indented lines.
#[derive(Default)]
pub(super) struct Output {
    pub text: String,
    depth: usize,
    /// An empty line is due before the next line.
    gap: bool,
}

impl Output {
    pub fn line(&mut self, line: impl AsRef<str>) {
        if std::mem::take(&mut self.gap) {
            self.text.push('\n');
        }
        self.text.extend(std::iter::repeat_n("  ", self.depth));
        self.text.push_str(line.as_ref());
        self.text.push('\n');
    }

    /// Sets what follows apart from what stands before it in the same block.
    pub fn paragraph(&mut self) {
        self.gap = !self.text.is_empty() && !self.text.ends_with("{\n");
    }

    pub fn open(&mut self, head: &str) {
        self.line(format!("{head} {{"));
        self.depth += 1;
    }

    pub fn close(&mut self) {
        self.gap = false;
        self.depth = self.depth.saturating_sub(1);
        self.line("}");
    }
}
