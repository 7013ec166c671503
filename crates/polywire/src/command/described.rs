//! Streams that begin with their schema: a header, its messages, and possibly more headers with theirs.
//!
//! Design: docs/decisions/0122-zebrapack.md

use super::args::{FramingArg, Global, Imports, Messages};
use super::failure::Failure;
use super::model::{Schema, format};
use polywire::Format;
use polywire::schema::{
    self, StreamHeader, derive_go, is_header, read_header, write_header, write_zebrapack_with_enums,
};
use polywire::schema_files::FileSystem;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// The format whose streams can begin with their schema.
const FORMAT: &str = "zebrapack";

/// Returns true if messages that are read like this must be behind their schema.
pub fn is_expected(messages: &Messages, framing: FramingArg, format: &Format) -> bool {
    format.name == FORMAT && messages.schema.is_none() && matches!(framing, FramingArg::None | FramingArg::Concatenated)
}

/// Checks that messages in an output can be behind their schema.
pub fn check_output(format: &Format, framing: FramingArg) -> Result<(), Failure> {
    let problem = match framing {
        _ if format.name != FORMAT => "--self-describing: only `zebrapack` has streams that begin with their schema",
        FramingArg::None | FramingArg::Concatenated => return Ok(()),
        _ => {
            "--self-describing: the schema is in front of messages that follow each other; use `--to-framing concatenated`"
        }
    };
    Err(Failure::Usage(problem.to_owned()))
}

/// Returns the header of messages of a type.
pub fn header(schema: &Schema, name: &str, count: Option<u64>, global: Global) -> Result<Vec<u8>, Failure> {
    let model = schema.model_for(&[format(FORMAT)?], global)?;
    let derived = derive_go(&model, "", model.find(name));
    let schema = write_zebrapack_with_enums(&derived.file);
    Ok(write_header(&StreamHeader { type_name: derived.root, count, schema }))
}

/// Reads the objects of a stream, with a codec or another part made for each type.
pub struct Described<'a, C> {
    imports: &'a Imports,
    global: Global,
    make: Make<'a, C>,
    path: PathBuf,
    /// The number of objects that were read, with headers.
    number: u64,
    current: Option<Current<C>>,
}

/// Makes a part for a type.
type Make<'a, C> = Box<dyn Fn(&Schema, &str) -> Result<C, Failure> + 'a>;

/// The last header.
struct Current<C> {
    schema: Schema,
    type_name: Option<String>,
    /// The number of messages that it announces and that are still missing.
    left: Option<u64>,
    made: BTreeMap<String, C>,
}

impl<'a, C> Described<'a, C> {
    pub fn new(imports: &'a Imports, global: Global, make: impl Fn(&Schema, &str) -> Result<C, Failure> + 'a) -> Self {
        Self { imports, global, make: Box::new(make), path: PathBuf::new(), number: 0, current: None }
    }

    /// Begins a file.
    pub fn begin(&mut self, path: &Path) {
        (self.path, self.number, self.current) = (path.to_owned(), 0, None);
    }

    /// Reads an object. Returns what was made for the type of a message, or `None` for a header.
    pub fn next(&mut self, object: &[u8]) -> Result<Option<&mut C>, Failure> {
        self.number += 1;
        if is_header(object) {
            self.finish()?;
            self.current = Some(self.read_header(object)?);
            return Ok(None);
        }
        let name = self.type_of(object)?;
        let Some(current) = &mut self.current else { return Ok(None) };
        if !current.made.contains_key(&name) {
            let made = (self.make)(&current.schema, &name)?;
            current.made.insert(name.clone(), made);
        }
        Ok(current.made.get_mut(&name))
    }

    /// Checks that no announced message is missing.
    pub fn finish(&self) -> Result<(), Failure> {
        match self.current.as_ref().and_then(|it| it.left) {
            Some(left @ 1..) => {
                let messages = if left == 1 { "message is" } else { "messages are" };
                Err(self.failure(&format!("{left} more {messages} announced by the header before")))
            }
            Some(0) | None => Ok(()),
        }
    }

    fn read_header(&self, object: &[u8]) -> Result<Current<C>, Failure> {
        let header =
            read_header(object).map_err(|error| self.failure(&format!("the header cannot be read: {error}")))?;
        let path = PathBuf::from(format!("{}.z", self.path.display()));
        let system = FileSystem {
            read: &|wanted| {
                if wanted == path { Ok(header.schema.clone()) } else { Err(io::Error::from(io::ErrorKind::NotFound)) }
            },
            canonicalize: &|path| Ok(path.to_owned()),
        };
        let schema = Schema::load_from(std::slice::from_ref(&path), &self.imports.into(), system, self.global)?;
        Ok(Current { schema, type_name: header.type_name, left: header.count, made: BTreeMap::new() })
    }

    /// Returns the type that a message names, or else that of the header; counts the message.
    fn type_of(&mut self, message: &[u8]) -> Result<String, Failure> {
        let Some(current) = &mut self.current else {
            return Err(self.failure(
                "there is no schema in front of it; give --schema, or write the messages with `--self-describing`",
            ));
        };
        if current.left == Some(0) {
            return Err(self.failure("the header before announces fewer messages"));
        }
        current.left = current.left.map(|left| left - 1);
        let model = &current.schema.model;
        let named = format(FORMAT)?.type_of(model, message).map(|id| model.decl(id).path());
        let stated = || current.type_name.as_deref().map(|name| schema::type_name(model, name));
        match named.map(Ok).or_else(stated) {
            Some(found) => found.map_err(|problem| self.failure(&problem)),
            None => Err(self.failure("neither the message nor the header names its type")),
        }
    }

    fn failure(&self, problem: &str) -> Failure {
        Failure::Input(format!("{}: object {}: {problem}", self.path.display(), self.number))
    }
}
