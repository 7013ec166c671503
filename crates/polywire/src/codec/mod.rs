//! Codecs over dynamic values: one wire format for the types of one schema.

mod transcoder;
mod unknown;
mod unknown_member;

pub use transcoder::{Lost, Stage, Transcoder};

use crate::ir_text::optimized;
use polywire_ir::Module;
use polywire_ir::types::{StructId, Type, Types};
use polywire_lower::{Format, Options, Unsupported};
use polywire_model::Model;
use polywire_passes::add_validators;
pub use polywire_vm::Refusal;
pub use polywire_vm::Session;
use polywire_vm::{Engine, Failure, Limits, Program, Trace, UnknownPart, Value, interpreter};
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

/// The codecs of all structs of a model in one format.
#[derive(Clone)]
pub struct Codecs {
    format: &'static Format,
    /// As the format was lowered, before any pass: what errors are explained by.
    module: Arc<Module>,
    /// As the passes left it: what programs are compiled from.
    optimized: Arc<Module>,
    program: Arc<Program>,
}

impl Codecs {
    /// Lowers a model and compiles the codecs, or lists what the format cannot hold of it.
    pub fn new(model: &Model, format: &'static Format) -> Result<Self, Vec<Unsupported>> {
        Self::with(model, format, &Options::default())
    }

    /// The same, as the caller chooses.
    pub fn with(model: &Model, format: &'static Format, options: &Options) -> Result<Self, Vec<Unsupported>> {
        Ok(Self::of_module(format, lowered(model, format, options)?))
    }

    /// The same, with validators.
    pub fn validating(model: &Model, format: &'static Format, options: &Options) -> Result<Self, Vec<Unsupported>> {
        let mut module = lowered(model, format, options)?;
        add_validators(&mut module);
        Ok(Self::of_module(format, module))
    }

    fn of_module(format: &'static Format, module: Module) -> Self {
        let optimized = optimized(&module);
        let program = Program::compile(&optimized);
        Self { format, module: Arc::new(module), optimized: Arc::new(optimized), program: Arc::new(program) }
    }

    /// The codec IR of the format.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// The same as the passes leave it for engines that can change bytes that they have written.
    pub fn optimized(&self) -> &Module {
        &self.optimized
    }

    /// The struct with this dotted name.
    pub fn record(&self, model: &Model, name: &str) -> Option<StructId> {
        self.module.types.struct_of(model.find(name)?)
    }

    /// The same, by the types alone.
    pub(crate) fn record_named(&self, name: &str) -> Option<StructId> {
        let records = self.module.types.structs.iter();
        records.zip(0..).find(|(record, _)| record.name.dotted() == name).map(|(_, index)| StructId(index))
    }

    pub(crate) fn format(&self) -> &'static Format {
        self.format
    }

    /// The codec of the struct with this dotted name.
    pub fn codec(&self, model: &Model, name: &str) -> Option<Codec> {
        self.codec_of(self.record(model, name)?)
    }

    /// The codec of a struct.
    pub(crate) fn codec_of(&self, record: StructId) -> Option<Codec> {
        self.module.entry(record)?;
        Some(Codec { codecs: self.clone(), record, limits: Limits::default(), engine: Engine::default() })
    }
}

fn lowered(model: &Model, format: &'static Format, options: &Options) -> Result<Module, Vec<Unsupported>> {
    let extended = format.schema_types.map(|add| add(model));
    format.lower_with(extended.as_ref().unwrap_or(model), options)
}

impl fmt::Debug for Codecs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Codecs").field("format", &self.format.name).finish_non_exhaustive()
    }
}

/// Reads and writes messages of one struct.
#[derive(Clone, Debug)]
pub struct Codec {
    codecs: Codecs,
    record: StructId,
    limits: Limits,
    engine: Engine,
}

