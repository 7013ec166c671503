//! Reading in place: functions that find one member of a value in a message, and read nothing else.

use crate::types::{FieldType, StructId, Type, Types, UnionType};
use crate::{FuncId, ValueType, Var};

/// How values are read in place. A format has views where members can be found without reading the bytes before them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Views {
    /// Those of structs.
    pub structs: Vec<StructView>,
    /// Those of lists, arrays and maps, by the type of an element and its role.
    pub lists: Vec<ListView>,
    /// Views of objects whose type the schema does not state.
    pub objects: Option<ObjectView>,
}

/// How the values of a struct are read in place.
#[derive(Clone, Debug, PartialEq)]
pub struct StructView {
    /// The struct.
    pub record: StructId,
    /// The values that locate such a value: the parameters of its accessors.
    pub place: Vec<Var>,
    /// Finds the value of a message that fills the input: takes how many levels of nesting may be followed (U64),
    /// yields its place. None for structs that are never messages of their own.
    pub root: Option<FuncId>,
    /// Takes the place of an object whose type the schema does not state, and yields the place of this struct. None for
    /// structs that are never messages of their own, and in trusting modules: the type of an object has not been
    /// validated.
    pub object: Option<FuncId>,
    /// How each field is read, in declaration order.
    pub fields: Vec<Access>,
}

/// How a member is read in place.
#[derive(Clone, Debug, PartialEq)]
pub enum Access {
    /// The member cannot be read in place, because the bytes in the message are not those of its value.
    None,
    /// Takes the place of the struct and yields the value. For an optional member, it first yields a Bool that is
    /// true if the member is present; if it is absent, the value is arbitrary.
    Value(Getter),
    /// A union.
    Union {
        /// Takes the place of the struct and yields the case that the union holds: its index plus one, or 0 for none.
        held: FuncId,
        /// The functions that read the cases' values; none for a case without a value, or with one that cannot be
        /// read in place. Only the function of the held case may be called.
        cases: Vec<Option<Getter>>,
    },
}

/// A function that reads a value in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Getter {
    /// The function.
    pub get: FuncId,
    /// The meaning of the value; for a list, that of its innermost elements.
    pub role: Role,
    /// If it is a scalar that can be changed in place: where it is.
    pub slot: Option<Slot>,
}

/// Where a message holds a scalar, so that it can be changed in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Takes what the getter takes, and yields the bytes of the message that hold the scalar's bits (Bytes); no bytes if the
    /// message lacks it.
    pub locate: FuncId,
    /// The first byte is the most significant one.
    pub is_big_endian: bool,
    /// The bits in which a scalar and its bytes differ.
    pub mask: u64,
}

/// The meaning of a value where its type does not determine how it is stored in a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// The meaning given by its type.
    #[default]
    Value,
    /// Bytes that encode an object whose type the schema does not state. In place, the object itself is read.
    Object,
    /// A number that is an index into a table outside the message.
    Reference,
    /// A number that counts elements without content.
    Count,
    /// A text whose bytes in the message have another encoding than values, which are UTF-8. In place, these bytes are read.
    Encoded(Encoding),
}

/// An encoding of text in messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// ISO 8859-1: each byte is the code point of the same number.
    Latin1,
    /// UTF-16, the less significant byte of a unit first.
    Utf16Le,
    /// UTF-16, the more significant byte of a unit first.
    Utf16Be,
}

