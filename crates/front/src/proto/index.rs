use super::descriptor::{Element, Enum, Field, File, Message, walk};
use std::collections::HashMap;

/// Declarations by their full names, without a leading point.
#[derive(Default)]
pub(super) struct Index<'a> {
    messages: HashMap<String, Declared<'a, Message>>,
    enums: HashMap<String, Declared<'a, Enum>>,
    extensions: HashMap<String, Declared<'a, Field>>,
    /// Extensions by what they extend and their number.
    by_number: HashMap<&'a str, HashMap<i32, (String, &'a Field)>>,
    /// Where to look for what is not here.
    built_in: Option<BuiltIn>,
}

/// Gives what is built in, which is made when it is first asked for: most schemas never do.
pub(super) type BuiltIn = fn() -> &'static Index<'static>;

/// A declaration and its place.
#[derive(Debug)]
pub(super) struct Declared<'a, T> {
    pub it: &'a T,
    /// The file; not an index of the compilation's files where `is_built_in`.
    pub file: usize,
    /// Not in the compilation's files, but known to the front end.
    pub is_built_in: bool,
    /// The message around.
    pub around: Option<&'a Message>,
}

// Derived, they would ask the same of the declaration.
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
    /// Everything in the files, and behind it what is built in.
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

    /// The index of built-in files, if it may contain this name.
    fn built_in(&self, name: &str) -> Option<&'static Index<'static>> {
        let is_of_language = name.trim_start_matches('.').starts_with("google.protobuf.");
        self.built_in.filter(|_| is_of_language).map(|it| it())
    }

    /// The message of this name, with or without a leading point.
    pub fn message(&self, name: &str) -> Option<Declared<'a, Message>> {
        let built_in = || Some(self.built_in(name)?.message(name)?.as_built_in());
        self.messages.get(name.trim_start_matches('.')).copied().or_else(built_in)
    }

    /// The enum of this name.
    pub fn enumeration(&self, name: &str) -> Option<Declared<'a, Enum>> {
        let built_in = || Some(self.built_in(name)?.enumeration(name)?.as_built_in());
        self.enums.get(name.trim_start_matches('.')).copied().or_else(built_in)
    }

    /// The extension of this name.
    pub fn extension(&self, name: &str) -> Option<Declared<'a, Field>> {
        self.extensions.get(name.trim_start_matches('.')).copied()
    }

    /// The field of a message, or an extension of it, with this number.
    pub fn field(&self, message: &str, number: u32) -> Option<&'a Field> {
        let message = message.trim_start_matches('.');
        let number = i32::try_from(number).ok()?;
        let own = || self.message(message)?.it.fields.iter().find(|field| field.number == number);
        own().or_else(|| Some(self.by_number.get(message)?.get(&number)?.1))
    }

    /// The full name of the extension of a message with this number, unless a field of its own has it.
    pub fn extension_name(&self, message: &str, number: i32) -> Option<&str> {
        let message = message.trim_start_matches('.');
        let is_own = self.message(message).is_some_and(|it| it.it.fields.iter().any(|field| field.number == number));
        let extension = self.by_number.get(message).and_then(|all| all.get(&number)).filter(|_| !is_own);
        extension.map(|(name, _)| name.as_str())
    }

    /// The message that a field holds.
    pub fn type_of(&self, field: &Field) -> Option<Declared<'a, Message>> {
        self.message(field.type_name.as_deref()?)
    }

    /// The enum that a field holds.
    pub fn enum_of(&self, field: &Field) -> Option<Declared<'a, Enum>> {
        self.enumeration(field.type_name.as_deref()?)
    }

    /// Returns true if the field is a map.
    pub fn is_map(&self, field: &Field) -> bool {
        self.type_of(field).is_some_and(|ty| ty.it.is_map_entry())
    }
}
