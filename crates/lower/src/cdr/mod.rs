//! CORBA's Common Data Representation, version 1 (CORBA 3.3 part 2, clause 9.3).
//!
//! Three formats: `cdr` is an encapsulation (clause 9.3.3), whose first octet states the byte order and is the origin of
//! alignment; `cdr_le` and `cdr_be` are bare data, as in the body of a message whose header states the order. An
//! encapsulation is read in either order, and written in the chosen one.
//!
//! Structs are their fields in order ([`Fact::Order`](polywire_model::attr::Fact::Order)). An enum of 8 or 16 bits is
//! an integer of that width, others have 32 bits. An optional, which CDR lacks, is a sequence of at most one element; a
//! required field is its bare value. A union is the label of its case, in the discriminator's type, followed by the value. If
//! the schema states no labels, they are an unsigned long: 0 for no case, else the case's place plus one.
//!
//! Strings, wide characters and decimal numbers of CORBA's own schemas have forms of their own.
//!
//! Design: docs/decisions/0129-cdr-of-corba.md

mod any;
mod decimal;
mod fixed;
pub(crate) mod float128;
pub(crate) mod form;
mod giop;
pub(crate) mod labels;
pub(crate) mod length;
mod min_size;
mod octets;
pub(crate) mod read;
mod read_value;
mod terms;
pub(crate) mod text;
mod type_code;
pub(crate) mod unsupported;
mod values;
pub(crate) mod wide;
mod write;

use crate::Unsupported;
use crate::plan::{Codecs, Orders, Scaffold, messages, struct_decls, union_decl};
use crate::text::transcode::Transcoders;
use crate::unsupported::none_of;
use any::Anys;
use decimal::Decimals;
use form::{Form, Forms};
use giop::Giop;
use labels::Labels;
pub(crate) use min_size::PAYMENT;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{Meaning, StructId, Type, Types, UnionId};
use polywire_ir::{Function, Module, Order, VarId};
use polywire_model::attr::CdrOptions;
use polywire_model::{Case, Field, Model};
use read::Layout;
use std::sync::Arc;
pub(crate) use terms::{GIOP_TERMS, IOR_TERMS, TERMS};
use type_code::TypeCodes;
use values::{Tools, Values};

/// Encapsulations.
pub(crate) fn lower(model: &Model) -> Result<Module, Vec<Unsupported>> {
    let order = if model.options.cdr.is_big_endian { Order::Big } else { Order::Little };
    lower_as(model, "cdr", (MessageHeader::Encapsulation, order))
}

/// Little-endian data.
pub(crate) fn lower_le(model: &Model) -> Result<Module, Vec<Unsupported>> {
    lower_as(model, "cdr_le", (MessageHeader::None, Order::Little))
}

/// Big-endian data.
pub(crate) fn lower_be(model: &Model) -> Result<Module, Vec<Unsupported>> {
    lower_as(model, "cdr_be", (MessageHeader::None, Order::Big))
}

/// Messages of GIOP.
pub(crate) fn lower_giop(model: &Model) -> Result<Module, Vec<Unsupported>> {
    none_of(crate::unsupported::without(model, polywire_model::giop::MESSAGE))?;
    lower_as(model, "giop", (MessageHeader::Giop, giop::CHOSEN_ORDER))
}

/// References to objects as texts.
pub(crate) fn lower_ior(model: &Model) -> Result<Module, Vec<Unsupported>> {
    none_of(crate::unsupported::without(model, polywire_model::giop::REFERENCE))?;
    lower_as(model, "ior", (MessageHeader::Ior, giop::CHOSEN_ORDER))
}

/// The start of a message.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MessageHeader {
    /// The octet of the byte order.
    Encapsulation,
    /// None: the order is known.
    None,
    /// That of GIOP, which is part of the value.
    Giop,
    /// A text: the digits of an encapsulation.
    Ior,
}

fn lower_as(model: &Model, format: &str, (header, order): (MessageHeader, Order)) -> Result<Module, Vec<Unsupported>> {
    none_of(unsupported::of_model(model))?;
    let types = Arc::new(Types::of_model(model));
    let structs = struct_decls(model);
    let mut module = ModuleBuilder::new(format, types.clone());
    let forms = Forms::of(model);
    let value_tools = Tools::declare(&mut module, model);
    let giop = matches!(header, MessageHeader::Giop | MessageHeader::Ior).then(|| Giop::of(model, &types));
    let cdr = Cdr {
        types: &types,
        scaffold: Scaffold::of(&types),
        codecs: Codecs::declare(&mut module, &types),
        orders: Orders::of(model),
        labels: (0..types.unions.len() as u32).map(|id| Labels::of(model, &types, UnionId(id))).collect(),
        fields: structs.iter().map(|owner| owner.it.fields.as_slice()).collect(),
        cases: (0..types.unions.len() as u32).map(|id| union_decl(model, UnionId(id)).1.cases.as_slice()).collect(),
        order,
        options: model.options.cdr,
        is_corba: model.is_corba(),
        transcoders: Transcoders::define(&mut module, forms.encodings(model.options.cdr)),
        decimals: forms.has_decimal_texts.then(|| Decimals::define(&mut module)),
        type_codes: TypeCodes::declare(&mut module, model, &types),
        anys: Anys::declare(&mut module, model, &types, value_tools),
        values: Values::declare(&mut module, model, &types),
        value_tools,
        has_versions: header == MessageHeader::Giop && forms.are_wide(),
        giop,
    };
    cdr.define(&mut module, header);
    Ok(module.finish())
}

