//! Views: an accessor for each field, each case and the elements of each kind of list, derived from the same record as
//! the decoder.
//!
//! A struct is located by its sections: the data section, and the position of its pointers. The target of a pointer is
//! read only on access.
//!
//! Design: docs/decisions/0024-views.md

use super::Capnp;
use super::pointee::Pointee;
use super::pointer::{Pointer, word_of};
use super::record::{self, Case, CasePlace, Field, Optional, Union};
use super::view_list::{LIST, ListPlace};
use super::view_object::{OBJECT, role_of};
use super::view_scalar::Shorts;
use crate::plan::{ViewNames, default_const, type_name, types_of, vars};
use crate::scalar::Scalar;
use crate::views::{self, Results};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{CaseType, FieldType, Literal, StructId, Type, UnionType};
use polywire_ir::{
    Access, Arg, Arm, Const, ErrorCode, Expr, FuncId, Getter, ListView, PureLeaf, StructView, ValueType, VarId, Views,
};
use polywire_model::Presence;
use polywire_model::attr::CapnpOpaque;
use polywire_model::capnp_layout::Slot;

/// The values that locate a struct.
pub(super) const STRUCT: [(&str, ValueType); 6] = [
    ("message", ValueType::Bytes),
    ("segment", ValueType::Bytes),
    ("data", ValueType::Bytes),
    ("pointers_at", ValueType::U64),
    ("pointers", ValueType::U64),
    ("levels", ValueType::U64),
];

const PRESENT: (&str, ValueType) = ("present", ValueType::Bool);

/// The place of a struct.
#[derive(Clone, Copy)]
pub(super) struct StructPlace {
    /// The whole message: Bytes.
    pub message: VarId,
    /// The segment that contains it: Bytes.
    pub segment: VarId,
    /// Its data section: Bytes.
    pub data: VarId,
    /// Position of its pointer section: U64.
    pub pointers_at: VarId,
    /// Bytes of its pointer section: U64.
    pub pointers: VarId,
    /// Nesting levels that may still be entered: U64.
    pub levels: VarId,
}

impl StructPlace {
    fn params(b: &mut FunctionBuilder) -> Self {
        Self::of(&STRUCT.map(|(name, ty)| b.value_param(name, ty)))
    }

    fn of(vars: &[VarId]) -> Self {
        let [message, segment, data, pointers_at, pointers, levels] = *vars else { unreachable!("six tell the place") };
        Self { message, segment, data, pointers_at, pointers, levels }
    }

    fn exprs(&self) -> Vec<Expr> {
        [self.message, self.segment, self.data, self.pointers_at, self.pointers, self.levels].map(Expr::from).to_vec()
    }

    /// Reads the pointer with this index; null if the writer's struct lacks it.
    fn pointer(&self, b: &mut FunctionBuilder, index: u32) -> Pointer {
        let offset = 8 * u64::from(index);
        let pos = b.let_("pos", self.pointers_at + offset);
        let is_there = Expr::from(offset + 8).at_most(self.pointers);
        Pointer { message: self.message, segment: self.segment, pos, word: word_if(b, is_there, self.segment, pos) }
    }
}

/// Reads the word at a position if it exists, else 0.
pub(super) fn word_if(b: &mut FunctionBuilder, is_there: Expr, segment: VarId, pos: VarId) -> VarId {
    let word = |b: &mut FunctionBuilder| {
        let at = (segment.into(), pos.into(), 8u64.into());
        let section = b.section("pointer_section", at, vec![0; 8], ErrorCode::BadPointer);
        vec![word_of(section, 0)]
    };
    b.if_yields(is_there, &[("word", ValueType::U64)], word, |_| vec![0u64.into()])[0]
}

/// Returns the nesting levels left inside a value that counts as one.
pub(super) fn one_less(b: &mut FunctionBuilder, levels: VarId) -> Expr {
    b.check(levels.is_not(0u64), ErrorCode::TooDeep);
    levels - 1u64
}

/// Generates accessors.
pub(super) struct Viewing<'c, 'm> {
    pub(super) capnp: &'c Capnp<'m>,
    pub(super) shorts: Shorts,
    names: ViewNames,
}