/// How the elements of a list, or the entries of a map, are read in place.
#[derive(Clone, Debug, PartialEq)]
pub struct ListView {
    /// Their type.
    pub element: Type,
    /// Their meaning.
    pub role: Role,
    /// The values that locate such a list: its length (U64), then the other parameters of the accessor.
    pub place: Vec<Var>,
    /// Takes the place of an object whose type the schema does not state, and yields the place of such a list. None
    /// for lists that no object is read as, and in trusting modules.
    pub object: Option<FuncId>,
    /// Takes the place and an index (U64), and yields the element; of a union the case that it holds, as
    /// [`Access::Union`] does. Fails with `out_of_range` if there are fewer.
    pub get: FuncId,
    /// For elements that are found one after the other: takes the place of a list that is not empty, and yields the place of the
    /// list without its first element. Reading such a list in order takes time in proportion to its length only with this
    /// function; `get` moves over the elements in front of the one at the index.
    pub next: Option<FuncId>,
    /// If elements are unions: the functions that read the cases' values, as those of [`Access::Union`]. They take the
    /// place and an index, too.
    pub cases: Vec<Option<Getter>>,
    /// If elements are scalars that can be changed in place: where they are. Its function takes the place and an index.
    pub slot: Option<Slot>,
    /// The fields that lead from an element to the scalar or text by which a list is sorted in messages; none if it is not.
    pub key: Vec<u32>,
}

/// How objects whose type the schema does not state are read in place: as the type that their reader chooses.
#[derive(Clone, Debug, PartialEq)]
pub struct ObjectView {
    /// The values that locate such an object.
    pub place: Vec<Var>,
    /// Queries on an object without a type in the schema. None in trusting modules.
    pub asks: Option<Asks>,
}

/// Queries on an object. Each takes its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asks {
    /// Yields its kind (U64): 0 nothing, 1 a struct, 2 a list, 3 a reference.
    pub kind: FuncId,
    /// Yields the object as a text (Bytes); empty for kind 0.
    pub text: FuncId,
    /// Yields the object as bytes (Bytes); empty for kind 0.
    pub bytes: FuncId,
    /// Yields the object as a reference (U64); 0 for kind 0.
    pub reference: FuncId,
}

impl Role {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Value,
        Self::Object,
        Self::Reference,
        Self::Count,
        Self::Encoded(Encoding::Latin1),
        Self::Encoded(Encoding::Utf16Le),
        Self::Encoded(Encoding::Utf16Be),
    ];

    /// Its word in the text form.
    pub fn name(self) -> &'static str {
        match self {
            Self::Value => "value",
            Self::Object => "object",
            Self::Reference => "reference",
            Self::Count => "count",
            Self::Encoded(Encoding::Latin1) => "latin1",
            Self::Encoded(Encoding::Utf16Le) => "utf16le",
            Self::Encoded(Encoding::Utf16Be) => "utf16be",
        }
    }
}

