//! Codecs over dynamic values: one wire format for the types of one schema.

mod ranges;
mod transcoder;
mod unknown;
mod unknown_member;

pub use transcoder::{Lost, Stage, Transcoder};

use crate::ir_text::optimized;
use polywire_ir::Module;
use polywire_ir::types::{StructId, Type, Types};
use polywire_lower::{Format, Options, Unsupported};
use polywire_model::{DeclId, Model};
use polywire_passes::{add_validators, drop_unreached};
pub use polywire_vm::Refusal;
pub use polywire_vm::Session;
use polywire_vm::{Engine, Failure, Limits, Note, Program, Trace, UnknownPart, Value, interpreter};
use ranges::Ranges;
use std::collections::{BTreeSet, HashSet};
use std::fmt;
use std::sync::Arc;

/// The codecs of all structs of a model in one format.
#[derive(Clone)]
pub struct Codecs {
    format: &'static Format,
    /// The lowered module before any pass, which is used to explain errors.
    module: Arc<Module>,
    /// The module after the passes, from which programs are compiled.
    optimized: Arc<Module>,
    program: Arc<Program>,
    ranges: Arc<Ranges>,
}

impl Codecs {
    /// Lowers a model and compiles its codecs, or lists what the format cannot represent.
    pub fn new(model: &Model, format: &'static Format) -> Result<Self, Vec<Unsupported>> {
        Self::with(model, format, &Options::default())
    }

    /// Like [`Self::new`], with options.
    pub fn with(model: &Model, format: &'static Format, options: &Options) -> Result<Self, Vec<Unsupported>> {
        Ok(Self::of_module(format, model, lowered(model, format, options)?))
    }

    /// Like [`Self::with`], with validators.
    pub fn validating(model: &Model, format: &'static Format, options: &Options) -> Result<Self, Vec<Unsupported>> {
        let mut module = lowered(model, format, options)?;
        add_validators(&mut module);
        Ok(Self::of_module(format, model, module))
    }

    fn of_module(format: &'static Format, model: &Model, module: Module) -> Self {
        let ranges = Arc::new(Ranges::of(model, &module.types));
        let optimized = optimized(&module);
        let program = Program::compile(&optimized);
        Self { format, module: Arc::new(module), optimized: Arc::new(optimized), program: Arc::new(program), ranges }
    }

    /// The codec IR of the format.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// Returns the module after the passes for engines with mutable output.
    pub fn optimized(&self) -> &Module {
        &self.optimized
    }

    /// Returns the struct with this dotted name.
    pub fn record(&self, model: &Model, name: &str) -> Option<StructId> {
        self.module.types.struct_of(model.find(name)?)
    }

    /// Like [`Self::record`], without the model.
    pub(crate) fn record_named(&self, name: &str) -> Option<StructId> {
        let records = self.module.types.structs.iter();
        records.zip(0..).find(|(record, _)| record.name.dotted() == name).map(|(_, index)| StructId(index))
    }

    pub(crate) fn format(&self) -> &'static Format {
        self.format
    }

    /// Returns the codec of the struct with this dotted name.
    pub fn codec(&self, model: &Model, name: &str) -> Option<Codec> {
        self.codec_of(self.record(model, name)?)
    }

    /// Returns the codec of a struct.
    pub(crate) fn codec_of(&self, record: StructId) -> Option<Codec> {
        self.module.entry(record)?;
        Some(Codec { codecs: self.clone(), record, limits: Limits::default(), engine: Engine::default() })
    }
}

fn lowered(model: &Model, format: &'static Format, options: &Options) -> Result<Module, Vec<Unsupported>> {
    let extended = format.schema_types.map(|add| add(model));
    let model = extended.as_ref().unwrap_or(model);
    match (format.lower_with(model, options), options.root) {
        (Err(_), Some(root)) => lowered_from(root, model, format, options),
        (lowered, _) => lowered,
    }
}

/// Lowers only what a type leads to. The module has the types of the whole schema, so that other formats share its values.
fn lowered_from(
    root: DeclId,
    model: &Model,
    format: &'static Format,
    options: &Options,
) -> Result<Module, Vec<Unsupported>> {
    let mut module = format.lower_with(&model.reduced_to(root), options)?;
    let types = Types::of_model(model);
    let reached: BTreeSet<StructId> =
        model.reached_from(root).into_iter().filter_map(|id| types.struct_of(id)).collect();
    module.entries.retain(|entry| reached.contains(&entry.record));
    drop_unreached(&mut module);
    module.types = Arc::new(types);
    Ok(module)
}

impl fmt::Debug for Codecs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Codecs").field("format", &self.format.name).finish_non_exhaustive()
    }
}

