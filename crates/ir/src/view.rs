//! Reading in place: functions that find one member of a value in a message, and read nothing else.

use crate::types::{FieldType, StructId, Type, Types};
use crate::{FuncId, ValueType, Var};

/// How values are read in place. A format has it where what stands before a member need not be read to get at it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Views {
    /// Those of structs.
    pub structs: Vec<StructView>,
    /// Those of lists, arrays and maps, by the type of an element.
    pub lists: Vec<ListView>,
}

/// How the values of a struct are read in place.
#[derive(Clone, Debug, PartialEq)]
pub struct StructView {
    /// The struct.
    pub record: StructId,
    /// What tells where such a value is: the parameters of its accessors.
    pub place: Vec<Var>,
    /// Finds the value of a message that fills the input: takes how many levels of nesting may be followed (U64), yields its
    /// place. None of what is never a message of its own.
    pub root: Option<FuncId>,
    /// How each field is read, in declaration order.
    pub fields: Vec<Access>,
}

/// How a member is read in place.
#[derive(Clone, Debug, PartialEq)]
pub enum Access {
    /// It is not read in place, as the bytes of the message are not those of its value.
    None,
    /// Takes the place of the struct and yields the value; of an optional one first whether it is present (Bool), and anything
    /// for the value if it is not.
    Value(FuncId),
    /// A union.
    Union {
        /// Takes the place of the struct and tells which case is held: its index plus one, or 0 for none.
        held: FuncId,
        /// Those of the cases' values; none of a case without a value, or whose value is not read in place. To be called for the case that is held.
        cases: Vec<Option<FuncId>>,
    },
}

/// How the elements of a list, or the entries of a map, are read in place.
#[derive(Clone, Debug, PartialEq)]
pub struct ListView {
    /// Their type.
    pub element: Type,
    /// What tells where such a list is: how many elements it has (U64), then what else the accessor takes.
    pub place: Vec<Var>,
    /// Takes the place and an index (U64), and yields the element; `out_of_range` if there are fewer.
    pub get: FuncId,
}

impl Access {
    /// Its functions.
    pub fn functions(&self) -> Vec<FuncId> {
        match self {
            Self::None => vec![],
            Self::Value(get) => vec![*get],
            Self::Union { held, cases } => [*held].into_iter().chain(cases.iter().copied().flatten()).collect(),
        }
    }

    fn functions_mut(&mut self) -> Vec<&mut FuncId> {
        match self {
            Self::None => vec![],
            Self::Value(get) => vec![get],
            Self::Union { held, cases } => [held].into_iter().chain(cases.iter_mut().flatten()).collect(),
        }
    }
}

impl Views {
    /// Whether nothing is read in place.
    pub fn is_empty(&self) -> bool {
        self.structs.is_empty()
    }

    /// Whether every member is read in place, given the types of the module.
    pub fn are_complete(&self, types: &Types) -> bool {
        let is_read = |(field, access): (&FieldType, &Access)| match (&field.ty, access) {
            (_, Access::None) => false,
            (Type::Union(id), Access::Union { cases, .. }) => {
                types.union(*id).cases.iter().zip(cases).all(|(case, get)| case.ty.is_none() || get.is_some())
            }
            _ => true,
        };
        self.structs.iter().all(|view| types.record(view.record).fields.iter().zip(&view.fields).all(is_read))
    }

    /// How values of a struct are read.
    pub fn record(&self, id: StructId) -> Option<&StructView> {
        self.structs.iter().find(|view| view.record == id)
    }

    /// How lists of such elements are read.
    pub fn list(&self, element: &Type) -> Option<&ListView> {
        self.lists.iter().find(|view| view.element == *element)
    }

    /// All functions, some of them perhaps more than once.
    pub fn functions(&self) -> Vec<FuncId> {
        let fields = self.structs.iter().flat_map(|view| view.fields.iter().flat_map(Access::functions));
        let roots = self.structs.iter().filter_map(|view| view.root);
        roots.chain(fields).chain(self.lists.iter().map(|view| view.get)).collect()
    }