impl Asks {
    /// Its functions with their words in the text form, in the order there.
    pub fn functions(&self) -> [(&'static str, FuncId); 4] {
        self.results().map(|(name, id, _)| (name, id))
    }

    /// The same with the results of each.
    fn results(&self) -> [(&'static str, FuncId, ValueType); 4] {
        [
            ("kind", self.kind, ValueType::U64),
            ("text", self.text, ValueType::Bytes),
            ("bytes", self.bytes, ValueType::Bytes),
            ("reference", self.reference, ValueType::U64),
        ]
    }

    fn functions_mut(&mut self) -> [&mut FuncId; 4] {
        [&mut self.kind, &mut self.text, &mut self.bytes, &mut self.reference]
    }
}

impl Getter {
    /// One for a value that cannot be changed in place, and whose type states its meaning.
    pub fn of(get: FuncId) -> Self {
        Self { get, role: Role::Value, slot: None }
    }

    /// Its functions.
    pub fn functions(&self) -> impl Iterator<Item = FuncId> + use<> {
        [self.get].into_iter().chain(self.slot.map(|slot| slot.locate))
    }

    fn functions_mut(&mut self) -> impl Iterator<Item = &mut FuncId> {
        [&mut self.get].into_iter().chain(self.slot.as_mut().map(|slot| &mut slot.locate))
    }
}

impl Access {
    /// Its functions.
    pub fn functions(&self) -> Vec<FuncId> {
        match self {
            Self::None => vec![],
            Self::Value(getter) => getter.functions().collect(),
            Self::Union { held, cases } => {
                [*held].into_iter().chain(cases.iter().flatten().flat_map(Getter::functions)).collect()
            }
        }
    }

    /// The role of a value; that of a union's depends on the case.
    pub fn role(&self) -> Role {
        match self {
            Self::Value(getter) => getter.role,
            Self::Union { .. } | Self::None => Role::Value,
        }
    }

    /// Returns true if the member is read in place as a value or a view, and not as an object without a type.
    pub fn shows_value(&self) -> bool {
        match self {
            Self::Value(getter) => getter.role != Role::Object,
            Self::Union { .. } => true,
            Self::None => false,
        }
    }

    /// Returns true if the value is an object whose type the schema does not state, or holds such objects.
    fn has_objects(&self) -> bool {
        let is_object = |getter: &Getter| getter.role == Role::Object;
        match self {
            Self::None => false,
            Self::Value(getter) => is_object(getter),
            Self::Union { cases, .. } => cases.iter().flatten().any(is_object),
        }
    }

    fn functions_mut(&mut self) -> Vec<&mut FuncId> {
        match self {
            Self::None => vec![],
            Self::Value(getter) => getter.functions_mut().collect(),
            Self::Union { held, cases } => {
                [held].into_iter().chain(cases.iter_mut().flatten().flat_map(Getter::functions_mut)).collect()
            }
        }
    }
}

impl ListView {
    /// Its functions.
    pub fn functions(&self) -> impl Iterator<Item = FuncId> + '_ {
        let cases = self.cases.iter().flatten().flat_map(Getter::functions);
        let slot = self.slot.map(|slot| slot.locate);
        self.object.into_iter().chain([self.get]).chain(self.next).chain(cases).chain(slot)
    }

    fn functions_mut(&mut self) -> impl Iterator<Item = &mut FuncId> {
        let cases = self.cases.iter_mut().flatten().flat_map(Getter::functions_mut);
        let slot = self.slot.as_mut().map(|slot| &mut slot.locate);
        self.object.iter_mut().chain([&mut self.get]).chain(&mut self.next).chain(cases).chain(slot)
    }
}

impl Views {
    /// Returns true if nothing is read in place.
    pub fn is_empty(&self) -> bool {
        self.structs.is_empty()
    }

    /// Returns true if the value of every member is read in place, given the types of the module.
    pub fn are_complete(&self, types: &Types) -> bool {
        let is_read = |(field, access): (&FieldType, &Access)| match (&field.ty, access) {
            (_, Access::None) => false,
            (_, access) if access.has_objects() => false,
            (Type::Union(id), Access::Union { cases, .. }) => {
                types.union(*id).cases.iter().zip(cases).all(|(case, get)| case.ty.is_none() || get.is_some())
            }
            _ => true,
        };
        let is_list_read = |view: &ListView| match view.element {
            Type::Union(id) => {
                types.union(id).cases.iter().zip(&view.cases).all(|(case, get)| case.ty.is_none() || get.is_some())
            }
            _ => true,
        };
        self.lists.iter().all(is_list_read)
            && self.structs.iter().all(|view| types.record(view.record).fields.iter().zip(&view.fields).all(is_read))
    }

    /// How values of a struct are read.
    pub fn record(&self, id: StructId) -> Option<&StructView> {
        self.structs.iter().find(|view| view.record == id)
    }

    /// How lists of such elements are read.
    pub fn list(&self, element: &Type, role: Role) -> Option<&ListView> {
        self.lists.iter().find(|view| view.element == *element && view.role == role)
    }

    /// Returns true if a member of a struct is an object whose type the schema does not state, or holds such.
    pub fn has_objects(&self, view: &StructView) -> bool {
        view.fields.iter().any(Access::has_objects)
    }