impl Capnp<'_> {
    /// Adds the view functions of each struct.
    pub(super) fn add_views(&self, module: &mut ModuleBuilder) {
        let viewing = Viewing { capnp: self, shorts: Shorts::add(module), names: ViewNames::default() };
        let ids: Vec<StructId> = self.structs.iter().map(|it| it.id).collect();
        let structs = ids.into_iter().map(|id| viewing.struct_view(module, id)).collect();
        let elements = viewing.elements_of_lists();
        let lists = elements
            .iter()
            .map(|(element, opaque)| viewing.list_view(module, Pointee { ty: element, opaque: *opaque }));
        let lists = lists.collect();
        let objects = Some(viewing.object_view(module));
        module.views(Views { structs, lists, objects });
    }

    /// A recursive type counts as a nesting level.
    fn is_recursive(&self, id: StructId) -> bool {
        self.scaffold.nests(id)
    }
}

impl Viewing<'_, '_> {
    pub(super) fn function(&self, name: String) -> FunctionBuilder {
        self.names.function(&self.capnp.scaffold, name)
    }

    fn struct_view(&self, module: &mut ModuleBuilder, id: StructId) -> StructView {
        let capnp = self.capnp;
        let is_message = self.is_message(id);
        let root = is_message.then(|| module.add(self.root(id)));
        let object = is_message.then(|| module.add(self.struct_of_object(id)));
        let fields = capnp.types.record(id).fields.iter().enumerate();
        let fields = fields.map(|(index, field)| self.access(module, (id, index, field))).collect();
        StructView { record: id, place: vars(&STRUCT), root, object, fields }
    }

    /// Returns true if values of a struct are separate messages.
    pub(super) fn is_message(&self, id: StructId) -> bool {
        !self.capnp.types.record(id).is_entry
    }

    fn list_view(&self, module: &mut ModuleBuilder, element: Pointee<'_>) -> ListView {
        let opaque = element.opaque.map_or_else(String::new, |opaque| format!("_{}", role_of(Some(opaque)).name()));
        let name = format!("{}{opaque}", type_name(&self.capnp.scaffold, element.ty));
        let object = self.is_read_of_objects(element).then(|| module.add(self.list_of_object(element.ty, &name)));
        let mut b = FunctionBuilder::new(format!("element_of_{name}"));
        let place = ListPlace::params(&mut b);
        let index = b.value_param("index", ValueType::U64);
        let yields = self.element(&mut b, element, &place, index);
        let get = module.add(b.finish(yields, types_of(&self.results(element))));
        ListView {
            element: element.ty.clone(),
            role: role_of(element.opaque),
            place: vars(&LIST),
            object,
            get,
            next: None,
            cases: Vec::new(),
            slot: None,
            key: Vec::new(),
        }
    }

    /// `root_Name(levels)`: finds the struct of a message.
    fn root(&self, id: StructId) -> polywire_ir::Function {
        let mut b = self.capnp.scaffold.function("root", id);
        let levels = b.value_param("levels", ValueType::U64);
        let (message, segment) = self.capnp.find_segment(&mut b);
        let pos = b.let_("pos", 0u64);
        let root = b.section("root", (segment.into(), pos.into(), 8u64.into()), vec![0; 8], ErrorCode::Truncated);
        let word = b.let_("word", word_of(root, 0));
        let yields = self.follow_struct(&mut b, id, &Pointer { message, segment, pos, word }, levels);
        b.finish(yields, types_of(&STRUCT))
    }

    fn access(&self, module: &mut ModuleBuilder, (id, index, field): (StructId, usize, &FieldType)) -> Access {
        let name = format!("get_{}_{}", &self.capnp.scaffold.names[id], field.name);
        match &self.capnp.record(id).fields[index] {
            Field::Union(union) => {
                let is_required = self.capnp.presence(id, index) == Presence::Required;
                self.union_access(module, &name, (union, is_required), &field.ty)
            }
            Field::Group(group) => Access::Value(typed(self.group(module, name, *group))),
            Field::Optional(optional) => Access::Value(typed(self.optional(module, name, optional, &field.ty))),
            Field::Plain(plain) => {
                let is_required = self.capnp.presence(id, index) == Presence::Required;
                let value = Value {
                    pointee: Pointee { ty: &field.ty, opaque: plain.opaque },
                    default: field.default.as_ref(),
                    slot: plain.slot,
                    message: plain.default.as_deref(),
                };
                let present = field.optional.then_some(if is_required { Absence::Refused } else { Absence::Reported });
                let (get_name, absence) = (name.clone(), present.unwrap_or(Absence::Default));
                let get = self.accessor(module, name, &value, absence);
                let slot = match plain.slot {
                    Slot::Data(bit) => self.locate(module, &get_name, (&field.ty, field.default.as_ref()), bit),
                    Slot::Pointer(_) | Slot::Nothing => None,
                };
                Access::Value(Getter { get, role: role_of(plain.opaque), slot })
            }
        }
    }

