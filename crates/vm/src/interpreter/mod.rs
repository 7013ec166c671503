//! The reference interpreter: executes ops as trees, exactly as documented. Clarity has priority over speed.
//!
//! A native value under construction is a tree; a `Ref` is a path from its root, so that nothing is shared or borrowed
//! while ops run.

mod blame;
mod build;
mod bytes;
mod control;
mod each;
mod expr;
mod item;
mod keyed;
mod machine;
mod place;
mod read;
mod stream;
mod tracer;
mod unknown_parts;
mod view;
mod write;

use crate::{Failure, Limits, Refusal, Trace, UnknownPart, Value};
use bytes::Bytes;
use item::{Item, Ref, Root, Tracked};
use machine::Machine;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Entry, ErrorCode, FuncId, Function, Module};
use tracer::Tracer;

/// Decodes a message that fills the input, with the writer's schema as a value if the format needs it.
///
/// # Errors
/// As the module's ops fail; `unsupported` if the module has no such entry or a schema is missing.
pub fn decode(
    module: &Module,
    record: StructId,
    input: &[u8],
    schema: Option<&Value>,
    limits: &Limits,
) -> Result<Value, Failure> {
    explain_decode(module, record, input, schema, limits).map_err(|refusal| refusal.failure)
}

/// Gives the same verdict on a message as [`decode`].
///
/// # Errors
/// As `decode`; `unsupported` if the module has no validators.
pub fn validate(
    module: &Module,
    record: StructId,
    input: &[u8],
    schema: Option<&Value>,
    limits: &Limits,
) -> Result<(), Failure> {
    let entry = module.entry(record).ok_or_else(no_entry)?;
    let validate = entry.validate.ok_or_else(no_entry)?;
    read(module, (entry, validate), (input, schema), limits).map(drop).map_err(|refusal| refusal.failure)
}

/// Like [`decode`], but a refusal includes the member that the failure is about.
///
/// # Errors
/// As `decode`.
pub fn explain_decode(
    module: &Module,
    record: StructId,
    input: &[u8],
    schema: Option<&Value>,
    limits: &Limits,
) -> Result<Value, Refusal> {
    let entry = module.entry(record).ok_or_else(no_entry)?;
    read(module, (entry, entry.decode), (input, schema), limits)
}

/// Decodes a message like [`decode`] and returns a trace of the reads; continues after faults where possible.
///
/// # Errors
/// `unsupported` if the module has no such entry or a schema is missing.
pub fn trace_decode(
    module: &Module,
    record: StructId,
    input: &[u8],
    schema: Option<&Value>,
    limits: &Limits,
) -> Result<Trace, Failure> {
    let entry = module.entry(record).ok_or_else(no_entry)?;
    let (mut machine, args) = reader(module, (entry, entry.decode), (input, schema), limits)?;
    machine.tracer = Some(Box::new(Tracer::new(&machine.input, Type::Struct(entry.record))));
    let end = machine.call(entry.decode, args).map(drop);
    machine.into_trace(end).ok_or_else(no_entry)
}

/// Returns the unknown parts of a message, retained or dropped, with the values that contain them; some may be listed
/// several times.
///
/// # Errors
/// As `decode`.
pub fn unknown_parts(
    module: &Module,
    record: StructId,
    input: &[u8],
    schema: Option<&Value>,
    limits: &Limits,
) -> Result<Vec<UnknownPart>, Refusal> {
    let entry = module.entry(record).ok_or_else(no_entry)?;
    let machine = run(module, (entry, entry.decode), (input, schema), limits)?;
    Ok(machine.unknown_in_message(&Type::Struct(record)))
}

/// Runs a decoder or validator; returns the value, which a validator leaves new.
fn read(
    module: &Module,
    reader: (&Entry, FuncId),
    input: (&[u8], Option<&Value>),
    limits: &Limits,
) -> Result<Value, Refusal> {
    run(module, reader, input, limits).map(Machine::into_message)
}

