//! Native types as engines see them: the type model without any wire format's facts.
//!
//! Design: docs/decisions/0002-floats-are-bits.md

use polywire_model as model;
pub use polywire_model::{BytesMeaning, Literal, TimeUnit, pascal_case, screaming_snake_case, snake_case, words};

/// What an integer stands for.
pub type Meaning = model::Meaning<EnumId>;

/// Index of a struct in [`Types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StructId(pub u32);

/// Index of an enum in [`Types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EnumId(pub u32);

/// Index of a union in [`Types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UnionId(pub u32);

/// Index of a constant in [`Types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ConstantId(pub u32);

/// All named types of a module, in schema order within each kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Types {
    /// Records.
    pub structs: Vec<StructType>,
    /// Named integers.
    pub enums: Vec<EnumType>,
    /// Alternatives.
    pub unions: Vec<UnionType>,
    /// Named values.
    pub constants: Vec<ConstantType>,
    /// The named type or value for each declaration of the model, in its order.
    pub of_decl: Vec<Named>,
}

/// A reference to a named type or value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Named {
    /// A record.
    Struct(StructId),
    /// Named integers.
    Enum(EnumId),
    /// Alternatives.
    Union(UnionId),
    /// A named value.
    Constant(ConstantId),
}

impl From<StructId> for Named {
    fn from(id: StructId) -> Self {
        Self::Struct(id)
    }
}

impl From<UnionId> for Named {
    fn from(id: UnionId) -> Self {
        Self::Union(id)
    }
}

/// The place of a named type in its schema.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Name {
    /// Enclosing modules, outermost first.
    pub module: Vec<String>,
    /// Enclosing declarations, outermost first, then its own name.
    pub path: Vec<String>,
    /// Documentation comment.
    pub doc: String,
}

impl Name {
    /// Returns the dotted full name.
    pub fn dotted(&self) -> String {
        let parts: Vec<&str> = self.module.iter().chain(&self.path).map(String::as_str).collect();
        parts.join(".")
    }
}

/// A record.
#[derive(Clone, Debug, PartialEq)]
pub struct StructType {
    /// Its name.
    pub name: Name,
    /// Fields in declaration order.
    pub fields: Vec<FieldType>,
    /// Values keep bytes unknown to a decoder.
    pub keeps_unknown: bool,
    /// Values are only the entries of maps: the first field is the key (Bool, Int or Text), the second one the value, and
    /// neither is optional.
    pub is_entry: bool,
    /// Values are only values that may be null: the one field is optional. Its native type is that of the struct, too.
    pub is_nullable: bool,
}

impl StructType {
    /// Returns true for the entry of a set: a map whose values have no bytes.
    pub fn is_set_entry(&self) -> bool {
        self.is_entry && self.fields.get(1).is_some_and(|value| value.ty == Type::fixed_bytes(0))
    }

    /// Returns true if languages declare a type for it.
    pub fn is_declared(&self) -> bool {
        !self.is_entry && !self.is_nullable
    }
}

/// A member of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldType {
    /// Name as in the schema.
    pub name: String,
    /// Type of the value.
    pub ty: Type,
    /// The value can be absent.
    pub optional: bool,
    /// The value is held by a pointer.
    pub boxed: bool,
    /// The value in a new record, if it is not zero, empty or the first enumerator; the value of an absent optional.
    pub default: Option<Literal>,
    /// Documentation comment.
    pub doc: String,
    /// True if it should no longer be used.
    pub deprecated: bool,
}

/// Named integers. The first member is the default.
#[derive(Clone, Debug, PartialEq)]
pub struct EnumType {
    /// Its name.
    pub name: Name,
    /// Width of the numbers in bits.
    pub bits: u8,
    /// True if numbers can be negative.
    pub signed: bool,
    /// A value may be a number without a name.
    pub open: bool,
    /// The members are flags, or combinations of them. No value has this type: they are integers with the meaning
    /// [`model::Meaning::Flags`].
    pub flags: bool,
    /// Names and numbers in declaration order; several names may share a number.
    pub members: Vec<EnumMember>,
}

