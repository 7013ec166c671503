//! Reports of the measurements: a table, a page, pictures and JSON.

mod chart;
mod csv;
mod html;
mod json;
mod table;
mod text;

use crate::error::Error;
use crate::machine::Machine;
use crate::measured::{Absent, Measured};
use crate::rounds::Plan;
use crate::work::write_all;
use std::path::Path;

/// All results.
pub struct Report {
    /// The measured type, for example `trade.Account`.
    pub type_name: String,
    /// The schema file.
    pub schema: String,
    /// The sample file.
    pub sample: String,
    /// Where and when it was measured.
    pub machine: Machine,
    /// The programs used, with versions and flags.
    pub tools: Vec<(String, String)>,
    /// The state of the hardware counters, as text for readers.
    pub counters: String,
    /// How much was measured.
    pub plan: Plan,
    /// Formats that Polywire lacks: only other implementations of them were measured.
    pub of_others: Vec<String>,
    /// The measured codecs, in the order of the report.
    pub measured: Vec<Measured>,
    /// The codecs that were not measured.
    pub absent: Vec<Absent>,
}

impl Report {
    /// Returns a sentence about the formats that Polywire lacks, if there are any.
    fn told_of_others(&self) -> Option<String> {
        let names = self.of_others.join(", ");
        (!names.is_empty()).then(|| {
            format!("Polywire does not have {names}: only other implementations of these formats are measured")
        })
    }

    /// Returns the table for a terminal.
    pub fn table(&self) -> String {
        table::table(self)
    }

    /// Returns the report as JSON.
    pub fn json(&self) -> String {
        format!("{:#}\n", json::json(self))
    }

    /// Writes the page, the pictures and the files for programs.
    pub fn write(&self, folder: &Path) -> Result<(), Error> {
        let mut files = vec![
            ("report.html".to_owned(), html::page(self)),
            ("report.json".to_owned(), self.json()),
            ("report.csv".to_owned(), csv::csv(self)),
        ];
        files.extend(chart::pictures(self));
        write_all(folder, &files)
    }
}
