//! Design: docs/decisions/0067-one-scaffold-for-lowerings.md

use super::standalone_unions;
use polywire_ir::build::ModuleBuilder;
use polywire_ir::types::{StructId, Types, UnionId};
use polywire_ir::{FuncId, Function};
use std::collections::HashSet;
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

    /// Declares the functions of all structs, and of unions that occur other than as a struct's field; `nested` are those
    /// that are not encoded as part of such a struct.
    pub fn declare_standalone(module: &mut ModuleBuilder, types: &Types, nested: &HashSet<UnionId>) -> Self {
        let standalone = standalone_unions(types);
        Self::declare_with(module, types, |index| standalone[index] || nested.contains(&UnionId(index as u32)))
    }

    fn declare_with(module: &mut ModuleBuilder, types: &Types, wanted: impl Fn(usize) -> bool) -> Self {
        let structs = types.structs.iter().map(|_| Codec::declare(module)).collect();
        let unions = (0..types.unions.len()).map(|index| wanted(index).then(|| Codec::declare(module)));
        Self { structs, unions: unions.collect() }
    }

    /// Defines the encoders and readers of all structs.
    pub fn define_structs(&self, module: &mut ModuleBuilder, make: impl Fn(StructId) -> [Function; 2]) {
        for (codec, id) in self.structs.iter().zip((0..).map(StructId)) {
            codec.define(module, make(id));
        }
    }

    /// Defines the encoders and readers of the unions that have functions.
    pub fn define_unions(&self, module: &mut ModuleBuilder, make: impl Fn(UnionId) -> [Function; 2]) {
        for (codec, id) in self.unions.iter().zip((0..).map(UnionId)) {
            if let Some(codec) = codec {
                codec.define(module, make(id));
            }
        }
    }
}

impl Codec {
    fn declare(module: &mut ModuleBuilder) -> Self {
        Self { encode: module.declare(), read: module.declare() }
    }

    fn define(self, module: &mut ModuleBuilder, [encode, read]: [Function; 2]) {
        module.define(self.encode, encode);
        module.define(self.read, read);
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

/// Returns the structs that can be messages: all except map entries.
pub(crate) fn messages(types: &Types) -> impl Iterator<Item = StructId> {
    (0..types.structs.len() as u32).map(StructId).filter(|id| types.record(*id).is_declared())
}
