use crate::command::args::{Diff, FramingArg, Global};
use crate::command::avro_file;
use crate::command::failure::Failure;
use crate::command::model::Schema;

/// Returns the schema in an Avro file that is compared, and the type of its records. A second file must have the same.
pub(super) fn schema(args: &Diff, framings: [FramingArg; 2], global: Global) -> Result<(Schema, String), Failure> {
    let sides = framings.iter().zip([&args.input, &args.other]);
    let paths: Vec<_> = sides.filter(|(framing, _)| **framing == FramingArg::AvroFile).map(|(_, path)| path).collect();
    let mut first = None;
    for path in paths {
        let header = avro_file::header(path, args.messages.decompress)?;
        match &first {
            None => first = Some((path, header)),
            Some((one, before)) if !avro_file::is_same_schema(before, &header) => {
                let message = format!(
                    "{} and {} have different schemas; convert one of them to the schema of the other first",
                    one.display(),
                    path.display()
                );
                return Err(Failure::Input(message));
            }
            Some(_) => {}
        }
    }
    let (path, header) = first.ok_or_else(|| Failure::Usage("no Avro file is compared".to_owned()))?;
    avro_file::schema_in(&header, path, &args.messages.imports, global)
}
