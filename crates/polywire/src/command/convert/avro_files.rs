//! Conversion of Avro files, which contain their schemas.

use super::Formats;
use super::typed::Typed;
use crate::command::args::{Convert, FramingArg, Global};
use crate::command::avro_file;
use crate::command::failure::Failure;
use crate::command::output::Output;
use std::path::Path;

/// Converts the records of Avro files.
pub(super) struct AvroFiles<'a> {
    args: &'a Convert,
    global: Global,
    formats: Formats,
    framings: [FramingArg; 2],
    /// The schema in the last file, and what converts its records.
    current: Option<(Vec<u8>, Typed<'a>)>,
}

impl<'a> AvroFiles<'a> {
    pub fn new(args: &'a Convert, formats: Formats, framings: [FramingArg; 2], global: Global) -> Self {
        Self { args, global, formats, framings, current: None }
    }

    pub fn file(&mut self, path: &Path, output: (&Path, &mut Output), is_alone: bool) -> Result<(), Failure> {
        let header = avro_file::header(path, self.args.messages.decompress)?;
        let text = header.schema().map_err(|error| avro_file::failure(path, &error))?;
        let is_other = self.current.as_ref().is_none_or(|(current, _)| current != text);
        if is_other {
            if self.current.is_some() && !is_alone && self.framings[1] == FramingArg::AvroFile {
                return Err(Failure::Input(format!(
                    "{}: its schema is not that of the files before, so its records cannot be in the same Avro file; name an \
                     existing folder with -o",
                    path.display()
                )));
            }
            let typed = Typed::of_avro_file(self.args, self.formats, self.framings, (path, &header), self.global)?;
            self.current = Some((text.to_vec(), typed));
        }
        match &mut self.current {
            Some((_, typed)) => typed.file(path, output, is_alone),
            None => Ok(()),
        }
    }
}
