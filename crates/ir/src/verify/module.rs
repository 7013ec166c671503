//! Rules of modules: references and entries.

use super::{Rule, Violation};
use crate::types::{EnumId, Meaning, StructId, StructType, Type, Types, UnionId};
use crate::{Block, Effects, Entry, Expr, FuncId, Function, Module, Op, Param, ParamKind, ValueType};
use std::collections::HashSet;

/// Checks that references are valid, which the other rules presuppose.
pub(super) fn check(module: &Module) -> Vec<Violation> {
    let mut violations = Vec::new();
    let mut names = HashSet::new();
    for function in &module.functions {
        let mut report = |message: String| violations.push(violation(Rule::Reference, &function.name, message));
        if !names.insert(&function.name) {
            report("another function has this name".to_owned());
        }
        for var in &function.vars {
            if let ValueType::Ref(ty) = &var.ty
                && !exists(&module.types, ty)
            {
                report(format!("the type of `{}` is not of this module", var.name));
            }
        }
        block(module, &function.body, &mut report);
    }
    violations
}

pub(super) fn violation(rule: Rule, function: &str, message: String) -> Violation {
    Violation { rule, function: function.to_owned(), path: String::new(), message }
}

fn block(module: &Module, it: &Block, report: &mut dyn FnMut(String)) {
    for op in &it.ops {
        if let Op::Call { func, .. } = op
            && func.0 as usize >= module.functions.len()
        {
            report(format!("function {} is called and does not exist", func.0));
        }
        op.visit_exprs(&mut |outer| enums(module, outer, report));
        op.blocks().into_iter().for_each(|inner| block(module, inner, report));
    }
    it.yields.iter().for_each(|outer| enums(module, outer, report));
}

fn enums(module: &Module, outer: &Expr, report: &mut dyn FnMut(String)) {
    outer.visit(&mut |expr| {
        if let Expr::IsMember(EnumId(id), _) = expr
            && *id as usize >= module.types.enums.len()
        {
            report(format!("enum {id} does not exist"));
        }
    });
}

fn exists(types: &Types, ty: &Type) -> bool {
    match ty {
        Type::Enum(EnumId(id)) => (*id as usize) < types.enums.len(),
        Type::Struct(StructId(id)) | Type::Map(StructId(id)) => (*id as usize) < types.structs.len(),
        Type::Union(UnionId(id)) => (*id as usize) < types.unions.len(),
        Type::List(element) | Type::Array(element, _) => exists(types, element),
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Text { .. } | Type::Bytes | Type::FixedBytes(..) => {
            true
        }
    }
}

/// Checks that maps contain entries, and the types of their keys and values.
pub(super) fn check_maps(module: &Module) -> Vec<Violation> {
    let types: &Types = &module.types;
    let held = types.innermost();
    let is_map_of_others = |ty: &&Type| matches!(ty, Type::Map(id) if !is_entry(types, *id));
    let maps = held.filter(is_map_of_others).map(|_| "a map holds a struct that is no entry".to_owned());
    let entries = types.structs.iter().filter(|it| it.is_entry && !is_well_formed_entry(it));
    let entries = entries.map(|it| format!("the entry {} is not just a key and a value", it.name.dotted()));
    maps.chain(entries).map(|message| violation(Rule::Map, "", message)).collect()
}

/// Checks the structs that are only values that may be null.
pub(super) fn check_nullable(module: &Module) -> Vec<Violation> {
    let is_well_formed = |it: &StructType| {
        matches!(it.fields.as_slice(), [field] if field.optional && !field.boxed) && !it.keeps_unknown && !it.is_entry
    };
    let structs = module.types.structs.iter().filter(|it| it.is_nullable && !is_well_formed(it));
    let message = |it: &StructType| format!("the nullable value {} is not just an optional field", it.name.dotted());
    structs.map(|it| violation(Rule::Nullable, "", message(it))).collect()
}

/// Checks that integers have a width and a sign that fit their meaning.
pub(super) fn check_meanings(module: &Module) -> Vec<Violation> {
    let types = &module.types;
    let names = |id: EnumId, bits| types.enums.get(id.0 as usize).is_some_and(|it| it.flags && it.bits == bits);
    let misfit = |ty: &Type| match ty {
        Type::Enum(EnumId(id)) if types.enums.get(*id as usize).is_some_and(|it| it.flags) => {
            Some(violation(Rule::Meaning, "", "a value has the type of the enum that names its flags".to_owned()))
        }
        Type::Int { bits, meaning: Meaning::Flags(id), .. } if !names(*id, *bits) => {
            Some(violation(Rule::Meaning, "", "the flags of a value are named by no enum of its width".to_owned()))
        }
        Type::Int { bits, signed, meaning } if !meaning.fits(*bits, *signed) => {
            let kind = if *signed { "signed" } else { "unsigned" };
            Some(violation(Rule::Meaning, "", format!("a {kind} integer of {bits} bits is no {meaning}")))
        }
        Type::FixedBytes(len, meaning) if !meaning.fits(*len) => {
            Some(violation(Rule::Meaning, "", format!("{len} bytes are no {meaning}")))
        }
        _ => None,
    };
    types.innermost().filter_map(misfit).collect()
}