    fn union_access(
        &self,
        module: &mut ModuleBuilder,
        name: &str,
        (union, is_required): (&Union, bool),
        ty: &Type,
    ) -> Access {
        let Type::Union(id) = ty else { unreachable!("the record's union is one of the model") };
        let of_model = self.capnp.types.union(*id);
        let held = module.add(self.held(name, (union, is_required), of_model));
        let cases = of_model.cases.iter().zip(&union.cases);
        let cases = cases.map(|(case, placed)| self.case_access(module, name, case, placed)).collect();
        Access::Union { held, cases }
    }

    /// Returns the case named by the discriminant, or the only case.
    fn held(&self, name: &str, (union, is_required): (&Union, bool), of_model: &UnionType) -> polywire_ir::Function {
        let mut b = self.function(format!("{name}_held"));
        let place = StructPlace::params(&mut b);
        let held = match union.tag {
            None => Expr::from(of_model.cases.len().min(1) as u64),
            Some(tag) => {
                let number = self.shorts.bits(&mut b, place.data, tag, &Scalar::UINT16);
                let arm = |(case, index): (&Case, u64)| {
                    let body = polywire_ir::Block { ops: vec![], yields: vec![index.into()] };
                    Arm { keys: vec![Const::U64(u64::from(case.number))], body }
                };
                let arms = union.cases.iter().zip(1..).map(arm).collect();
                let unknown = b.block(|b| {
                    if is_required {
                        b.fail(ErrorCode::UnknownCase);
                    }
                    vec![0u64.into()]
                });
                b.switch(number, arms, unknown, &[("held", ValueType::U64)])[0].into()
            }
        };
        b.finish(vec![held], vec![ValueType::U64])
    }

    fn case_access(&self, module: &mut ModuleBuilder, name: &str, case: &CaseType, placed: &Case) -> Option<Getter> {
        let ty = case.ty.as_ref()?;
        let name = format!("{name}_{}", case.name);
        Some(match placed.place {
            CasePlace::Group(group) => typed(self.group(module, name, group)),
            CasePlace::Slot(slot) => {
                let (default, message) = (case.default.as_ref(), placed.default.as_deref());
                let value = Value { pointee: Pointee { ty, opaque: placed.opaque }, default, slot, message };
                let get = self.accessor(module, name, &value, Absence::Default);
                Getter { get, role: role_of(placed.opaque), slot: None }
            }
        })
    }

    /// Makes the accessor of an optional scalar, whose presence the discriminant determines.
    fn optional(&self, module: &mut ModuleBuilder, name: String, optional: &Optional, ty: &Type) -> FuncId {
        let Slot::Data(bit) = optional.slot else { unreachable!("what can be absent so is a scalar") };
        let mut b = self.function(name);
        let place = StructPlace::params(&mut b);
        let held = self.shorts.bits(&mut b, place.data, optional.tag, &Scalar::UINT16);
        let present = b.let_("present", held.is(u64::from(optional.number)));
        let mut results = self.results(Pointee::of(ty));
        let found = |b: &mut FunctionBuilder| self.scalar(b, (ty, None), place.data, bit);
        let absent = Expr::Const(default_const(self.capnp.types, ty, None));
        let value = b.if_yields(present.into(), &results, found, |_| vec![absent]);
        results.insert(0, PRESENT);
        module.add(b.finish(vec![present.into(), value[0].into()], types_of(&results)))
    }

    /// A group shares the sections of its struct.
    fn group(&self, module: &mut ModuleBuilder, name: String, _group: StructId) -> FuncId {
        let mut b = self.function(name);
        let place = StructPlace::params(&mut b);
        module.add(b.finish(place.exprs(), types_of(&STRUCT)))
    }

    fn accessor(&self, module: &mut ModuleBuilder, name: String, value: &Value, absence: Absence) -> FuncId {
        let mut b = self.function(name);
        let place = StructPlace::params(&mut b);
        let mut results = self.results(value.pointee);
        let (present, mut yields) = match value.slot {
            Slot::Nothing => (false.into(), self.absent(value, &place)),
            Slot::Data(bit) => (true.into(), self.scalar(&mut b, (value.pointee.ty, value.default), place.data, bit)),
            Slot::Pointer(index) => {
                let pointer = place.pointer(&mut b, index).or_default(&mut b, value.message);
                let present = pointer.word.is_not(0u64);
                if absence == Absence::Refused {
                    b.check(present.clone(), ErrorCode::MissingField);
                }
                (present, self.follow(&mut b, (value.pointee, value.default), &pointer, place.levels))
            }
        };
        if absence != Absence::Default {
            results.insert(0, PRESENT);
            yields.insert(0, present);
        }
        module.add(b.finish(yields, types_of(&results)))
    }