impl EnumType {
    /// Returns the integer of the enum's own type that a number is. They differ for unsigned integers of 64 bits, because
    /// numbers are I64.
    pub fn integer(&self, number: i64) -> i128 {
        if self.is_wide_unsigned() { i128::from(number as u64) } else { i128::from(number) }
    }

    /// Returns true if the numbers of the enum's own type may be beyond those of I64.
    pub fn is_wide_unsigned(&self) -> bool {
        self.bits == 64 && !self.signed
    }
}

/// A named number.
#[derive(Clone, Debug, PartialEq)]
pub struct EnumMember {
    /// Name as in the schema.
    pub name: String,
    /// Its number.
    pub number: i64,
    /// Documentation comment.
    pub doc: String,
}

/// Alternatives; a value holds at most one of them.
#[derive(Clone, Debug, PartialEq)]
pub struct UnionType {
    /// Its name.
    pub name: Name,
    /// Alternatives in declaration order.
    pub cases: Vec<CaseType>,
}

/// An alternative of a union.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseType {
    /// Name as in the schema.
    pub name: String,
    /// Type of its value, if it has one.
    pub ty: Option<Type>,
    /// The value of a newly set case, if it is not zero or empty.
    pub default: Option<Literal>,
    /// The value is held by a pointer.
    pub boxed: bool,
    /// Documentation comment.
    pub doc: String,
}

/// A named value.
#[derive(Clone, Debug, PartialEq)]
pub struct ConstantType {
    /// Its name.
    pub name: Name,
    /// The type of the value.
    pub ty: Type,
    /// The value.
    pub value: Literal,
}

impl CaseType {
    /// Returns the type of the case's value; without one, the empty [`Type::FixedBytes`], which is never read or set.
    pub fn value_type(&self) -> Type {
        self.ty.clone().unwrap_or(Type::fixed_bytes(0))
    }
}

/// The type of a native value.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// True or false.
    Bool,
    /// An integer of this many bits.
    Int {
        /// 8, 16, 32 or 64.
        bits: u8,
        /// Two's complement if set.
        signed: bool,
        /// What it stands for; ops see the integer.
        meaning: Meaning,
    },
    /// An IEEE 754 float of 32 or 64 bits.
    Float {
        /// 32 or 64.
        bits: u8,
    },
    /// Characters: UTF-8 if `verified`, else bytes that are likely UTF-8.
    Text {
        /// The bytes are valid UTF-8.
        verified: bool,
    },
    /// Any bytes.
    Bytes,
    /// Exactly this many bytes, and what they stand for; ops see the bytes.
    FixedBytes(u32, BytesMeaning),
    /// A named integer.
    Enum(EnumId),
    /// A record.
    Struct(StructId),
    /// Alternatives.
    Union(UnionId),
    /// Elements in order.
    List(Box<Type>),
    /// Exactly this many elements in order.
    Array(Box<Type>, u32),
    /// Entries of this struct, one for each key.
    Map(StructId),
}

impl Type {
    /// Returns the type of numbers with this width and signedness.
    pub const fn int(bits: u8, signed: bool) -> Self {
        Self::Int { bits, signed, meaning: Meaning::Number }
    }

    /// Returns the type of this many bytes without a meaning.
    pub const fn fixed_bytes(len: u32) -> Self {
        Self::FixedBytes(len, BytesMeaning::Bytes)
    }

    /// Returns the type for keys of maps. Types for meanings of unsigned integers are signed in some languages, or
    /// have no order, so that such keys are numbers.
    fn as_key(&self) -> Self {
        match self {
            Self::Int { bits, signed: false, .. } => Self::int(*bits, false),
            _ => self.clone(),
        }
    }