    /// All functions, some of them perhaps more than once.
    pub fn functions(&self) -> Vec<FuncId> {
        let fields = self.structs.iter().flat_map(|view| view.fields.iter().flat_map(Access::functions));
        let structs = self.structs.iter().flat_map(|view| view.root.into_iter().chain(view.object));
        let lists = self.lists.iter().flat_map(ListView::functions);
        let asks = self.objects.iter().filter_map(|view| view.asks).flat_map(|asks| asks.functions());
        structs.chain(fields).chain(lists).chain(asks.map(|(_, id)| id)).collect()
    }

    /// Gives each function another number.
    pub fn renumber(&mut self, number: impl Fn(FuncId) -> FuncId) {
        let structs = self.structs.iter_mut().flat_map(|view| {
            let fields = view.fields.iter_mut().flat_map(Access::functions_mut);
            view.root.iter_mut().chain(&mut view.object).chain(fields)
        });
        let lists = self.lists.iter_mut().flat_map(ListView::functions_mut);
        let asks = self.objects.iter_mut().filter_map(|view| view.asks.as_mut()).flat_map(Asks::functions_mut);
        structs.chain(lists).chain(asks).for_each(|id| *id = number(*id));
    }

    /// The results of a function that yields a value of a type: the values that [`Expr::Get`](crate::Expr::Get) yields
    /// for a native scalar, text or bytes; the place of a struct, a list or an object. None for values that are not
    /// read in place.
    pub fn results(&self, ty: &Type, role: Role) -> Option<Vec<ValueType>> {
        if let Some(place) = self.place(ty, role) {
            return Some(types_of(place));
        }
        match ty {
            Type::Bytes if role == Role::Object => None,
            Type::Bool => Some(vec![ValueType::Bool]),
            Type::Int { signed: true, .. } | Type::Enum(_) => Some(vec![ValueType::I64]),
            Type::Int { signed: false, .. } | Type::Float { .. } => Some(vec![ValueType::U64]),
            Type::Text { .. } | Type::Bytes | Type::FixedBytes(..) => Some(vec![ValueType::Bytes]),
            Type::Struct(_) | Type::List(_) | Type::Array(..) | Type::Map(_) | Type::Union(_) => None,
        }
    }

    /// The values that locate a value; none for a scalar, a text or bytes.
    pub fn place(&self, ty: &Type, role: Role) -> Option<&[Var]> {
        match ty {
            Type::Struct(id) => self.record(*id).map(|view| view.place.as_slice()),
            Type::Bytes if role == Role::Object => self.objects.as_ref().map(|view| view.place.as_slice()),
            ty => self.list(&ty.element()?, role).map(|view| view.place.as_slice()),
        }
    }

    /// The results of a field's accessor.
    fn field_results(&self, field: &FieldType, role: Role) -> Option<Vec<ValueType>> {
        let present = field.optional.then_some(ValueType::Bool);
        Some(present.into_iter().chain(self.results(&field.ty, role)?).collect())
    }

    /// The parameters and results that each function must have, with a description for people.
    pub(crate) fn signatures(&self, types: &Types) -> Vec<Signature> {
        let structs = self.structs.iter().flat_map(|view| self.struct_signatures(types, view));
        let lists = self.lists.iter().flat_map(|view| self.list_signatures(types, view));
        structs.chain(lists).chain(self.object_signatures()).collect()
    }

    fn struct_signatures(&self, types: &Types, view: &StructView) -> Vec<Signature> {
        let place = types_of(&view.place);
        let root = view.root.map(|id| Signature {
            id,
            what: "the root of a view",
            params: vec![ValueType::U64],
            results: Some(place.clone()),
        });
        let object = view.object.map(|id| self.reader(id, &view.place));
        let Some(record) = types.structs.get(view.record.0 as usize) else { return Vec::new() };
        let accessor = |id, results| Signature { id, what: "an accessor of a view", params: place.clone(), results };
        let field = |(field, access): (&FieldType, &Access)| match access {
            Access::None => vec![],
            Access::Value(getter) => {
                let slot = getter.slot.map(|slot| accessor(slot.locate, slot_results(&field.ty)));
                let get = accessor(getter.get, self.field_results(field, getter.role));
                [get].into_iter().chain(slot).collect()
            }
            Access::Union { held, cases } => {
                let union = match field.ty {
                    Type::Union(id) => types.unions.get(id.0 as usize),
                    _ => None,
                };
                let cases = self.case_results(union, cases).into_iter().map(|(id, results)| accessor(id, results));
                [accessor(*held, union.map(|_| vec![ValueType::U64]))].into_iter().chain(cases).collect()
            }
        };
        let own = root.into_iter().chain(object);
        own.chain(record.fields.iter().zip(&view.fields).flat_map(field)).collect()
    }