    /// Adds the function that locates a scalar of a data section; bits in a byte have none. They differ from the value's in
    /// those of the default.
    fn locate(
        &self,
        module: &mut ModuleBuilder,
        name: &str,
        (ty, default): (&Type, Option<&Literal>),
        bit: u32,
    ) -> Option<polywire_ir::Slot> {
        let scalar = record::scalar(self.capnp.types, ty).filter(|scalar| scalar.bits >= 8)?;
        if self.capnp.is_mapped(&scalar) || !scalar.has_native_width(self.capnp.types) {
            return None;
        }
        let mut b = self.function(format!("{name}_slot"));
        let place = StructPlace::params(&mut b);
        let (offset, width) = (u64::from(bit / 8), u64::from(scalar.width()));
        let is_there = Expr::from(offset + width).at_most(Expr::from(place.data).bytes_len());
        let read = |b: &mut FunctionBuilder| {
            let at = b.let_("at", offset);
            let span = |b: &mut FunctionBuilder| vec![b.read_span("found", width).into()];
            vec![b.at(place.data, at, &[("found", ValueType::Bytes)], span)[0].into()]
        };
        let absent = |_: &mut FunctionBuilder| vec![Expr::from([].as_slice())];
        let found = b.if_yields(is_there, &[("found", ValueType::Bytes)], read, absent);
        let locate = module.add(b.finish(vec![found[0].into()], vec![ValueType::Bytes]));
        let mask = self.capnp.default_bits(&scalar, default);
        Some(polywire_ir::Slot { locate, is_big_endian: false, mask })
    }

    /// The value of a field without a place.
    fn absent(&self, value: &Value, place: &StructPlace) -> Vec<Expr> {
        match value.pointee.ty {
            Type::Struct(_) => nowhere(place.message, place.levels),
            ty => vec![Expr::Const(default_const(self.capnp.types, ty, value.default))],
        }
    }

    /// Reads a scalar of a data section, or of an element.
    pub(super) fn scalar(
        &self,
        b: &mut FunctionBuilder,
        (ty, default): (&Type, Option<&Literal>),
        data: VarId,
        bit: u32,
    ) -> Vec<Expr> {
        let types = self.capnp.types;
        let Some(scalar) = record::scalar(types, ty) else { unreachable!("what is in a data section is a scalar") };
        let bits = self.shorts.bits(b, data, bit, &scalar);
        vec![self.capnp.scalar_value(b, (&scalar, default), bits)]
    }

