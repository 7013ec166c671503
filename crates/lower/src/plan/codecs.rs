use super::standalone_unions;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{StructId, Type, Types, UnionId};
use polywire_ir::{Arg, ErrorCode, Expr, FuncId, Function, VarId};
use std::ops::Index;

/// The two functions of a named type, derived from one plan.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Codec {
    /// Writes a value: `encode_Name`.
    pub encode: FuncId,
    /// Reads into a new value, or merges into an existing one: `read_Name`.
    pub read: FuncId,
}

/// The functions of all structs, and of unions that need them.
pub(crate) struct Codecs {
    structs: Vec<Codec>,
    unions: Vec<Option<Codec>>,
}

impl Codecs {
    /// Declares the functions of all structs and unions.
    pub fn declare(module: &mut ModuleBuilder, types: &Types) -> Self {
        Self::declare_with(module, types, |_| true)
    }

    /// Declares the functions of all structs, for a format that encodes unions as part of them.
    pub fn declare_structs(module: &mut ModuleBuilder, types: &Types) -> Self {
        Self::declare_with(module, types, |_| false)
    }

    /// Declares the functions of all structs, and of unions that occur other than as a struct's field.
    pub fn declare_standalone(module: &mut ModuleBuilder, types: &Types) -> Self {
        let standalone = standalone_unions(types);
        Self::declare_with(module, types, |index| standalone[index])
    }

    fn declare_with(module: &mut ModuleBuilder, types: &Types, wanted: impl Fn(usize) -> bool) -> Self {
        let structs = types.structs.iter().map(|_| Codec::declare(module)).collect();
        let unions = (0..types.unions.len()).map(|index| wanted(index).then(|| Codec::declare(module)));
        Self { structs, unions: unions.collect() }
    }

    /// Returns the functions of a union, if it has any.
    pub fn union(&self, id: UnionId) -> Option<Codec> {
        self.unions[id.0 as usize]
    }
}

impl Codec {
    fn declare(module: &mut ModuleBuilder) -> Self {
        Self { encode: module.declare(), read: module.declare() }
    }
}

impl Index<StructId> for Codecs {
    type Output = Codec;
    fn index(&self, id: StructId) -> &Codec {
        &self.structs[id.0 as usize]
    }
}

impl Index<UnionId> for Codecs {
    type Output = Codec;
    /// # Panics If the union has no functions, although it occurs outside of structs.
    fn index(&self, id: UnionId) -> &Codec {
        self.unions[id.0 as usize].as_ref().expect("a union that is referred to has functions")
    }
}

/// Returns the function that reads a whole message: resets the target, reads, and refuses trailing bytes.
pub(crate) fn decode_entry(name: &str, record: StructId, read: impl FnOnce(&mut FunctionBuilder, VarId)) -> Function {
    let mut b = FunctionBuilder::new(format!("decode_{name}"));
    let value = b.build_param("value", Type::Struct(record));
    b.reset(value);
    read(&mut b, value);
    b.check(Expr::Left.is(0u64), ErrorCode::TrailingBytes);
    b.finish(vec![], vec![])
}

/// Returns the structs that can be messages: all except map entries.
pub(crate) fn messages(types: &Types) -> impl Iterator<Item = StructId> {
    (0..types.structs.len() as u32).map(StructId).filter(|id| !types.record(*id).is_entry)
}

/// Adds the entry of a struct whose message consists only of its value.
pub(crate) fn add_entry(module: &mut ModuleBuilder, name: &str, record: StructId, codec: Codec) {
    let decode = decode_entry(name, record, |b, value| {
        b.call(codec.read, vec![Arg::Place(value.into())], &[]);
    });
    let decode = module.add(decode);
    module.entry(record, Some(codec.encode), decode, None);
}