/// The lowering's context. Functions that write take the origin of alignment (U64, a position) in addition to the
/// value; those that read also take a flag for little-endian data (Bool).
struct Cdr<'t> {
    types: &'t Types,
    scaffold: Scaffold,
    codecs: Codecs,
    orders: Orders,
    /// By union; those that the schema states.
    labels: Vec<Option<Labels>>,
    /// By struct.
    fields: Vec<&'t [Field]>,
    /// By union.
    cases: Vec<&'t [Case]>,
    /// The byte order that is written. In messages of GIOP, each value chooses it ([`giop::CHOSEN_ORDER`]).
    order: Order,
    options: CdrOptions,
    /// The schema is one of CORBA: 16-bit characters are wide characters.
    is_corba: bool,
    transcoders: Transcoders,
    decimals: Option<Decimals>,
    type_codes: Option<TypeCodes>,
    anys: Option<Anys>,
    values: Option<Values>,
    value_tools: Option<Tools>,
    giop: Option<Giop>,
    /// Functions are told the version of GIOP, because messages state it, and wide characters depend on it.
    has_versions: bool,
}

impl Cdr<'_> {
    fn define(&self, module: &mut ModuleBuilder, header: MessageHeader) {
        self.codecs.define_structs(module, |id| self.struct_codec(id));
        match (&self.giop, header) {
            (Some(giop), MessageHeader::Giop) => giop.message.iter().for_each(|it| self.add_giop_entry(module, it.id)),
            (Some(giop), _) => giop.reference.iter().for_each(|id| self.add_ior_entry(module, *id)),
            (None, _) => messages(self.types).for_each(|id| self.add_entry(module, id, header)),
        }
        self.codecs.define_unions(module, |id| self.union_codec(id));
        if let Some(tools) = self.value_tools {
            self.define_tools(module, tools);
            self.values.iter().for_each(|values| self.define_values(module, (values, tools)));
        }
        if let Some(types) = &self.type_codes {
            self.define_type_codes(module, types);
            self.anys.iter().for_each(|anys| self.define_anys(module, anys, types));
        }
    }

    fn struct_codec(&self, id: StructId) -> [Function; 2] {
        if let Some(message) = self.giop.as_ref().and_then(|giop| giop.message).filter(|it| it.id == id) {
            return self.giop_codec(message);
        }
        match (&self.anys, &self.type_codes) {
            (Some(anys), Some(types)) if anys.record == id => self.any(anys, types),
            _ if self.holds_values(&Type::Struct(id)) => [self.encode_holding_struct(id), self.read_struct(id)],
            _ => [self.encode_struct(id), self.read_struct(id)],
        }
    }

    fn union_codec(&self, id: UnionId) -> [Function; 2] {
        if let Some(codec) = self.any_of_value(id) {
            return codec;
        }
        if let (true, Some(labels)) = (self.holds_values(&Type::Union(id)), &self.labels[id.0 as usize]) {
            return [self.encode_holding_union(id, labels), self.read_union(id)];
        }
        match &self.type_codes {
            Some(types) if types.union == id => self.outermost_type_code(types),
            _ => [self.encode_union(id), self.read_union(id)],
        }
    }

    fn add_entry(&self, module: &mut ModuleBuilder, id: StructId, header: MessageHeader) {
        let mut b = self.scaffold.named(format!("encode_{}_message", &self.scaffold.names[id]));
        let value = b.read_param("value", Type::Struct(id));
        match header {
            MessageHeader::Encapsulation => self.write_encapsulation(&mut b, id, value.into()),
            MessageHeader::None | MessageHeader::Giop | MessageHeader::Ior => self.write_message(&mut b, id, value),
        }
        let encode = module.add(b.finish(vec![], vec![]));
        let decode = module.add(self.scaffold.decode_entry(id, |b, value| match header {
            MessageHeader::Encapsulation => self.read_encapsulation(b, id, value.into()),
            MessageHeader::None | MessageHeader::Giop | MessageHeader::Ior => self.read_message(b, id, value),
        }));
        module.entry(id, Some(encode), decode, None);
    }

    fn read_message(&self, b: &mut FunctionBuilder, id: StructId, value: VarId) {
        let origin = b.let_("origin", 0u64);
        let layout = Layout::new(origin, b.let_("little", self.order == Order::Little));
        self.read_top(b, id, value.into(), layout);
    }

    fn write_message(&self, b: &mut FunctionBuilder, id: StructId, value: VarId) {
        let origin = b.let_("origin", 0u64);
        self.write_top(b, id, value.into(), origin);
    }

    /// Returns the form of a case's value.
    fn form_of_case(&self, id: UnionId, index: impl TryInto<usize>) -> Form<'_> {
        let index = index.try_into().unwrap_or(usize::MAX);
        let case = self.cases[id.0 as usize].get(index);
        case.and_then(|case| Some(Form::of(case.ty.as_ref()?, &case.attrs.corba))).unwrap_or(Form::PLAIN)
    }

    fn is_wide_char(&self, ty: &Type) -> bool {
        self.is_corba && matches!(ty, Type::Int { bits: 16, meaning: Meaning::Character, .. })
    }
}
