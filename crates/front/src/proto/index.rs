use super::descriptor::{Element, Enum, Field, File, Message, walk};
use std::collections::HashMap;

/// Declarations by their full names, without a leading point.
#[derive(Default)]
pub(super) struct Index<'a> {
    messages: HashMap<String, Declared<'a, Message>>,
    enums: HashMap<String, Declared<'a, Enum>>,
    extensions: HashMap<String, Declared<'a, Field>>,
    /// Extensions by extendee and number.
    by_number: HashMap<&'a str, HashMap<i32, (String, &'a Field)>>,
    /// The fallback for names that are not in this index.
    built_in: Option<BuiltIn>,
}

/// Returns the index of built-in files, created lazily because most schemas never need it.
pub(super) type BuiltIn = fn() -> &'static Index<'static>;

/// A declaration and its place.
#[derive(Debug)]
pub(super) struct Declared<'a, T> {
    pub it: &'a T,
    /// The file; if `is_built_in`, not an index of the compilation's files.
    pub file: usize,
    /// True if the file is not part of the compilation, but known to the front end.
    pub is_built_in: bool,
    /// The enclosing message.
    pub around: Option<&'a Message>,
}

// A derived implementation would require the declaration to be `Clone` or `Copy` too.
impl<T> Clone for Declared<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Declared<'_, T> {}

impl<T> Declared<'_, T> {
    fn as_built_in(self) -> Self {
        Self { is_built_in: true, ..self }
    }
}

impl<'a> Index<'a> {
    /// Indexes everything in the files, with the built-in files as fallback.
    pub fn new(files: &'a [File], built_in: Option<BuiltIn>) -> Self {
        let mut index = Self { built_in, ..Self::default() };
        for (at, file) in files.iter().enumerate() {
            index.add(at, file);
        }
        index
    }

    fn add(&mut self, at: usize, file: &'a File) {
        walk(at, file, &mut |site, element| match element {
            Element::Message(it) => {
                let declared = Declared { it, file: at, is_built_in: false, around: site.message };
                self.messages.entry(site.full_name(&it.name)).or_insert(declared);
            }
            Element::Enum(it) => {
                let declared = Declared { it, file: at, is_built_in: false, around: site.message };
                self.enums.entry(site.full_name(&it.name)).or_insert(declared);
            }
            Element::Field(it) => {
                let Some(extendee) = &it.extendee else { return };
                let declared = Declared { it, file: at, is_built_in: false, around: site.message };
                self.extensions.entry(site.full_name(&it.name)).or_insert(declared);
                let numbers = self.by_number.entry(extendee.trim_start_matches('.')).or_default();
                numbers.entry(it.number).or_insert_with(|| (site.full_name(&it.name), it));
            }
            Element::File(_)
            | Element::Oneof(_)
            | Element::ExtensionRange(_)
            | Element::EnumValue(_)
            | Element::Service(_)
            | Element::Method(_) => {}
        });
    }

    /// Returns the index of built-in files, if it may contain this name.
    fn built_in(&self, name: &str) -> Option<&'static Index<'static>> {
        let is_of_language = name.trim_start_matches('.').starts_with("google.protobuf.");
        self.built_in.filter(|_| is_of_language).map(|it| it())
    }

    /// Returns the message of this name, with or without a leading dot.
    pub fn message(&self, name: &str) -> Option<Declared<'a, Message>> {
        let built_in = || Some(self.built_in(name)?.message(name)?.as_built_in());
        self.messages.get(name.trim_start_matches('.')).copied().or_else(built_in)
    }

    /// Returns the enum of this name.
    pub fn enumeration(&self, name: &str) -> Option<Declared<'a, Enum>> {
        let built_in = || Some(self.built_in(name)?.enumeration(name)?.as_built_in());
        self.enums.get(name.trim_start_matches('.')).copied().or_else(built_in)
    }

    /// Returns the extension of this name.
    pub fn extension(&self, name: &str) -> Option<Declared<'a, Field>> {
        self.extensions.get(name.trim_start_matches('.')).copied()
    }

    /// Returns the field or extension of a message with this number.
    pub fn field(&self, message: &str, number: u32) -> Option<&'a Field> {
        let message = message.trim_start_matches('.');
        let number = i32::try_from(number).ok()?;
        let own = || self.message(message)?.it.fields.iter().find(|field| field.number == number);
        own().or_else(|| Some(self.by_number.get(message)?.get(&number)?.1))
    }

    /// Returns the full name of a message's extension with this number, unless a field has the number.
    pub fn extension_name(&self, message: &str, number: i32) -> Option<&str> {
        let message = message.trim_start_matches('.');
        let is_own = self.message(message).is_some_and(|it| it.it.fields.iter().any(|field| field.number == number));
        let extension = self.by_number.get(message).and_then(|all| all.get(&number)).filter(|_| !is_own);
        extension.map(|(name, _)| name.as_str())
    }

    /// Returns the message type of a field.
    pub fn type_of(&self, field: &Field) -> Option<Declared<'a, Message>> {
        self.message(field.type_name.as_deref()?)
    }

    /// Returns the enum type of a field.
    pub fn enum_of(&self, field: &Field) -> Option<Declared<'a, Enum>> {
        self.enumeration(field.type_name.as_deref()?)
    }

    /// Returns true if the field is a map.
    pub fn is_map(&self, field: &Field) -> bool {
        self.type_of(field).is_some_and(|ty| ty.it.is_map_entry())
    }
}
