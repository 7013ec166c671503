//! Columns as gofmt aligns them.

use polywire_srcgen::Source;

/// Lines of aligned cells. Comments between lines end a run of aligned ones.
#[derive(Default)]
pub(super) struct Columns {
    run: Vec<Vec<String>>,
}

impl Columns {
    /// Appends a line.
    pub fn row<const N: usize>(&mut self, cells: [&str; N]) {
        self.run.push(cells.map(str::to_owned).to_vec());
    }

    /// Appends a comment, if it is not empty.
    pub fn comment(&mut self, out: &mut Source, text: &str) {
        if !text.is_empty() {
            self.finish(out);
            out.comment("//", text);
        }
    }

    /// Prints the lines so far.
    pub fn finish(&mut self, out: &mut Source) {
        let widths: Vec<usize> = (0..self.run.iter().map(Vec::len).max().unwrap_or_default())
            .map(|column| self.run.iter().filter_map(|row| row.get(column)).map(String::len).max().unwrap_or_default())
            .collect();
        for row in std::mem::take(&mut self.run) {
            let padded: Vec<String> = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}")).collect();
            out.line(padded.join(" ").trim_end());
        }
    }
}
