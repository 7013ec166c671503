//! The text format of Protocol Buffers (its "Text Format Language Specification").
//!
//! Two formats: `protobuf_text` writes each field on its own line, indented by two spaces per level;
//! `protobuf_text_line` writes a message on one line, with a space after each field. Both read the same texts. Fields
//! are written in the order of their numbers, as by the original printer: repeated ones one by one, bytes other than
//! printable ASCII as octal escapes. Decoders accept any order. Fields that a decoder of binary messages would merge
//! are refused: a singular field that occurs twice, two cases of a oneof. So is an unknown name, unless the caller
//! ignores it or the schema reserves it. An `Any` is written as the message that it holds, if that is in the schema.
//! Unknown fields have no names and are left out, or shown by number if the caller chooses; those are not read back.
//!
//! Design: docs/decisions/0011-any-in-the-text-format.md

mod any;
mod losses;
mod plan;
mod read;
mod read_value;
mod skip;
mod style;
mod tokens;
mod unknown;
mod write;
mod write_value;

pub(crate) use losses::losses;

use crate::any::AnyFields;
use crate::plan::{Codecs, Projection, Scaffold, Wrapped, messages, struct_decls};
use crate::protobuf::wrapped;
use crate::text::class::END;
use crate::unsupported::none_of;
use crate::{Options, Unsupported};
use any::AnyCodec;
use plan::Message;
use polywire_ir::build::ModuleBuilder;
use polywire_ir::types::{StructId, Types};
use polywire_ir::{Arg, FuncId, Function, Module};
use polywire_model::Model;
use skip::Skippers;
use std::sync::Arc;
use style::Style;
use tokens::Tokens;
use unknown::Unknown;

/// Each field on its own line.
pub(crate) fn lower(model: &Model, options: &Options) -> Result<Module, Vec<Unsupported>> {
    lower_as(model, options, Style::LINES)
}

/// Each message on one line.
pub(crate) fn lower_line(model: &Model, options: &Options) -> Result<Module, Vec<Unsupported>> {
    lower_as(model, options, Style::ONE_LINE)
}

fn lower_as(model: &Model, options: &Options, style: Style) -> Result<Module, Vec<Unsupported>> {
    let wrapped = wrapped(model);
    let types = Arc::new(Types::of_model(&wrapped.model));
    let mut module = ModuleBuilder::new(style.format, types.clone());
    let any = AnyCodec::of(model, &types, &mut module, options)?;
    // Decoders of selected fields also decode the contents of an `Any`, which is never partial.
    let projection = if any.is_some() { Projection::all(&types) } else { Projection::of(&options.selection, &types) };
    let mut problems = Vec::new();
    let structs = struct_decls(&wrapped.model).into_iter();
    let messages = structs.map(|owner| Message::of(&wrapped, (&types, &projection), &owner, &mut problems)).collect();
    none_of(problems)?;
    let tokens = Tokens::define(&mut module);
    let text = ProtobufText {
        style,
        types: &types,
        // An `Any` can hold itself, although its type does not show it.
        scaffold: Scaffold::nesting_also(&types, |id| any.as_ref().is_some_and(|codec| codec.fields(id).is_some())),
        codecs: Codecs::declare_structs(&mut module, &types),
        messages,
        skippers: Skippers::define(&mut module, tokens),
        tokens,
        unknown: Unknown::define(&mut module, style),
        any,
    };
    text.define(&mut module, &wrapped);
    Ok(wrapped.unwrap(module.finish()))
}

/// The lowering's context.
struct ProtobufText<'t> {
    style: Style,
    types: &'t Types,
    scaffold: Scaffold,
    /// `write_Name(value, indentation)` and `read_Name(value, close)`.
    codecs: Codecs,
    /// By struct.
    messages: Vec<Message>,
    tokens: Tokens,
    skippers: Skippers,
    /// Writes the unknown fields of types that keep them.
    unknown: Option<Unknown>,
    /// The functions for `Any`, if there is one.
    any: Option<AnyCodec>,
}

impl ProtobufText<'_> {
    fn define(&self, module: &mut ModuleBuilder, wrapped: &Wrapped) {
        if let Some(any) = &self.any {
            self.define_payloads(module, any);
        }
        self.codecs.define_structs(module, |id| [self.write_struct(id), self.read_struct(id)]);
        for id in messages(&wrapped.types) {
            let encode = module.add(self.encode_entry(id));
            self.add_entry(module, id, encode);
        }
    }

    fn encode_entry(&self, id: StructId) -> Function {
        self.scaffold.encode_message(id, |b, value| {
            b.call(self.codecs[id].encode, vec![Arg::Place(value.into()), Arg::Value(0u64.into())], &[]);
        })
    }

    fn add_entry(&self, module: &mut ModuleBuilder, id: StructId, encode: FuncId) {
        let decode = self.scaffold.decode_entry(id, |b, value| {
            let end = Arg::Value(END.into());
            b.call(self.codecs[id].read, vec![Arg::Place(value.into()), end], &[]);
        });
        let decode = module.add(decode);
        module.entry(id, Some(encode), decode, None);
    }

    /// Returns the fields of a struct that is an `Any`, with the codec of its messages.
    fn any_fields(&self, id: StructId) -> Option<(&AnyCodec, AnyFields)> {
        let codec = self.any.as_ref()?;
        Some((codec, codec.fields(id)?))
    }

    fn message(&self, id: StructId) -> &Message {
        &self.messages[id.0 as usize]
    }
}
