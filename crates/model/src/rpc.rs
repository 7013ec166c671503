//! The envelopes of calls, as ordinary declarations of the module `Rpc`: what stands on the wire around the messages of a method,
//! whatever the protocol is. A lowering says how a protocol writes them.
//!
//! Design: docs/decisions/0140-envelopes.md

mod declare;

use crate::built_in::{self, documented, optional};
use crate::{Case, Field, Model, Text, Type};
use declare::Module;

/// The module of the types.
pub const MODULE: &str = "Rpc";

/// The full name of the type of envelopes.
pub const ENVELOPE: &str = "Rpc.Envelope";
/// The full name of the type of metadata.
pub const METADATA: &str = "Rpc.Metadata";

/// The outcome of a call, by the numbers of gRPC.
pub const STATUSES: [&str; 17] = [
    "OK",
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNAUTHENTICATED",
];

/// Returns a model with the types.
pub fn model() -> Model {
    let mut model = Model::default();
    declare(&mut model);
    model
}

/// Returns a schema with the types, for code that is generated from both.
pub fn beside(schema: &Model) -> Result<Model, String> {
    let mut model = schema.clone();
    if model.find(ENVELOPE).is_some() {
        return Ok(model);
    }
    if let Some(clash) = built_in::clash(schema, &[MODULE]) {
        return Err(format!("the schema declares `{}`, but this module is built in; rename it", clash.path()));
    }
    declare(&mut model);
    Ok(model)
}

fn declare(model: &mut Model) {
    let mut module = Module { model, name: MODULE };
    let metadata = metadata(&mut module);
    let item = item(&mut module);
    let cases = [
        Case::new("call", call(&mut module, &metadata, item.clone())),
        Case::new("start", start(&mut module, &metadata)),
        Case::new("item", item.clone()),
        Case::new("end", end(&mut module, &metadata, item)),
    ];
    let body = module.union("Body", "What an envelope holds.", cases.into());
    let doc = "What stands on the wire of a call: its start, a message in either direction, the start of the answer, or its end.";
    let number = optional("number", Type::int(32, false));
    let number = documented(
        number,
        "The call among those of a connection, where envelopes tell it; without one, nobody waits for an answer.",
    );
    module.structure("Envelope", doc, vec![Field::new("body", body), number]);
    module.model.cut_cycles();
}

fn metadata(module: &mut Module<'_>) -> Type {
    let cases: [Case; 2] = [Case::new("text", plain_text()), Case::new("binary", Type::Bytes)];
    let value = module.union("MetadataValue", "A text, or bytes where the name ends with `-bin`.", cases.into());
    let name = documented(text("name"), "In lower case.");
    module.structure("Metadata", "A name and its value, beside the messages.", vec![name, Field::new("value", value)])
}

fn call(module: &mut Module<'_>, metadata: &Type, item: Type) -> Type {
    let item = optional("item", item);
    let timeout = optional("timeout", Type::int(64, false));
    let mut fields = vec![
        documented(text("service"), "The full name of the service."),
        text("method"),
        documented(timeout, "Nanoseconds after which the caller does not wait any more."),
    ];
    fields.extend(body_facts());
    fields.push(metadata_field(metadata));
    fields.push(documented(item, "Set if the start of the call holds its only message, as `GET` of HTTP does."));
    module.structure("Call", "The start of a call.", fields)
}

fn start(module: &mut Module<'_>, metadata: &Type) -> Type {
    let fields = body_facts().into_iter().chain([metadata_field(metadata)]).collect();
    module.structure("Start", "The start of an answer.", fields)
}

fn item(module: &mut Module<'_>) -> Type {
    let fields = vec![Field::new("compressed", Type::Bool), Field::new("body", Type::Bytes)];
    module.structure("Item", "A message that a method takes or returns.", fields)
}

fn end(module: &mut Module<'_>, metadata: &Type, item: Type) -> Type {
    let status = module.registry("Status", "The outcome of a call.", &STATUSES);
    let http_status = optional("http_status", Type::int(16, false));
    let fields = vec![
        documented(http_status, "Set if nothing of the answer precedes it: the status of HTTP."),
        Field::new("status", status),
        documented(text("message"), "What went wrong, for people."),
        documented(Field::new("details", Type::Bytes), "What went wrong, for programs: a `google.rpc.Status`."),
        metadata_field(metadata),
        documented(optional("item", item), "Set if the end of the answer holds its only message."),
    ];
    module.structure("End", "The end of an answer.", fields)
}

/// How the messages that follow are written.
fn body_facts() -> [Field; 3] {
    let accepts = Field::new("accepts", Type::list(plain_text()));
    [
        documented(text("format"), "The format of messages; empty for that of the protocol."),
        documented(text("compression"), "That of compressed messages; empty for none."),
        documented(accepts, "The compressions that may be used in the other direction."),
    ]
}

fn metadata_field(metadata: &Type) -> Field {
    Field::new("metadata", Type::list(metadata.clone()))
}

fn text(name: &str) -> Field {
    Field::new(name, plain_text())
}

fn plain_text() -> Type {
    Type::Text(Text::default())
}