    /// Returns the type of the innermost elements of a list or an array; else the type itself.
    pub fn innermost(&self) -> &Self {
        match self {
            Self::List(element) | Self::Array(element, _) => element.innermost(),
            _ => self,
        }
    }

    /// Returns the type of the items of a list, an array or a map; `None` for other types.
    pub fn element(&self) -> Option<Self> {
        match self {
            Self::List(element) | Self::Array(element, _) => Some((**element).clone()),
            Self::Map(entry) => Some(Self::Struct(*entry)),
            Self::Bool
            | Self::Int { .. }
            | Self::Float { .. }
            | Self::Text { .. }
            | Self::Bytes
            | Self::FixedBytes(..)
            | Self::Enum(_)
            | Self::Struct(_)
            | Self::Union(_) => None,
        }
    }
}

impl Types {
    /// Returns the native types of a model.
    pub fn of_model(model: &model::Model) -> Self {
        let mut types = Self { of_decl: number_decls(model), ..Self::default() };
        for decl in &model.decls {
            let name = Name { module: decl.module.clone(), path: decl.name.clone(), doc: decl.doc.clone() };
            match &decl.kind {
                model::DeclKind::Struct(it) => {
                    let mut fields: Vec<FieldType> = it.fields.iter().map(|field| types.field(field)).collect();
                    if let (true, Some(key)) = (it.is_entry, fields.first_mut()) {
                        key.ty = key.ty.as_key();
                    }
                    types.structs.push(StructType {
                        name,
                        fields,
                        keeps_unknown: it.keeps_unknown,
                        is_entry: it.is_entry,
                        is_nullable: it.is_nullable,
                    });
                }
                model::DeclKind::Enum(it) => types.enums.push(enum_type(name, it)),
                model::DeclKind::Union(it) => {
                    let cases = it.cases.iter().map(|case| types.case(case)).collect();
                    types.unions.push(UnionType { name, cases });
                }
                model::DeclKind::Constant(it) => {
                    types.constants.push(ConstantType { name, ty: types.of(&it.ty), value: it.value.clone() });
                }
            }
        }
        types
    }

    /// Returns the struct with this id.
    pub fn record(&self, id: StructId) -> &StructType {
        &self.structs[id.0 as usize]
    }

    /// Returns the enum with this id.
    pub fn enumeration(&self, id: EnumId) -> &EnumType {
        &self.enums[id.0 as usize]
    }

    /// Returns the union with this id.
    pub fn union(&self, id: UnionId) -> &UnionType {
        &self.unions[id.0 as usize]
    }

    /// Returns the named type for a declaration of the model.
    pub fn named(&self, id: model::DeclId) -> Named {
        self.of_decl[id.0 as usize]
    }

    /// Returns the constant with this id.
    pub fn constant(&self, id: ConstantId) -> &ConstantType {
        &self.constants[id.0 as usize]
    }

    /// Returns the struct for a declaration of the model, if it is one.
    pub fn struct_of(&self, id: model::DeclId) -> Option<StructId> {
        match self.named(id) {
            Named::Struct(id) => Some(id),
            Named::Enum(_) | Named::Union(_) | Named::Constant(_) => None,
        }
    }

    /// Returns the enum for a declaration of the model; an invalid id if it is not an enum.
    fn enum_of(&self, id: model::DeclId) -> EnumId {
        match self.named(id) {
            Named::Enum(id) => id,
            Named::Struct(_) | Named::Union(_) | Named::Constant(_) => EnumId(u32::MAX),
        }
    }

    /// Returns the entry of a map of the model; an invalid id if it is not a struct.
    fn entry_of(&self, id: model::DeclId) -> StructId {
        self.struct_of(id).unwrap_or(StructId(u32::MAX))
    }

    /// Returns true if maps of these entries are sets.
    pub fn is_set(&self, entry: StructId) -> bool {
        self.record(entry).is_set_entry()
    }

