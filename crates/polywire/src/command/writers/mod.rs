//! The schemas with which messages were written, if it is not the one of their readers.
//!
//! Design: docs/decisions/0127-avro-resolution.md

mod folder;
mod registry;
mod resolved;

use super::args::{FramingArg, Global, Messages};
use super::avro_file;
use super::failure::Failure;
use super::inputs::Inputs;
use super::model::{Schema, format};
use folder::Folder;
use polywire::schema::{SingleHeader, single_headers};
use polywire::{Format, Options};
use registry::Registry;
pub use registry::header as registry_header;
pub use resolved::Resolved;
use std::collections::BTreeMap;

/// The schemas from which messages choose.
enum Catalog {
    Folder(Folder),
    Registry(Registry),
}

/// Reads messages of several writers, with a codec or another part made for each.
pub struct Writers<'a, C> {
    messages: &'a Messages,
    global: Global,
    format: &'static Format,
    catalog: Catalog,
    /// The type as which messages are read, if not as the writer's.
    pub reader: Option<(Schema, String)>,
    make: Make<'a, C>,
    /// By the headers of messages.
    made: BTreeMap<Vec<u8>, C>,
}

/// Makes a part for a type, with options of its decoder.
type Make<'a, C> = Box<dyn Fn((&Schema, &str), Options) -> Result<C, Failure> + 'a>;

/// Why a message cannot be read.
pub enum Unusable {
    /// Its writer is not known: why.
    Unknown(String),
    /// A schema cannot be used.
    Failed(Failure),
}

impl From<String> for Unusable {
    fn from(why: String) -> Self {
        Self::Unknown(why)
    }
}

impl From<Failure> for Unusable {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl<'a, C> Writers<'a, C> {
    pub fn new(
        messages: &'a Messages,
        (framing, format): (FramingArg, &'static Format),
        global: Global,
        make: impl Fn((&Schema, &str), Options) -> Result<C, Failure> + 'a,
    ) -> Result<Self, Failure> {
        let catalog = Catalog::of(messages, global)?;
        catalog.check(framing, format)?;
        let reader =
            messages.schema.as_ref().map(|_| messages.message_type_in((&[], &[]), None, global)).transpose()?;
        Ok(Self { messages, global, format, catalog, reader, make: Box::new(make), made: BTreeMap::new() })
    }

    /// Returns the format of the messages.
    pub fn format(&self) -> &'static Format {
        self.format
    }

    /// Returns what was made for the writer of a message.
    pub fn choose(&mut self, message: &[u8]) -> Result<&mut C, Unusable> {
        let header = self.catalog.header(message)?;
        if !self.made.contains_key(&header) {
            let made = self.make_for(&header)?;
            self.made.insert(header.clone(), made);
        }
        self.made.get_mut(&header).ok_or_else(|| Unusable::Unknown("its schema is not known".to_owned()))
    }

    fn make_for(&self, header: &[u8]) -> Result<C, Unusable> {
        match &self.catalog {
            Catalog::Folder(folder) => self.make_of(folder.find(header)?, Vec::new()),
            Catalog::Registry(registry) => {
                let schema = Schema::load_all(registry.find(header)?, &self.messages.imports, self.global)?;
                let name = schema.type_name(None)?;
                self.make_of((&schema, &name), header.to_vec())
            }
        }
    }

    /// Makes the part for a writer, and for a header that is not a part of the format.
    fn make_of(&self, writer: (&Schema, &str), header: Vec<u8>) -> Result<C, Unusable> {
        let options = Options { header, ..Options::default() };
        let Some((schema, name)) = &self.reader else { return Ok((self.make)(writer, options)?) };
        let writer = Some(resolved::writer_of(writer, self.format, self.global)?);
        Ok((self.make)((schema, name), Options { writer, ..options })?)
    }

    /// Returns the files of the schemas.
    pub fn inputs(&self) -> Inputs {
        let mut inputs = self.reader.as_ref().map_or_else(Inputs::default, |(schema, _)| schema.inputs());
        match &self.catalog {
            Catalog::Folder(folder) => inputs.extend(folder.files()),
            Catalog::Registry(registry) => inputs.extend(registry.files()),
        }
        inputs
    }
}

impl Catalog {
    fn of(messages: &Messages, global: Global) -> Result<Self, Failure> {
        let writers = &messages.writers;
        match (&writers.writer_schemas, &writers.registry) {
            (Some(path), _) => Ok(Self::Folder(Folder::load(path, &messages.imports, global)?)),
            (None, Some(path)) => Ok(Self::Registry(Registry::read(path)?)),
            (None, None) => Err(Failure::Usage("--writer-schemas or --registry is needed".to_owned())),
        }
    }

    /// Checks that messages of a format have headers, and that their ends can be found.
    fn check(&self, framing: FramingArg, format: &Format) -> Result<(), Failure> {
        let (option, wanted) = match self {
            Self::Folder(_) => ("--writer-schemas", Folder::FORMAT),
            Self::Registry(_) => ("--registry", Registry::FORMAT),
        };
        let problem = if format.name != wanted {
            format!("it is for messages of `{wanted}`, which name their schemas, not for {}", format.name)
        } else if framing == FramingArg::AvroFile {
            "it is not for Avro files, which contain their schema".to_owned()
        } else if framing == FramingArg::Concatenated {
            "of messages that follow each other, the ends cannot be found; use another framing, as in `--framing delimited`"
                .to_owned()
        } else {
            return Ok(());
        };
        Err(Failure::Usage(format!("{option}: {problem}")))
    }

    fn header(&self, message: &[u8]) -> Result<Vec<u8>, String> {
        match self {
            Self::Folder(_) => Folder::header(message),
            Self::Registry(_) => Registry::header(message),
        }
    }
}

/// Returns true if each message of a format tells its schema, which is in the folder or the registry that the user names.
pub fn are_told(messages: &Messages, format: &Format) -> bool {
    let writers = &messages.writers;
    (format.name == Folder::FORMAT && writers.writer_schemas.is_some())
        || (format.name == Registry::FORMAT && writers.registry.is_some())
}

/// Checks that the id that is written is not that of another schema, if the registry is known.
pub fn check_registry_id(messages: &Messages, id: u32, ty: (&Schema, &str), global: Global) -> Result<(), Failure> {
    match &messages.writers.registry {
        Some(path) => Registry::read(path)?.check_id(id, ty, (&messages.imports, global)),
        None => Ok(()),
    }
}

/// Returns the header with the fingerprint of a type's schema.
fn fingerprint((schema, name): (&Schema, &str), global: Global) -> Result<Option<SingleHeader>, Failure> {
    let model = schema.model_for(&[format(avro_file::FORMAT)?], global)?;
    let header = single_headers(&model).find(|(id, _)| model.decl(*id).path() == name);
    Ok(header.map(|(_, header)| header))
}
