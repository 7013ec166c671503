use std::fmt::Display;

/// Source text under construction, line by line.
#[derive(Clone, Debug)]
pub struct Source {
    text: String,
    unit: &'static str,
    level: usize,
}

impl Source {
    /// Creates an empty text, indented by `unit` for each level.
    pub fn new(unit: &'static str) -> Self {
        Self { text: String::new(), unit, level: 0 }
    }

    /// Appends text at the current level, line by line. Empty lines stay empty.
    pub fn line(&mut self, text: impl Display) {
        let text = text.to_string();
        if text.is_empty() {
            self.text.push('\n');
        }
        for line in text.lines() {
            if !line.is_empty() {
                (0..self.level).for_each(|_| self.text.push_str(self.unit));
                self.text.push_str(line);
            }
            self.text.push('\n');
        }
    }

    /// Appends the lines of a possibly empty text, without trailing empty lines.
    pub fn lines(&mut self, text: &str) {
        if !text.is_empty() {
            self.line(text.trim_end());
        }
    }

    /// Appends an empty line unless the text is empty or already ends with one.
    pub fn blank(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    /// Appends lines one level deeper.
    pub fn indented(&mut self, inside: impl FnOnce(&mut Self)) {
        self.deeper(1, inside);
    }

    /// Appends lines several levels deeper.
    pub fn deeper(&mut self, levels: usize, inside: impl FnOnce(&mut Self)) {
        self.level += levels;
        inside(self);
        self.level -= levels;
    }

    /// Appends `open`, the contents one level deeper, and `close`.
    pub fn block(&mut self, open: impl Display, close: impl Display, inside: impl FnOnce(&mut Self)) {
        self.line(open);
        self.indented(inside);
        self.line(close);
    }

    /// Appends each line of a text as a comment unless the text is empty.
    pub fn comment(&mut self, marker: &str, text: &str) {
        for line in text.lines() {
            self.line(format!("{marker} {line}").trim_end());
        }
    }

    /// Returns the columns of indentation at the current level.
    pub fn indentation(&self) -> usize {
        self.level * self.unit.len()
    }

    /// Returns true if nothing was appended.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Returns the text.
    pub fn finish(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closures_give_the_indentation() {
        let mut source = Source::new("  ");
        source.comment("//", "One.\n\nTwo.");
        source.block("f() {", "}", |source| {
            source.block("g() {", "}", |source| source.line("h();\n\ni();"));
            source.blank();
            source.blank();
        });
        assert_eq!(source.finish(), "// One.\n//\n// Two.\nf() {\n  g() {\n    h();\n\n    i();\n  }\n\n}\n");
    }
}