    /// Returns the types of a map's keys and values.
    ///
    /// # Panics
    /// If the struct is not the entry of a map, which the verifier rejects.
    pub fn entry(&self, id: StructId) -> (&Type, &Type) {
        let [key, value] = self.record(id).fields.as_slice() else { panic!("an entry has a key and a value") };
        (&key.ty, &value.ty)
    }

    /// Returns the field of a struct that is only a value that may be null.
    pub fn nullable(&self, ty: &Type) -> Option<&FieldType> {
        let Type::Struct(id) = ty else { return None };
        let record = self.record(*id);
        record.fields.first().filter(|_| record.is_nullable)
    }

    /// Returns the types of all fields and cases; for lists and arrays those of their innermost elements.
    pub fn innermost(&self) -> impl Iterator<Item = &Type> {
        let fields = self.structs.iter().flat_map(|it| it.fields.iter().map(|field| &field.ty));
        let cases = self.unions.iter().flat_map(|it| it.cases.iter().filter_map(|case| case.ty.as_ref()));
        fields.chain(cases).map(Type::innermost)
    }

    /// Returns the native type for a type of the model.
    pub fn of(&self, ty: &model::Type) -> Type {
        match ty {
            model::Type::Bool => Type::Bool,
            model::Type::Int { bits, signed, meaning } => {
                let meaning = meaning.map(|id| self.enum_of(id));
                Type::Int { bits: *bits, signed: *signed, meaning }
            }
            model::Type::Float { bits } => Type::Float { bits: *bits },
            model::Type::Text(text) => Type::Text { verified: !text.unverified },
            model::Type::Bytes => Type::Bytes,
            model::Type::FixedBytes(len, meaning) => Type::FixedBytes(*len, *meaning),
            model::Type::Named(id) => match self.named(*id) {
                Named::Struct(id) => Type::Struct(id),
                Named::Enum(id) => Type::Enum(id),
                Named::Union(id) => Type::Union(id),
                // No type refers to a value.
                Named::Constant(_) => Type::fixed_bytes(0),
            },
            model::Type::List(element) => Type::List(Box::new(self.of(element))),
            model::Type::Array(element, len) => Type::Array(Box::new(self.of(element)), *len),
            model::Type::Map(entry) => Type::Map(self.entry_of(*entry)),
        }
    }

    fn field(&self, field: &model::Field) -> FieldType {
        FieldType {
            name: field.name.clone(),
            ty: self.of(&field.ty),
            optional: field.presence != model::Presence::Implicit,
            boxed: field.boxed,
            default: field.default.clone(),
            doc: field.doc.clone(),
            deprecated: field.deprecated,
        }
    }

    fn case(&self, case: &model::Case) -> CaseType {
        CaseType {
            name: case.name.clone(),
            ty: case.ty.as_ref().map(|ty| self.of(ty)),
            default: case.default.clone(),
            boxed: case.boxed,
            doc: case.doc.clone(),
        }
    }
}

fn number_decls(model: &model::Model) -> Vec<Named> {
    let (mut structs, mut enums, mut unions, mut constants) = (0.., 0.., 0.., 0..);
    let next = |numbers: &mut std::ops::RangeFrom<u32>| numbers.next().unwrap_or_default();
    let number = |decl: &model::Decl| match decl.kind {
        model::DeclKind::Struct(_) => Named::Struct(StructId(next(&mut structs))),
        model::DeclKind::Enum(_) => Named::Enum(EnumId(next(&mut enums))),
        model::DeclKind::Union(_) => Named::Union(UnionId(next(&mut unions))),
        model::DeclKind::Constant(_) => Named::Constant(ConstantId(next(&mut constants))),
    };
    model.decls.iter().map(number).collect()
}

fn enum_type(name: Name, it: &model::Enum) -> EnumType {
    let members = it.members.iter().map(|member| EnumMember {
        name: member.name.clone(),
        number: member.number,
        doc: member.doc.clone(),
    });
    EnumType { name, bits: it.bits, signed: it.signed, open: it.open, flags: it.flags, members: members.collect() }
}