    /// Resolves the target of a pointer; null means a new value.
    pub(super) fn follow(
        &self,
        b: &mut FunctionBuilder,
        (pointee, default): (Pointee<'_>, Option<&Literal>),
        pointer: &Pointer,
        levels: VarId,
    ) -> Vec<Expr> {
        let ty = pointee.ty;
        match (ty, pointee.opaque) {
            (Type::Struct(id), _) => return self.follow_struct(b, *id, pointer, levels),
            (Type::List(element), _) => return self.follow_list(b, pointee.to(element), None, pointer, levels),
            (Type::Array(element, len), _) => {
                return self.follow_list(b, pointee.to(element), Some(*len), pointer, levels);
            }
            (Type::Map(entry), _) => {
                return self.follow_list(b, Pointee::of(&Type::Struct(*entry)), None, pointer, levels);
            }
            (Type::Int { .. }, Some(opaque)) => return self.number(b, opaque, pointer),
            (Type::Bytes, Some(_)) => {
                let Pointer { message, segment, pos, word } = *pointer;
                return [message, segment, pos, word, levels].map(Expr::from).to_vec();
            }
            _ => {}
        }
        let absent = Expr::Const(default_const(self.capnp.types, ty, default));
        let present = pointer.word.is_not(0u64);
        let found = |b: &mut FunctionBuilder| vec![self.bytes(b, ty, pointer).into()];
        let bytes = b.if_yields(present, &[("bytes", ValueType::Bytes)], found, |_| vec![absent]);
        vec![bytes[0].into()]
    }

    /// Returns the number in a pointer: of an object in a table, or of elements without data; 0 if it is null.
    pub(super) fn number(&self, b: &mut FunctionBuilder, opaque: CapnpOpaque, pointer: &Pointer) -> Vec<Expr> {
        let capnp = self.capnp;
        let found = |b: &mut FunctionBuilder| match opaque {
            CapnpOpaque::Voids => vec![capnp.lists.voids(b, pointer).into()],
            CapnpOpaque::Capability(_) | CapnpOpaque::Any | CapnpOpaque::Struct | CapnpOpaque::List => {
                vec![b.call(capnp.pointers.capability, pointer.args(), &[("number", ValueType::U64)])[0].into()]
            }
        };
        let present = pointer.word.is_not(0u64);
        vec![b.if_yields(present, &[("number", ValueType::U64)], found, |_| vec![0u64.into()])[0].into()]
    }

    /// Returns the text or bytes behind a pointer.
    pub(super) fn bytes(&self, b: &mut FunctionBuilder, ty: &Type, pointer: &Pointer) -> VarId {
        let pointers = &self.capnp.pointers;
        let is_text = matches!(ty, Type::Text { .. });
        let function = if is_text { pointers.text } else { pointers.blob };
        let bytes = b.call(function, pointer.args(), &[("bytes", ValueType::Bytes)])[0];
        match ty {
            Type::Text { verified: true } => {
                b.check(Expr::Leaf(PureLeaf::Utf8Valid, vec![bytes.into()]), ErrorCode::InvalidUtf8);
            }
            Type::FixedBytes(len, _) => {
                b.check(Expr::from(bytes).bytes_len().is(u64::from(*len)), ErrorCode::BadLength);
            }
            _ => {}
        }
        bytes
    }

    /// Resolves the struct behind a pointer; null means one without sections.
    pub(super) fn follow_struct(
        &self,
        b: &mut FunctionBuilder,
        id: StructId,
        pointer: &Pointer,
        levels: VarId,
    ) -> Vec<Expr> {
        let found = |b: &mut FunctionBuilder| {
            let levels = self.descend(b, id, levels);
            let results = [
                ("segment", ValueType::Bytes),
                ("target", ValueType::U64),
                ("data", ValueType::U64),
                ("pointers", ValueType::U64),
            ];
            let target = b.call(self.capnp.pointers.struct_target, pointer.args(), &results);
            let [segment, at, size, pointers] = [target[0], target[1], target[2], target[3]];
            sections(b, (pointer.message, segment), (at, size, pointers), levels)
        };
        let present = pointer.word.is_not(0u64);
        let place = b.if_yields(present, &STRUCT, found, |_| nowhere(pointer.message, levels));
        place.into_iter().map(Expr::from).collect()
    }

    /// Returns the nesting levels left inside a struct.
    pub(super) fn descend(&self, b: &mut FunctionBuilder, id: StructId, levels: VarId) -> Expr {
        if !self.capnp.is_recursive(id) {
            return levels.into();
        }
        one_less(b, levels)
    }

    /// The results of an accessor of such a value.
    pub(super) fn results(&self, pointee: Pointee<'_>) -> Results {
        match pointee.ty {
            Type::Bytes if pointee.opaque.is_some() => OBJECT.to_vec(),
            Type::Struct(_) => STRUCT.to_vec(),
            Type::List(_) | Type::Array(..) | Type::Map(_) => LIST.to_vec(),
            Type::Union(_) => unreachable!("a union is only a struct's field"),
            leaf => views::leaf_results(leaf),
        }
    }
}

/// A member with its own place.
struct Value<'m> {
    pointee: Pointee<'m>,
    default: Option<&'m Literal>,
    slot: Slot,
    /// The message that a null pointer represents.
    message: Option<&'m [u8]>,
}

/// The function that reads a value whose type states its meaning.
fn typed(get: FuncId) -> Getter {
    Getter::of(get)
}

/// The treatment of a null pointer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Absence {
    /// The default, or an empty value.
    Default,
    /// Reported as absent.
    Reported,
    /// An error.
    Refused,
}

/// A struct without sections.
fn nowhere(message: VarId, levels: VarId) -> Vec<Expr> {
    let nothing = || Expr::from([].as_slice());
    vec![message.into(), nothing(), nothing(), 0u64.into(), 0u64.into(), levels.into()]
}

/// Returns the place of a struct whose sections begin at a position: the sizes of data and pointers are in bytes.
pub(super) fn sections(
    b: &mut FunctionBuilder,
    (message, segment): (VarId, VarId),
    (at, size, pointers): (VarId, VarId, VarId),
    levels: Expr,
) -> Vec<Expr> {
    let read = |b: &mut FunctionBuilder| vec![b.read_span("data", size).into()];
    let data = b.at(segment, at, &[("data", ValueType::Bytes)], read)[0];
    vec![message.into(), segment.into(), data.into(), at + size, pointers.into(), levels]
}

/// An argument for each variable.
pub(super) fn args(vars: &[VarId]) -> Vec<Arg> {
    vars.iter().map(|var| Arg::Value((*var).into())).collect()
}
