use polywire_source::Span;

/// An attribute with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    /// Its name.
    pub name: String,
    /// Its value, if it has one.
    pub value: Option<String>,
    /// The value is a string, not an integer.
    pub is_text: bool,
    /// Its place in the schema text.
    pub span: Span,
}

/// The attributes of a declaration or member, each name once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attributes(pub Vec<Attribute>);

impl Attributes {
    /// Returns the attribute with this name.
    pub fn find(&self, name: &str) -> Option<&Attribute> {
        self.0.iter().find(|it| it.name == name)
    }

    /// Returns true if there is an attribute with this name.
    pub fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// Returns the value of an attribute; one without a value has "0", as the official compiler takes it.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.find(name).map(|it| it.value.as_deref().unwrap_or("0"))
    }
}

/// The attributes that need no declaration.
pub(in crate::fbs) const BUILT_IN: [&str; 27] = [
    "bit_flags",
    "cpp_ptr_type",
    "cpp_ptr_type_get",
    "cpp_str_flex_ctor",
    "cpp_str_type",
    "cpp_type",
    "csharp_partial",
    "deprecated",
    "flexbuffer",
    "force_align",
    "hash",
    "id",
    "idempotent",
    "key",
    "native_custom_alloc",
    "native_default",
    "native_inline",
    "native_type",
    "native_type_pack_name",
    "nested_flatbuffer",
    "offset64",
    "original_order",
    "private",
    "required",
    "shared",
    "streaming",
    "vector64",
];