/// Runs a decoder or validator.
fn run<'m>(
    module: &'m Module,
    (entry, function): (&Entry, FuncId),
    (input, schema): (&[u8], Option<&Value>),
    limits: &Limits,
) -> Result<Machine<'m>, Refusal> {
    let (mut machine, args) = reader(module, (entry, function), (input, schema), limits)?;
    let outcome = machine.call(function, args);
    let root = Type::Struct(entry.record);
    outcome.map_err(|failure| machine.refusal(failure, &root))?;
    Ok(machine)
}

/// Returns a machine with a message to read, and the arguments for a decoder or validator.
fn reader<'m>(
    module: &'m Module,
    (entry, function): (&Entry, FuncId),
    (input, schema): (&[u8], Option<&Value>),
    limits: &Limits,
) -> Result<(Machine<'m>, Vec<Tracked>), Failure> {
    let builds = module.functions.get(function.0 as usize).is_some_and(Function::builds);
    let mut args: Vec<Tracked> = if builds { vec![Item::Ref(Ref::to(Root::Message)).into()] } else { vec![] };
    match (entry.schema, schema) {
        (Some(_), Some(_)) => args.push(Item::Ref(Ref::to(Root::Schema)).into()),
        (None, _) => {}
        (Some(_), None) => return Err(no_entry()),
    }
    let new = Value::new(&module.types, &Type::Struct(entry.record));
    Ok((Machine::new(module, Bytes::new(input), new, schema.cloned(), limits), args))
}

/// Like [`decode`], but reads every member in place, by its accessor.
///
/// # Errors
/// As the accessors fail; `unsupported` if the module has no view of the struct.
pub fn read_in_place(module: &Module, record: StructId, input: &[u8], limits: &Limits) -> Result<Value, Failure> {
    let new = Value::new(&module.types, &Type::Struct(record));
    Machine::new(module, Bytes::new(input), new, None, limits).read_in_place(record, limits.depth)
}

/// Encodes a message.
///
/// # Errors
/// As the module's ops fail; `unsupported` if the module cannot encode this struct.
pub fn encode(module: &Module, record: StructId, value: &Value, limits: &Limits) -> Result<Vec<u8>, Failure> {
    explain_encode(module, record, value, limits).map_err(|refusal| refusal.failure)
}

/// Like [`encode`], but a refusal includes the member that the failure is about.
///
/// # Errors
/// As `encode`.
pub fn explain_encode(module: &Module, record: StructId, value: &Value, limits: &Limits) -> Result<Vec<u8>, Refusal> {
    let function = module.entry(record).and_then(|entry| entry.encode).ok_or_else(no_entry)?;
    let mut machine = Machine::new(module, Bytes::new(&[]), value.clone(), None, limits);
    let outcome = machine.call(function, vec![Item::Ref(Ref::to(Root::Message)).into()]);
    outcome.map_err(|failure| machine.refusal(failure, &Type::Struct(record)))?;
    Ok(machine.into_output())
}

/// Returns the encoded size of a value in bytes.
///
/// # Errors
/// As [`encode`]; `unsupported` if the module cannot compute it.
pub fn encoded_size(module: &Module, record: StructId, value: &Value, limits: &Limits) -> Result<u64, Failure> {
    let function = module.entry(record).and_then(|entry| entry.size).ok_or_else(no_entry)?;
    let mut machine = Machine::new(module, Bytes::new(&[]), value.clone(), None, limits);
    match machine.call(function, vec![Item::Ref(Ref::to(Root::Message)).into()])?.as_slice() {
        [Tracked { item: Item::U64(size), .. }] => Ok(*size),
        _ => Err(no_entry()),
    }
}

fn no_entry() -> Failure {
    Failure { code: ErrorCode::Unsupported, function: FuncId(0), site: None, offset: 0 }
}
