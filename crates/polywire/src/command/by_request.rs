//! Streams of calls: a reply has the types of the operation that the request before it names.
//!
//! Design: docs/decisions/0134-bodies-of-giop.md

use super::args::{FramingArg, Global, Messages};
use super::failure::Failure;
use super::inputs::Inputs;
use super::messages::no_schema;
use super::model::Schema;
use polywire::calls::giop::Connection;
use polywire::{BuiltIn, Calls, Format};
use polywire_model::Called;
use std::collections::BTreeMap;

/// Parts, such as codecs, for messages that are no replies to known requests, and for the replies of each operation.
pub struct ByRequest<'a, C> {
    schema: Schema,
    built_in: BuiltIn,
    calls: Calls,
    called: Called,
    connection: Connection,
    make: Make<'a, C>,
    other: C,
    /// `None` for operations whose results are not known.
    replies: BTreeMap<String, Option<C>>,
}

/// Makes a part for a type.
type Make<'a, C> = Box<dyn Fn(&Schema, &str) -> Result<C, Failure> + 'a>;

/// Returns the format whose messages are read or written as one connection, if they call operations of a schema.
pub fn is_expected(messages: &Messages, framings: &[FramingArg], formats: &[&Format]) -> bool {
    let has_calls = |it: &&Format| it.built_in.is_some_and(|it| it.calls.is_some());
    messages.schema.is_some() && framings.contains(&FramingArg::Giop) && formats.iter().any(has_calls)
}

impl<'a, C> ByRequest<'a, C> {
    /// Returns `None` if the user names the operation of replies.
    pub fn new(
        messages: &Messages,
        formats: &[&Format],
        make: impl Fn(&Schema, &str) -> Result<C, Failure> + 'a,
        global: Global,
    ) -> Result<Option<Self>, Failure> {
        let Some(built_in) = formats.iter().find_map(|it| it.built_in) else { return Ok(None) };
        let (Some(calls), Some(connection)) = (built_in.calls, Connection::new()) else { return Ok(None) };
        let schema = Schema::load(messages.schema.as_deref().ok_or_else(no_schema)?, &messages.imports, global)?;
        let called = schema.called(calls, messages.type_name.as_deref()).map_err(Failure::Usage)?;
        if matches!(called, Called::Method(..)) {
            return Ok(None);
        }
        let other = make(&schema.calling(calls, &called)?, built_in.message)?;
        let (make, replies) = (Box::new(make), BTreeMap::new());
        Ok(Some(Self { schema, built_in, calls, called, connection, make, other, replies }))
    }

    /// Returns the files of the schema.
    pub fn inputs(&self) -> Inputs {
        self.schema.inputs()
    }

    /// Takes the next message; returns what was made for it.
    pub fn choose(&mut self, message: &[u8]) -> Result<&mut C, Failure> {
        let Some(operation) = self.connection.take(message) else { return Ok(&mut self.other) };
        if !self.replies.contains_key(&operation) {
            let made = self.made_for(&operation)?;
            self.replies.insert(operation.clone(), made);
        }
        Ok(self.replies.get_mut(&operation).and_then(Option::as_mut).unwrap_or(&mut self.other))
    }

    fn made_for(&self, operation: &str) -> Result<Option<C>, Failure> {
        let Some(method) = (self.calls.replying)(&self.schema.model, &self.called, operation) else { return Ok(None) };
        (self.make)(&self.schema.calling(self.calls, &method)?, self.built_in.message).map(Some)
    }
}
