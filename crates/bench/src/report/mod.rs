//! Reports of the measurements: as a table, as a page, as pictures and for programs.

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

/// All that is known.
pub struct Report {
    /// The type that was measured, as in `trade.Account`.
    pub type_name: String,
    /// The schema's file.
    pub schema: String,
    /// The sample's file.
    pub sample: String,
    /// Where and when.
    pub machine: Machine,
    /// Programs that took part, with their versions and flags.
    pub tools: Vec<(String, String)>,
    /// The state of the processor's counters, for people.
    pub counters: String,
    /// How much was measured.
    pub plan: Plan,
    /// Formats that Polywire does not have: only other implementations of them were measured.
    pub of_others: Vec<String>,
    /// The measured codecs, in the order of the report.
    pub measured: Vec<Measured>,
    /// The codecs that were not measured.
    pub absent: Vec<Absent>,
}

impl Report {
    /// A sentence about the formats that Polywire does not have, if there are any.
    fn told_of_others(&self) -> Option<String> {
        let names = self.of_others.join(", ");
        (!names.is_empty()).then(|| {
            format!("Polywire does not have {names}: only other implementations of these formats are measured")
        })
    }

    /// The table for a terminal.
    pub fn table(&self) -> String {
        table::table(self)
    }

    /// All for programs.
    pub fn json(&self) -> String {
        format!("{:#}\n", json::json(self))
    }

    /// Writes the page, the pictures, and what programs read.
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
