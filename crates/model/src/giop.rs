//! The messages between ORBs and the references to objects, as ordinary declarations of the modules `GIOP` and `IOP`
//! (CORBA 3.3 part 2, clauses 7.6, 9.4 and 9.7).
//!
//! A type of messages has the fields of all versions of GIOP; a lowering knows their order in each.
//!
//! Design: docs/decisions/0131-giop.md

mod bodies;
mod called;
mod declare;
mod implicit;
mod message;
mod reference;
mod url;

use crate::built_in;
use crate::corba::narrow;
use crate::{Called, Field, Model, Text, Type};
use bodies::Bodies;
pub use called::{named, replying};
use declare::Module;
pub use url::{URL, url_beside, url_model};

const MODULE: &str = "GIOP";
const IOP_MODULE: &str = "IOP";

/// The full name of the type of GIOP's messages.
pub const MESSAGE: &str = "GIOP.Message";
/// The full name of the union of what operations take.
pub const ARGUMENTS: &str = "GIOP.Arguments";
/// The full name of the union of the members of exceptions.
pub const EXCEPTION_MEMBERS: &str = "GIOP.ExceptionMembers";
/// The full name of the type of references to objects that are texts.
pub const REFERENCE: &str = "IOP.Reference";

/// Returns a model with the types.
pub fn model() -> Model {
    let mut model = Model::default();
    declare(&mut model, |_| Bodies::OCTETS);
    model
}

/// Returns a schema with the types, in which bodies of requests and replies are what its operations take and return; or what the user can
/// do about a schema for which this is not possible.
pub fn typed(schema: &Model, called: &Called) -> Result<Model, String> {
    check_names(schema, &[MODULE, IOP_MODULE])?;
    let operations = called::operations(schema, called)?;
    let mut model = schema.clone();
    declare(&mut model, |module| bodies::declare(module, &operations, called));
    Ok(model)
}

/// Returns a schema with the types, for code that is generated from both. Bodies are octets if the schema has no interfaces.
pub fn beside(schema: &Model) -> Result<Model, String> {
    if schema.find(MESSAGE).is_some() {
        return Ok(schema.clone());
    }
    if called::has_interfaces(schema) {
        return typed(schema, &Called::Any);
    }
    check_names(schema, &[MODULE, IOP_MODULE])?;
    let mut model = schema.clone();
    declare(&mut model, |_| Bodies::OCTETS);
    Ok(model)
}

fn check_names(schema: &Model, modules: &[&str]) -> Result<(), String> {
    match built_in::clash(schema, modules) {
        Some(clash) => {
            Err(format!("the schema declares `{}`, but this module is built in; leave it out", clash.path()))
        }
        None => Ok(()),
    }
}

fn declare(model: &mut Model, bodies: impl FnOnce(&mut Module<'_>) -> Bodies) {
    let iop = reference::declare(&mut Module { model, name: IOP_MODULE });
    let mut module = Module { model, name: MODULE };
    let bodies = bodies(&mut module);
    message::declare(&mut module, &iop, &bodies);
    model.cut_cycles();
}

/// A field that is a string.
fn text(name: &str) -> Field {
    narrow(name, plain_text())
}

fn plain_text() -> Type {
    Type::Text(Text::default())
}
