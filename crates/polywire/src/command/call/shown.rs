//! What is around the messages of an answer, on the standard error.

use super::super::args::ReportFormat;
use super::super::failure::Failure;
use super::super::terminal;
use super::outcome;
use polywire::calls::{Details, MetadataText};
use polywire_rpc::{End, Metadata, Status};
use serde_json::{Value, json};

/// Shows the start and the end of an answer, if that is wanted.
pub struct Shown<'t> {
    pub texts: &'t MetadataText,
    pub format: Option<ReportFormat>,
}

impl Shown<'_> {
    /// Shows the start.
    pub fn start(&self, metadata: &[Metadata]) {
        match self.format {
            None => {}
            Some(ReportFormat::Text) => metadata.iter().for_each(|it| terminal::line(&self.texts.text(it))),
            Some(ReportFormat::Json) => terminal::line(&json!({"start": {"metadata": self.all(metadata)}}).to_string()),
        }
    }

    /// Shows the end when the output is complete. Returns the failure of a call that did not succeed.
    pub fn end(
        &self,
        end: &End,
        details: Option<Details>,
        complete: impl FnOnce() -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let Some(ReportFormat::Json) = self.format else {
            self.start(&end.metadata);
            complete()?;
            return outcome(end, details);
        };
        complete()?;
        let status = end.status.name().map_or_else(|| Value::from(end.status.0), Value::from);
        let details = details.map(|mut it| it.values(&end.details)).unwrap_or_default();
        let members =
            json!({"status": status, "message": end.message, "details": details, "metadata": self.all(&end.metadata)});
        terminal::line(&json!({"end": members}).to_string());
        match end.status {
            Status::OK => Ok(()),
            _ => Err(Failure::Call(String::new()).printed()),
        }
    }

    fn all(&self, metadata: &[Metadata]) -> Vec<String> {
        metadata.iter().map(|it| self.texts.text(it)).collect()
    }
}
