//! The messages between ORBs and the references to objects, as ordinary declarations of the modules `GIOP` and `IOP`
//! (CORBA 3.3 part 2, clauses 7.6, 9.4 and 9.7).
//!
//! A type of messages has the fields of all versions of GIOP; a lowering knows their order in each.
//!
//! Design: docs/decisions/0131-giop.md

mod declare;
mod message;
mod reference;

use crate::Model;
use declare::Module;

/// The full name of the type of GIOP's messages.
pub const MESSAGE: &str = "GIOP.Message";
/// The full name of the type of references to objects that are texts.
pub const REFERENCE: &str = "IOP.Reference";

/// Returns a model with the types.
pub fn model() -> Model {
    let mut model = Model::default();
    let iop = reference::declare(&mut Module { model: &mut model, name: "IOP" });
    message::declare(&mut Module { model: &mut model, name: "GIOP" }, &iop);
    model.cut_cycles();
    model
}