impl Codec {
    /// The wire format.
    pub fn format(&self) -> &'static Format {
        self.codecs.format
    }

    /// Returns true if messages can be read without their writer's schema.
    pub fn can_decode(&self) -> bool {
        self.codecs.module.entry(self.record).is_some_and(|entry| entry.schema.is_none())
    }

    /// Returns true if messages can be written.
    pub fn can_encode(&self) -> bool {
        self.codecs.module.entry(self.record).is_some_and(|entry| entry.encode.is_some())
    }

    /// The codec with other limits and choices.
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The codec run in another way.
    pub fn with_engine(self, engine: Engine) -> Self {
        Self { engine, ..self }
    }

    /// Reads a message that fills `input`.
    pub fn decode(&self, input: &[u8]) -> Result<Value, Refusal> {
        self.decode_in(&mut self.session(), input)
    }

    /// Decodes a message and also reports the parts that it leaves out, as [`Self::omitted`] does.
    pub fn decode_telling(&self, input: &[u8]) -> Result<(Value, Vec<UnknownPart>), Refusal> {
        let mut session = self.session();
        let value = self.decode_in(&mut session, input)?;
        Ok((value, if session.omitted() { self.omitted(input)? } else { Vec::new() }))
    }

    fn decode_in(&self, session: &mut Session, input: &[u8]) -> Result<Value, Refusal> {
        let decoded = self.decode_with(session, input);
        decoded.map_err(|failure| self.explain(input).err().unwrap_or(failure.into()))
    }

    /// Checks a message that fills `input` as [`Self::decode`] does, without building a value. The codec must be of
    /// [`Codecs::validating`].
    pub fn validate(&self, input: &[u8]) -> Result<(), Refusal> {
        let validated = self.validate_with(&mut self.session(), input);
        validated.map_err(|failure| self.explain(input).err().unwrap_or(failure.into()))
    }

    /// Where the message ends that `input` begins with. The codec must be of [`Codecs::validating`] and [trailing
    /// bytes](Options::trailing_bytes).
    pub fn end_of_message(&self, input: &[u8], session: &mut Session) -> Result<usize, Failure> {
        session.end_of_message(&self.codecs.program, self.record, input, &self.limits)
    }

    /// The parts of a message that are left out of its value because the schema lacks them, each value once; for a
    /// codec that [reports them](Options::report_unknown).
    pub fn omitted(&self, input: &[u8]) -> Result<Vec<UnknownPart>, Refusal> {
        let mut met = HashSet::new();
        let omitted = self.unknown_parts(input)?.into_iter().filter(|part| part.unknown_kind.is_some());
        Ok(omitted.filter(|part| met.insert((part.path.clone(), part.unknown_kind))).collect())
    }

    /// The parts of a message that the schema lacks, retained or left out.
    fn unknown_parts(&self, input: &[u8]) -> Result<Vec<UnknownPart>, Refusal> {
        interpreter::unknown_parts(&self.codecs.module, self.record, input, None, &self.limits)
    }

    /// Writes a message.
    pub fn encode(&self, value: &Value) -> Result<Vec<u8>, Refusal> {
        let encoded = self.encode_with(&mut self.session(), value);
        encoded.map_err(|failure| self.explain_value(value).err().unwrap_or(failure.into()))
    }

    /// Memory that is used again from message to message.
    pub fn session(&self) -> Session {
        Session::with(self.engine)
    }

    /// Reads a message that fills `input`; errors have no place.
    pub fn decode_with(&self, session: &mut Session, input: &[u8]) -> Result<Value, Failure> {
        session.decode(&self.codecs.program, self.record, (input, None), &self.limits)
    }

    /// Writes a message; errors have no place.
    pub fn encode_with(&self, session: &mut Session, value: &Value) -> Result<Vec<u8>, Failure> {
        session.encode(&self.codecs.program, self.record, value, &self.limits)
    }

    /// Checks a message as [`Self::validate`] does; errors have no position.
    pub fn validate_with(&self, session: &mut Session, input: &[u8]) -> Result<(), Failure> {
        session.validate(&self.codecs.program, self.record, (input, None), &self.limits)
    }

    /// Reads a message as the reference says: an error has the place that the optimised code may have lost, and the member
    /// that it is about.
    fn explain(&self, input: &[u8]) -> Result<Value, Refusal> {
        let explained = interpreter::explain_decode(&self.codecs.module, self.record, input, None, &self.limits);
        explained.map_err(|refusal| unknown_member::named(refusal, input))
    }

    /// Writes a value as the reference says.
    fn explain_value(&self, value: &Value) -> Result<Vec<u8>, Refusal> {
        interpreter::explain_encode(&self.codecs.module, self.record, value, &self.limits)
    }

    /// Reads a message with the reference interpreter, and returns a trace of the reads.
    ///
    /// # Errors
    /// `unsupported` if such messages are read with their writer's schema only.
    pub fn trace(&self, input: &[u8]) -> Result<Trace, Failure> {
        interpreter::trace_decode(&self.codecs.module, self.record, input, None, &self.limits)
    }

    /// The types of the schema.
    pub fn types(&self) -> &Types {
        &self.codecs.module.types
    }

    /// A message in which nothing is set.
    pub fn new_value(&self) -> Value {
        Value::new(&self.codecs.module.types, &Type::Struct(self.record))
    }

    /// Index of a field of the struct, by its name in the schema.
    pub fn field(&self, name: &str) -> Option<usize> {
        self.codecs.module.types.record(self.record).fields.iter().position(|field| field.name == name)
    }

    /// Index of a case of the union that a field of the struct holds, by its name in the schema.
    pub fn case(&self, field: usize, name: &str) -> Option<u32> {
        let types = &self.codecs.module.types;
        let Type::Union(union) = types.record(self.record).fields.get(field)?.ty else { return None };
        let index = types.union(union).cases.iter().position(|case| case.name == name)?;
        u32::try_from(index).ok()
    }
}