/// Decodes and encodes messages of one struct.
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

    /// Returns true if messages can be decoded without their writer's schema.
    pub fn can_decode(&self) -> bool {
        self.codecs.module.entry(self.record).is_some_and(|entry| entry.schema.is_none())
    }

    /// Returns true if messages can be encoded.
    pub fn can_encode(&self) -> bool {
        self.codecs.module.entry(self.record).is_some_and(|entry| entry.encode.is_some())
    }

    /// Sets the limits.
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Sets the engine.
    pub fn with_engine(self, engine: Engine) -> Self {
        Self { engine, ..self }
    }

    /// Decodes a message that fills `input`.
    pub fn decode(&self, input: &[u8]) -> Result<Value, Refusal> {
        self.decode_in(&mut self.session(), input)
    }

    /// Decodes a message and also returns the parts that are not in the value, like [`Self::omitted`].
    pub fn decode_telling(&self, input: &[u8]) -> Result<(Value, Vec<UnknownPart>), Refusal> {
        let mut session = self.session();
        let value = self.decode_in(&mut session, input)?;
        Ok((value, if session.omitted() { self.omitted(input)? } else { Vec::new() }))
    }

    fn decode_in(&self, session: &mut Session, input: &[u8]) -> Result<Value, Refusal> {
        let decoded = self.decode_with(session, input);
        decoded.map_err(|failure| self.explain(input).err().unwrap_or(failure.into()))
    }

    /// Checks a message that fills `input`, with the same verdict as [`Self::decode`] but without building a value. The
    /// codec must come from [`Codecs::validating`].
    pub fn validate(&self, input: &[u8]) -> Result<(), Refusal> {
        let validated = self.validate_with(&mut self.session(), input);
        validated.map_err(|failure| self.explain(input).err().unwrap_or(failure.into()))
    }

    /// Returns the end of the message at the start of `input`. The codec must come from [`Codecs::validating`], with
    /// [trailing bytes](Options::trailing_bytes) allowed.
    pub fn end_of_message(&self, input: &[u8], session: &mut Session) -> Result<usize, Failure> {
        session.end_of_message(&self.codecs.program, self.record, input, &self.limits)
    }

    /// Returns the parts of a message that its value lacks because they are not in the schema, each value once. The
    /// codec must [report them](Options::report_unknown).
    pub fn omitted(&self, input: &[u8]) -> Result<Vec<UnknownPart>, Refusal> {
        let mut met = HashSet::new();
        let omitted = self.unknown_parts(input)?.into_iter().filter(|part| part.unknown_kind.is_some());
        Ok(omitted.filter(|part| met.insert((part.path.clone(), part.unknown_kind))).collect())
    }

    /// Returns the parts of a message that are not in the schema, retained or not.
    fn unknown_parts(&self, input: &[u8]) -> Result<Vec<UnknownPart>, Refusal> {
        interpreter::unknown_parts(&self.codecs.module, self.record, input, None, &self.limits)
    }

    /// Encodes a message.
    pub fn encode(&self, value: &Value) -> Result<Vec<u8>, Refusal> {
        let encoded = self.encode_with(&mut self.session(), value);
        encoded.map_err(|failure| self.explain_value(value).err().unwrap_or(failure.into()))
    }

    /// Returns reusable memory for a series of messages.
    pub fn session(&self) -> Session {
        Session::with(self.engine)
    }

    /// Decodes a message that fills `input`; errors have no position.
    pub fn decode_with(&self, session: &mut Session, input: &[u8]) -> Result<Value, Failure> {
        session.decode(&self.codecs.program, self.record, (input, None), &self.limits)
    }

    /// Encodes a message; errors have no position.
    pub fn encode_with(&self, session: &mut Session, value: &Value) -> Result<Vec<u8>, Failure> {
        session.encode(&self.codecs.program, self.record, value, &self.limits)
    }

    /// Like [`Self::validate`]; errors have no position.
    pub fn validate_with(&self, session: &mut Session, input: &[u8]) -> Result<(), Failure> {
        session.validate(&self.codecs.program, self.record, (input, None), &self.limits)
    }

    /// Decodes a message with the reference interpreter, so that an error has the position and member that optimised
    /// code may have lost.
    fn explain(&self, input: &[u8]) -> Result<Value, Refusal> {
        let explained = interpreter::explain_decode(&self.codecs.module, self.record, input, None, &self.limits);
        explained.map_err(|refusal| self.detailed(unknown_member::named(refusal, input)))
    }

    /// Encodes a value with the reference interpreter.
    fn explain_value(&self, value: &Value) -> Result<Vec<u8>, Refusal> {
        let explained = interpreter::explain_encode(&self.codecs.module, self.record, value, &self.limits);
        explained.map_err(|refusal| self.detailed(refusal))
    }

    /// Adds the number and the range of a number that is out of range.
    fn detailed(&self, mut refusal: Refusal) -> Refusal {
        let detail = self.codecs.ranges.detail(self.types(), self.record, &refusal);
        refusal.note = detail.map(Note::Detail).map(Box::new);
        refusal
    }

    /// Decodes a message with the reference interpreter and returns a trace of the reads.
    ///
    /// # Errors
    /// `unsupported` if the format requires the writer's schema.
    pub fn trace(&self, input: &[u8]) -> Result<Trace, Failure> {
        let mut trace = interpreter::trace_decode(&self.codecs.module, self.record, input, None, &self.limits)?;
        trace.faults = trace.faults.into_iter().map(|fault| self.detailed(fault)).collect();
        Ok(trace)
    }

    /// The types of the schema.
    pub fn types(&self) -> &Types {
        &self.codecs.module.types
    }

    /// Returns a message with no field set.
    pub fn new_value(&self) -> Value {
        Value::new(&self.codecs.module.types, &Type::Struct(self.record))
    }

    /// Returns the index of a field by its name in the schema.
    pub fn field(&self, name: &str) -> Option<usize> {
        self.codecs.module.types.record(self.record).fields.iter().position(|field| field.name == name)
    }

    /// Returns the index of a union case by its name in the schema, given the field that holds the union.
    pub fn case(&self, field: usize, name: &str) -> Option<u32> {
        let types = &self.codecs.module.types;
        let Type::Union(union) = types.record(self.record).fields.get(field)?.ty else { return None };
        let index = types.union(union).cases.iter().position(|case| case.name == name)?;
        u32::try_from(index).ok()
    }
}