    /// The functions that read the values of cases, with their results.
    fn case_results(
        &self,
        union: Option<&UnionType>,
        cases: &[Option<Getter>],
    ) -> Vec<(FuncId, Option<Vec<ValueType>>)> {
        let of_case = |(getter, index): (&Option<Getter>, usize)| {
            let Some(getter) = getter else { return vec![] };
            let case = union.and_then(|union| union.cases.get(index));
            let ty = case.and_then(|case| case.ty.as_ref());
            let get = (getter.get, ty.and_then(|ty| self.results(ty, getter.role)));
            [get].into_iter().chain(getter.slot.map(|slot| (slot.locate, ty.and_then(slot_results)))).collect()
        };
        cases.iter().zip(0..).flat_map(of_case).collect()
    }

    fn list_signatures(&self, types: &Types, view: &ListView) -> Vec<Signature> {
        let params: Vec<ValueType> = types_of(&view.place).into_iter().chain([ValueType::U64]).collect();
        let accessor =
            |(id, results)| Signature { id, what: "the accessor of a list", params: params.clone(), results };
        let union = match view.element {
            Type::Union(id) => types.unions.get(id.0 as usize),
            _ => None,
        };
        let results = union.map_or_else(|| self.results(&view.element, view.role), |_| Some(vec![ValueType::U64]));
        let cases = self.case_results(union, &view.cases).into_iter().map(accessor);
        let get = accessor((view.get, results));
        let slot = view.slot.map(|slot| accessor((slot.locate, slot_results(&view.element))));
        let place = types_of(&view.place);
        let next = view.next.map(|id| Signature {
            id,
            what: "the function that moves to the next element",
            params: place.clone(),
            results: Some(place.clone()),
        });
        let own = view.object.map(|id| self.reader(id, &view.place)).into_iter().chain([get]).chain(next);
        own.chain(cases).chain(slot).collect()
    }

    fn object_signatures(&self) -> Vec<Signature> {
        let Some(ObjectView { place, asks: Some(asks) }) = &self.objects else { return Vec::new() };
        let ask = |(_, id, result)| Signature {
            id,
            what: "a query on an object",
            params: types_of(place),
            results: Some(vec![result]),
        };
        asks.results().into_iter().map(ask).collect()
    }

    /// The signature of a function that finds a value of a type in an object.
    fn reader(&self, id: FuncId, place: &[Var]) -> Signature {
        let params = self.objects.as_ref().map(|view| types_of(&view.place)).unwrap_or_default();
        Signature { id, what: "a function that reads an object", params, results: Some(types_of(place)) }
    }
}

/// The results of a function that locates a value of this type; none if it is not a scalar.
fn slot_results(ty: &Type) -> Option<Vec<ValueType>> {
    matches!(ty, Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Enum(_)).then(|| vec![ValueType::Bytes])
}

fn types_of(place: &[Var]) -> Vec<ValueType> {
    place.iter().map(|var| var.ty.clone()).collect()
}

/// The parameters and results of a function of views.
pub(crate) struct Signature {
    pub id: FuncId,
    pub what: &'static str,
    pub params: Vec<ValueType>,
    /// None if the function has nothing to yield.
    pub results: Option<Vec<ValueType>>,
}
