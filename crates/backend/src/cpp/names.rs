use crate::outline::{NameScope, flat_path};
use polywire_ir::types::{EnumId, Name, StructId, Types, UnionId};
use polywire_srcgen::join;
use std::collections::HashMap;

/// C++20 keywords and alternative tokens, sorted, and macros of the standard headers that schemas are likely to meet.
pub(super) const KEYWORDS: &[&str] = &[
    "EOF",
    "NULL",
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "assert",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "char16_t",
    "char32_t",
    "char8_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "concept",
    "const",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "errno",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "register",
    "reinterpret_cast",
    "requires",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "stderr",
    "stdin",
    "stdout",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "xor",
    "xor_eq",
];

/// The C++ names of all types and members.
#[derive(Debug)]
pub(super) struct TypeNames {
    pub structs: Vec<StructNames>,
    pub enums: Vec<EnumNames>,
    pub unions: Vec<UnionNames>,
}

/// Where a type stands.
#[derive(Clone, Debug)]
pub(super) struct TypeName {
    /// `trade::v1`, or empty.
    pub namespace: String,
    /// `Account_Kind`.
    pub local: String,
}

impl TypeName {
    /// `::trade::v1::Account_Kind`: from the outermost namespace, because formats are namespaces too.
    pub fn qualified(&self) -> String {
        if self.namespace.is_empty() {
            format!("::{}", self.local)
        } else {
            format!("::{}::{}", self.namespace, self.local)
        }
    }
}

#[derive(Debug)]
pub(super) struct StructNames {
    pub name: TypeName,
    pub fields: Vec<String>,
    /// The member that keeps what a decoder did not know.
    pub unknown: String,
}

#[derive(Debug)]
pub(super) struct EnumNames {
    pub name: TypeName,
    pub members: Vec<String>,
}

#[derive(Debug)]
pub(super) struct UnionNames {
    pub name: TypeName,
    pub cases: Vec<String>,
}

impl TypeNames {
    pub fn of(types: &Types) -> Self {
        let mut scopes = Scopes::default();
        Self {
            enums: types.enums.iter().map(|it| scopes.enumeration(it)).collect(),
            structs: types.structs.iter().map(|it| scopes.record(it)).collect(),
            unions: types.unions.iter().map(|it| scopes.union(it)).collect(),
        }
    }

    pub fn record(&self, id: StructId) -> &StructNames {
        &self.structs[id.0 as usize]
    }

    pub fn enumeration(&self, id: EnumId) -> &EnumNames {
        &self.enums[id.0 as usize]
    }

    pub fn union(&self, id: UnionId) -> &UnionNames {
        &self.unions[id.0 as usize]
    }
}

/// One scope of type names for each namespace.
#[derive(Default)]
struct Scopes {
    by_namespace: HashMap<String, NameScope>,
}

impl Scopes {
    fn type_name(&mut self, name: &Name) -> TypeName {
        let parts = NameScope::new(KEYWORDS);
        let namespace = join(name.module.iter().map(|part| parts.escape(part)), "::");
        let scope = self.by_namespace.entry(namespace.clone()).or_insert_with(|| NameScope::new(KEYWORDS));
        TypeName { local: scope.claim(&flat_path(name)), namespace }
    }

    fn record(&mut self, it: &polywire_ir::types::StructType) -> StructNames {
        let name = self.type_name(&it.name);
        let mut scope = NameScope::new(KEYWORDS);
        scope.reserve(&name.local);
        let fields = it.fields.iter().map(|field| scope.claim(&field.name)).collect();
        StructNames { name, fields, unknown: scope.claim("unknown_fields") }
    }

    fn enumeration(&mut self, it: &polywire_ir::types::EnumType) -> EnumNames {
        let mut scope = NameScope::new(KEYWORDS);
        let members = it.members.iter().map(|member| scope.claim(&member.name)).collect();
        EnumNames { name: self.type_name(&it.name), members }
    }

    fn union(&mut self, it: &polywire_ir::types::UnionType) -> UnionNames {
        let mut scope = NameScope::new(KEYWORDS);
        scope.reserve("none");
        let cases = it.cases.iter().map(|case| scope.claim(&case.name)).collect();
        UnionNames { name: self.type_name(&it.name), cases }
    }
}
