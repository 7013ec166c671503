//! The declarations of a Go file that say something about messages.

use polywire_source::Span;

/// A Go file, or a compiled schema of one.
#[derive(Clone, Debug, Default)]
pub struct File {
    /// As the caller named it.
    pub path: String,
    /// The package.
    pub package: Word,
    /// What the file imports, as written: quoted paths, possibly behind a name.
    pub imports: Vec<String>,
    /// The constant `zebraSchemaId64`.
    pub schema_id: Option<i64>,
    /// Types in the order of the file.
    pub types: Vec<TypeDecl>,
    /// Constants in the order of the file.
    pub constants: Vec<ConstDecl>,
    /// Types that `//msgp:ignore` names.
    pub ignored: Vec<Word>,
    /// Structs that `//msgp:tuple` names: they are arrays in MessagePack.
    pub tuples: Vec<Word>,
    /// Types that `//msgp:shim` replaces.
    pub shims: Vec<Shim>,
}

impl File {
    /// Returns true for a type that `//msgp:ignore` names.
    pub fn ignores(&self, decl: &TypeDecl) -> bool {
        self.ignored.iter().any(|name| name.text == decl.name.text)
    }
}

/// A name and its place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Word {
    /// The name.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// A replacement of a type in messages: `//msgp:shim T as:base using:to/from`.
#[derive(Clone, Debug)]
pub struct Shim {
    /// The replaced type, which may be of another package: `net.IP`.
    pub name: Word,
    /// The type in messages.
    pub base: TypeExpr,
    /// How the program converts values to the type in messages and back: `using:to/from`.
    pub using: Option<(String, String)>,
    /// `mode:convert`: the conversions also return an error.
    pub returns_errors: bool,
}

/// `type Name …`.
#[derive(Clone, Debug)]
pub struct TypeDecl {
    /// Its name.
    pub name: Word,
    /// The comment in front of it.
    pub doc: String,
    /// What it stands for.
    pub ty: TypeExpr,
}

/// `const Name Type = value`, with the value computed.
#[derive(Clone, Debug)]
pub struct ConstDecl {
    /// Its name.
    pub name: Word,
    /// The name of its type, if it states one.
    pub ty: Option<String>,
    /// Its value.
    pub value: i128,
    /// The comment in front of it.
    pub doc: String,
}

/// A type as written.
#[derive(Clone, Debug)]
pub struct TypeExpr {
    /// What it is.
    pub kind: TypeKind,
    /// Its place.
    pub span: Span,
}

/// The kinds of types.
#[derive(Clone, Debug)]
pub enum TypeKind {
    /// `Name` or `package.Name`.
    Name(String),
    /// `*T`.
    Pointer(Box<TypeExpr>),
    /// `[]T`.
    Slice(Box<TypeExpr>),
    /// `[n]T`.
    Array(u32, Box<TypeExpr>),
    /// `map[K]V`.
    Map(Box<TypeExpr>, Box<TypeExpr>),
    /// `struct { … }`.
    Struct(Vec<FieldDecl>),
    /// `interface { … }`: a value of any type.
    Interface,
    /// What messages cannot contain: a channel, a function. The text as written.
    Other(String),
}

/// A field of a struct.
#[derive(Clone, Debug)]
pub struct FieldDecl {
    /// Its name; of an embedded field, that of its type.
    pub name: Word,
    /// The name is left out in Go: `struct { Base }`.
    pub is_embedded: bool,
    /// Its type.
    pub ty: TypeExpr,
    /// The comment in front of it.
    pub doc: String,
    /// What its tag says.
    pub tag: Tag,
    /// The place of the declaration, which fields of one type may share.
    pub line: Span,
}

/// What the tag of a field says.
#[derive(Clone, Debug, Default)]
pub struct Tag {
    /// `zid:"0"`.
    pub zid: Option<(u32, Span)>,
    /// The name in MessagePack: `msg:"name"`.
    pub name: Option<String>,
    /// `msg:"-"`.
    pub is_skipped: bool,
    /// `msg:",omitempty"`.
    pub omits_empty: bool,
    /// `msg:",showzero"`.
    pub shows_zero: bool,
    /// `msg:",deprecated"` or `deprecated:"true"`.
    pub is_deprecated: bool,
    /// `msg:",iface"`: the named type is an interface.
    pub is_interface: bool,
    /// The place of the whole tag, or where one would be.
    pub span: Span,
}

impl FieldDecl {
    /// Returns true if messages never contain the field: it says so, takes no space, or cannot be sent. Go's visibility
    /// makes a lower-case name private, which a `zid` overrules.
    pub fn is_left_out(&self) -> bool {
        let is_private = !is_exported(&self.name.text) && self.tag.zid.is_none();
        self.tag.is_skipped || is_private || self.is_placeholder() || matches!(self.ty.kind, TypeKind::Other(_))
    }

    /// Returns true for `struct{}`, which keeps the zid of a removed field.
    pub fn is_placeholder(&self) -> bool {
        matches!(&self.ty.kind, TypeKind::Struct(fields) if fields.is_empty())
    }

    /// Returns the name in MessagePack.
    pub fn wire_name(&self) -> &str {
        self.tag.name.as_deref().unwrap_or(&self.name.text)
    }
}

/// Returns true for names that other packages see (Go's specification, "Exported identifiers").
pub fn is_exported(name: &str) -> bool {
    name.chars().next().is_some_and(char::is_uppercase)
}

impl TypeExpr {
    /// Returns the type as Go code on one line; a struct has its fields on lines of their own.
    pub fn text(&self) -> String {
        match &self.kind {
            TypeKind::Name(name) => name.clone(),
            TypeKind::Pointer(to) => format!("*{}", to.text()),
            TypeKind::Slice(element) => format!("[]{}", element.text()),
            TypeKind::Array(len, element) => format!("[{len}]{}", element.text()),
            TypeKind::Map(key, value) => format!("map[{}]{}", key.text(), value.text()),
            TypeKind::Struct(fields) => {
                let fields = fields.iter().map(|it| format!("{} {};\n", it.name.text, it.ty.text()));
                format!("struct{{\n{}}}", fields.collect::<String>())
            }
            TypeKind::Interface => "interface{}".to_owned(),
            TypeKind::Other(text) => text.clone(),
        }
    }
}
