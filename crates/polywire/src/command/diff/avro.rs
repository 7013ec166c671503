use crate::command::args::{Diff, FramingArg, Global};
use crate::command::avro_file;
use crate::command::failure::Failure;
use crate::command::model::Schema;
use crate::command::writers::Resolved;
use polywire_stream::avro_file::Header;

/// What Avro files are compared as.
pub(super) struct Sides {
    pub schema: Schema,
    pub name: String,
    /// The sides whose files have another schema.
    pub resolved: [Option<Resolved>; 2],
}

impl Sides {
    /// Returns the schema that the user names, or else that of the first Avro file.
    pub fn of(args: &Diff, framings: [FramingArg; 2], global: Global) -> Result<Self, Failure> {
        let header = |path, framing| match framing {
            FramingArg::AvroFile => avro_file::header(path, args.messages.decompress).map(Some),
            _ => Ok(None),
        };
        let sides = [
            (args.input.as_path(), header(&args.input, framings[0])?),
            (args.other.as_path(), header(&args.other, framings[1])?),
        ];
        let first = sides.iter().find_map(|(path, header)| Some((*path, header.as_ref()?)));
        let (path, first) = first.ok_or_else(|| Failure::Usage("no Avro file is compared".to_owned()))?;
        let (schema, name) = match args.messages.schema {
            Some(_) => args.messages.message_type_in((&[], &[]), None, global)?,
            None => avro_file::schema_in(first, path, &args.messages.imports, global)?,
        };
        let resolved = sides.each_ref().map(|(path, header)| {
            let is_other =
                |header: &Header| args.messages.schema.is_some() || !avro_file::is_same_schema(first, header);
            let other = header.as_ref().filter(|header| is_other(header));
            other.map(|header| Resolved::of_file(&args.messages, (path, header), global)).transpose()
        });
        let [one, other] = resolved;
        Ok(Self { schema, name, resolved: [one?, other?] })
    }
}