fn is_entry(types: &Types, id: StructId) -> bool {
    types.structs.get(id.0 as usize).is_some_and(|it| it.is_entry)
}

fn is_well_formed_entry(it: &StructType) -> bool {
    let [key, value] = it.fields.as_slice() else { return false };
    let is_key = match key.ty {
        Type::Int { signed, meaning, .. } => signed || meaning == Meaning::Number,
        Type::Bool | Type::Text { .. } => true,
        _ => false,
    };
    is_key && [key, value].iter().all(|field| !field.optional && !field.boxed)
}

/// Checks the signatures of the functions that users call.
pub(super) fn check_entries(module: &Module, effects: &[Effects]) -> Vec<Violation> {
    let mut checker = EntryChecker { module, effects, violations: Vec::new() };
    for entry in &module.entries {
        checker.encoder(entry);
        checker.decoder(entry);
        checker.validator(entry);
        checker.size(entry);
    }
    checker.violations
}

struct EntryChecker<'a> {
    module: &'a Module,
    effects: &'a [Effects],
    violations: Vec<Violation>,
}

impl<'a> EntryChecker<'a> {
    fn encoder(&mut self, entry: &Entry) {
        let Some((function, effects)) = entry.encode.and_then(|id| self.find(id, "encoder")) else { return };
        let takes_value = has_params(function, &[param(entry.record, ParamKind::Read)]);
        self.require(
            takes_value && function.results.is_empty(),
            function,
            "an encoder takes the value to be read and yields nothing",
        );
        let alone = !effects.reads && !effects.section;
        self.require(alone, function, "an encoder has no input and no section of a caller");
    }

    fn decoder(&mut self, entry: &Entry) {
        let Some((function, effects)) = self.find(entry.decode, "decoder") else { return };
        let takes_value = has_params(function, &decoder_params(entry));
        self.require(
            takes_value && function.results.is_empty(),
            function,
            "a decoder takes the value to be built and yields nothing",
        );
        self.require(!effects.writes && !effects.section, function, "a decoder has no output");
    }

    fn validator(&mut self, entry: &Entry) {
        let Some((function, effects)) = entry.validate.and_then(|id| self.find(id, "validator")) else { return };
        let params = decoder_params(entry);
        let takes = has_params(function, &params[1..]) || has_params(function, &params);
        let message = "a validator takes what the decoder takes, or all but the value, and yields nothing";
        self.require(takes && function.results.is_empty(), function, message);
        self.require(!effects.writes && !effects.section, function, "a validator has no output");
    }

    fn size(&mut self, entry: &Entry) {
        let Some((function, effects)) = entry.size.and_then(|id| self.find(id, "size")) else { return };
        let takes_value = has_params(function, &[param(entry.record, ParamKind::Read)]);
        let yields_size = function.results == [ValueType::U64];
        self.require(takes_value && yields_size, function, "a size takes the value to be read and yields a U64");
        let alone = !effects.reads && !effects.writes && !effects.section;
        self.require(alone, function, "a size has no input and no output");
    }

    fn find(&mut self, id: FuncId, what: &str) -> Option<(&'a Function, &'a Effects)> {
        let index = id.0 as usize;
        let found = self.module.functions.get(index).zip(self.effects.get(index));
        if found.is_none() {
            self.violations.push(violation(Rule::Entry, "", format!("the {what} of an entry does not exist")));
        }
        found
    }

    fn require(&mut self, holds: bool, function: &Function, message: &str) {
        if !holds {
            self.violations.push(violation(Rule::Entry, &function.name, message.to_owned()));
        }
    }
}

/// Returns the parameters: the value to build, and the run-time schema if there is one.
fn decoder_params(entry: &Entry) -> Vec<(ParamKind, ValueType)> {
    let schema = entry.schema.map(|schema| param(schema, ParamKind::Read));
    std::iter::once(param(entry.record, ParamKind::Build)).chain(schema).collect()
}

fn param(record: StructId, kind: ParamKind) -> (ParamKind, ValueType) {
    (kind, ValueType::Ref(Type::Struct(record)))
}

fn has_params(function: &Function, expected: &[(ParamKind, ValueType)]) -> bool {
    let ty = |param: &Param| function.vars.get(param.var.0 as usize).map(|var| &var.ty);
    function.params.len() == expected.len()
        && function
            .params
            .iter()
            .zip(expected)
            .all(|(param, (kind, expected))| param.kind == *kind && ty(param) == Some(expected))
}
