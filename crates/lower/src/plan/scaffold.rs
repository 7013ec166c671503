//! Design: docs/decisions/0067-one-scaffold-for-lowerings.md

use super::{Names, Recursion};
use crate::plan::codecs::Codec;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{Named, StructId, Type, Types};
use polywire_ir::{Arg, ErrorCode, Expr, Function, Place, VarId};
use std::sync::Arc;

/// The start and the end of the functions that every format has for the named types of a module.
pub(crate) struct Scaffold {
    types: Arc<Types>,
    /// The names of the types in functions' names.
    pub names: Names,
    nesting: Recursion,
}

impl Scaffold {
    /// The functions of types that can nest without bound count a level of nesting.
    pub fn of(types: &Arc<Types>) -> Self {
        Self::nesting_also(types, |_| false)
    }

    /// As [`Self::of`]; those of these structs count a level as well.
    pub fn nesting_also(types: &Arc<Types>, also: impl Fn(StructId) -> bool) -> Self {
        Self { types: types.clone(), names: Names::of(types), nesting: Recursion::of(types).including(also) }
    }

    /// Returns true if the functions of a struct count a level of nesting.
    pub fn nests(&self, id: StructId) -> bool {
        self.nesting.of_struct(id)
    }

    /// Starts `verb_Name`, which counts no level of nesting.
    pub fn function(&self, verb: &str, id: impl Into<Named>) -> FunctionBuilder {
        let name = match id.into() {
            Named::Struct(id) => &self.names[id],
            Named::Union(id) => &self.names[id],
            Named::Enum(id) => &self.names[id],
            Named::Constant(_) => "constant",
        };
        self.named(format!("{verb}_{name}"))
    }

    /// Starts a function of this name, which counts no level of nesting.
    pub fn named(&self, name: String) -> FunctionBuilder {
        FunctionBuilder::with_types(name, self.types.clone())
    }

    /// Starts `verb_Name`, which counts a level of nesting if values of the type can nest without bound.
    pub fn nesting(&self, verb: &str, id: impl Into<Named>) -> FunctionBuilder {
        let id = id.into();
        let mut b = self.function(verb, id);
        let nests = match id {
            Named::Struct(id) => self.nesting.of_struct(id),
            Named::Union(id) => self.nesting.of_union(id),
            Named::Enum(_) | Named::Constant(_) => false,
        };
        if nests {
            b.nests();
        }
        b
    }

    /// Starts `verb_Name(value)`, which writes a value.
    pub fn writer(&self, verb: &str, id: impl Into<Named>) -> (FunctionBuilder, Place) {
        let id = id.into();
        let mut b = self.nesting(verb, id);
        let value = b.read_param("value", type_of(id)).into();
        (b, value)
    }

    /// Starts `verb_Name(value)`, which reads into a value.
    pub fn reader(&self, verb: &str, id: impl Into<Named>) -> (FunctionBuilder, Place) {
        let id = id.into();
        let mut b = self.nesting(verb, id);
        let value = b.build_param("value", type_of(id)).into();
        (b, value)
    }

    /// Returns the function that writes a whole message.
    pub fn encode_message(&self, id: StructId, write: impl FnOnce(&mut FunctionBuilder, VarId)) -> Function {
        let mut b = self.function("encode", id);
        let value = b.read_param("value", Type::Struct(id));
        write(&mut b, value);
        b.finish(vec![], vec![])
    }

    /// Returns the function that reads a whole message into a value that it resets first.
    pub fn decode_message(&self, id: StructId, read: impl FnOnce(&mut FunctionBuilder, VarId)) -> Function {
        let mut b = self.function("decode", id);
        let value = b.build_param("value", Type::Struct(id));
        b.reset(value);
        read(&mut b, value);
        b.finish(vec![], vec![])
    }

    /// As [`Self::decode_message`]; the function refuses trailing bytes.
    pub fn decode_entry(&self, id: StructId, read: impl FnOnce(&mut FunctionBuilder, VarId)) -> Function {
        self.decode_message(id, |b, value| {
            read(b, value);
            b.check(Expr::Left.is(0u64), ErrorCode::TrailingBytes);
        })
    }

    /// Adds the entry of a struct whose message consists only of its value.
    pub fn add_entry(&self, module: &mut ModuleBuilder, id: StructId, codec: Codec) {
        let decode = self.decode_entry(id, |b, value| {
            b.call(codec.read, vec![Arg::Place(value.into())], &[]);
        });
        let decode = module.add(decode);
        module.entry(id, Some(codec.encode), decode, None);
    }
}

fn type_of(id: Named) -> Type {
    match id {
        Named::Struct(id) => Type::Struct(id),
        Named::Enum(id) => Type::Enum(id),
        Named::Union(id) => Type::Union(id),
        Named::Constant(_) => Type::fixed_bytes(0),
    }
}
