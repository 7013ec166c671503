//! The reference interpreter: ops executed as trees, by the letter of their documentation. Clarity comes before speed.
//!
//! A native value under construction is a tree; a `Ref` is a path from its root, so that nothing is shared and nothing is
//! borrowed while ops run.

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
mod write;

use crate::{Failure, Limits, Value};
use bytes::Bytes;
use item::{Item, Ref, Root};
use machine::Machine;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{ErrorCode, FuncId, Module};

/// Reads a message that fills the input, with the value of the writer's schema where the format takes one.
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
    let entry = module.entry(record).ok_or_else(no_entry)?;
    let mut args = vec![Item::Ref(Ref::to(Root::Message))];
    match (entry.schema, schema) {
        (Some(_), Some(_)) => args.push(Item::Ref(Ref::to(Root::Schema))),
        (None, _) => {}
        (Some(_), None) => return Err(no_entry()),
    }
    let message = Value::new(&module.types, &Type::Struct(record));
    let mut machine = Machine::new(module, Bytes::new(input), message, schema.cloned(), limits);
    machine.call(entry.decode, args)?;
    Ok(machine.into_message())
}

/// Writes a message.
///
/// # Errors
/// As the module's ops fail; `unsupported` if the module cannot write this struct.
pub fn encode(module: &Module, record: StructId, value: &Value, limits: &Limits) -> Result<Vec<u8>, Failure> {
    let function = module.entry(record).and_then(|entry| entry.encode).ok_or_else(no_entry)?;
    let mut machine = Machine::new(module, Bytes::new(&[]), value.clone(), None, limits);
    machine.call(function, vec![Item::Ref(Ref::to(Root::Message))])?;
    Ok(machine.into_output())
}

fn no_entry() -> Failure {
    Failure { code: ErrorCode::Unsupported, function: FuncId(0), site: None, offset: 0 }
}