    /// Gives each function another number.
    pub fn renumber(&mut self, number: impl Fn(FuncId) -> FuncId) {
        let fields = self.structs.iter_mut().flat_map(|view| {
            let fields = view.fields.iter_mut().flat_map(Access::functions_mut);
            view.root.iter_mut().chain(fields)
        });
        fields.chain(self.lists.iter_mut().map(|view| &mut view.get)).for_each(|id| *id = number(*id));
    }

    /// What a function yields for a value of a type: as the IR reads a native scalar, text or bytes
    /// ([`Expr::Get`](crate::Expr::Get)); the place of a struct or a list. None of what is not read in place.
    pub fn results(&self, ty: &Type) -> Option<Vec<ValueType>> {
        let types_of = |place: &[Var]| place.iter().map(|var| var.ty.clone()).collect();
        match ty {
            Type::Bool => Some(vec![ValueType::Bool]),
            Type::Int { signed: true, .. } | Type::Enum(_) => Some(vec![ValueType::I64]),
            Type::Int { signed: false, .. } | Type::Float { .. } => Some(vec![ValueType::U64]),
            Type::Text { .. } | Type::Bytes | Type::FixedBytes(_) => Some(vec![ValueType::Bytes]),
            Type::Struct(id) => self.record(*id).map(|view| types_of(&view.place)),
            Type::List(_) | Type::Array(..) | Type::Map(_) => {
                self.list(&ty.element()?).map(|view| types_of(&view.place))
            }
            Type::Union(_) => None,
        }
    }

    /// What the accessor of a field yields.
    pub fn field_results(&self, field: &FieldType) -> Option<Vec<ValueType>> {
        let present = field.optional.then_some(ValueType::Bool);
        Some(present.into_iter().chain(self.results(&field.ty)?).collect())
    }

    /// The parameters and results that each function must have, with what it is for people.
    pub(crate) fn signatures(&self, types: &Types) -> Vec<Signature> {
        let structs = self.structs.iter().flat_map(|view| self.struct_signatures(types, view));
        structs.chain(self.lists.iter().map(|view| self.list_signature(view))).collect()
    }

    fn struct_signatures(&self, types: &Types, view: &StructView) -> Vec<Signature> {
        let place: Vec<ValueType> = view.place.iter().map(|var| var.ty.clone()).collect();
        let root = view.root.map(|id| Signature {
            id,
            what: "the root of a view",
            params: vec![ValueType::U64],
            results: Some(place.clone()),
        });
        let Some(record) = types.structs.get(view.record.0 as usize) else { return Vec::new() };
        let accessor = |id, results| Signature { id, what: "an accessor of a view", params: place.clone(), results };
        let field = |(field, access): (&FieldType, &Access)| match access {
            Access::None => vec![],
            Access::Value(get) => vec![accessor(*get, self.field_results(field))],
            Access::Union { held, cases } => {
                let union = match field.ty {
                    Type::Union(id) => types.unions.get(id.0 as usize),
                    _ => None,
                };
                let of_case = |(id, index): (FuncId, usize)| {
                    let case = union.and_then(|union| union.cases.get(index));
                    accessor(id, case.and_then(|case| self.results(case.ty.as_ref()?)))
                };
                let cases = cases.iter().zip(0..).filter_map(|(id, index)| Some(((*id)?, index)));
                [accessor(*held, union.map(|_| vec![ValueType::U64]))].into_iter().chain(cases.map(of_case)).collect()
            }
        };
        root.into_iter().chain(record.fields.iter().zip(&view.fields).flat_map(field)).collect()
    }

    fn list_signature(&self, view: &ListView) -> Signature {
        let place = view.place.iter().map(|var| var.ty.clone());
        let params = place.chain([ValueType::U64]).collect();
        Signature { id: view.get, what: "the accessor of a list", params, results: self.results(&view.element) }
    }
}

/// What a function of views takes and yields.
pub(crate) struct Signature {
    pub id: FuncId,
    pub what: &'static str,
    pub params: Vec<ValueType>,
    /// None if there is nothing that it could yield.
    pub results: Option<Vec<ValueType>>,
}
