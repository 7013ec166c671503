//! Types of fields.

use super::Printer;
use polywire_model::attr::{FbeCollection, FbeField};
use polywire_model::{BytesMeaning, DeclId, Meaning, Struct, TimeUnit, Type};

impl Printer<'_> {
    /// The type of a member as text. What the language has no type for is wrapped.
    pub(super) fn type_text(
        &mut self,
        owner: DeclId,
        name: &str,
        (ty, is_optional): (&Type, bool),
        fbe: &FbeField,
    ) -> String {
        let mark = |text: String| match (is_optional, fbe.resets) {
            (true, true) => text + "~",
            (true, false) => text + "?",
            (false, _) => text,
        };
        if let Some(plain) = self.plain(ty) {
            return mark(plain);
        }
        let is_union = self.union(ty).is_some();
        if is_optional || is_union {
            return mark(self.wrapper(owner, name, ty));
        }
        let of = |fbe: &FbeField, usual: &str| match fbe.collection {
            Some(FbeCollection::List) => "()".to_owned(),
            Some(FbeCollection::Set) => "!".to_owned(),
            Some(FbeCollection::Map | FbeCollection::Hash) | None => usual.to_owned(),
        };
        match ty {
            Type::List(element) => match self.item(element) {
                Some(it) => self.item_text(it.clone(), owner, name, fbe, &of(fbe, "[]")),
                None => self.element(owner, name, element) + &of(fbe, "[]"),
            },
            Type::Array(element, len) => match self.item(element) {
                Some(it) => self.item_text(it.clone(), owner, name, fbe, &format!("[{len}]")),
                None => format!("{}[{len}]", self.element(owner, name, element)),
            },
            Type::Map(id) => {
                let entry = self.model.as_struct(*id).cloned().unwrap_or_default();
                self.item_text(entry, owner, name, fbe, "")
            }
            Type::FixedBytes(len, _) => format!("byte[{len}]"),
            Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Text(_) | Type::Bytes | Type::Named(_) => {
                String::new()
            }
        }
    }

    fn element(&mut self, owner: DeclId, name: &str, ty: &Type) -> String {
        match (self.plain(ty), self.union(ty)) {
            (Some(plain), None) => plain,
            (None, _) | (_, Some(_)) => self.wrapper(owner, name, ty),
        }
    }

    /// The elements of a list that have no header: optional values, and entries.
    fn item_text(&mut self, it: Struct, owner: DeclId, name: &str, fbe: &FbeField, suffix: &str) -> String {
        let mut part = |ty: &Type| match self.nullable(ty) {
            Some(inner) => self.element(owner, name, &inner) + "?",
            None => self.element(owner, name, ty),
        };
        match it.fields.as_slice() {
            [key, _] if it.is_set_entry() => part(&key.ty) + "!",
            [key, value] => {
                let (key, value) = (part(&key.ty), part(&value.ty));
                match fbe.collection {
                    Some(FbeCollection::Hash) => format!("{value}{{{key}}}"),
                    Some(FbeCollection::Map | FbeCollection::List | FbeCollection::Set) | None => {
                        format!("{value}<{key}>")
                    }
                }
            }
            [value] => part(&value.ty) + "?" + suffix,
            _ => String::new(),
        }
    }

    /// Returns the type of a value that may be null.
    fn nullable(&self, ty: &Type) -> Option<Type> {
        let Type::Named(id) = ty else { return None };
        self.model.nullable(*id).map(|field| field.ty.clone())
    }

    fn item(&self, ty: &Type) -> Option<&Struct> {
        let Type::Named(id) = ty else { return None };
        self.model.as_struct(*id).filter(|it| it.attrs.fbe.is_item || it.is_nullable)
    }

    /// The name of a type that can be optional and an element.
    fn plain(&self, ty: &Type) -> Option<String> {
        Some(match ty {
            Type::FixedBytes(_, BytesMeaning::Decimal) => "decimal".to_owned(),
            Type::FixedBytes(_, BytesMeaning::Uuid) => "uuid".to_owned(),
            Type::Bool => "bool".to_owned(),
            Type::Int { bits, signed, meaning } => self.integer(*bits, *signed, *meaning),
            Type::Float { bits: 32 } => "float".to_owned(),
            Type::Float { .. } => "double".to_owned(),
            Type::Text(_) => "string".to_owned(),
            Type::Bytes => "bytes".to_owned(),
            Type::Named(id) => match self.model.as_union(*id) {
                Some(_) => return None,
                None => self.names.of_decl(self.model.decl(*id)),
            },
            Type::FixedBytes(..) | Type::List(_) | Type::Array(..) | Type::Map(_) => return None,
        })
    }

    fn integer(&self, bits: u8, signed: bool, meaning: Meaning) -> String {
        match (meaning, bits) {
            (Meaning::Character, 8) => "char".to_owned(),
            (Meaning::Character, 32) => "wchar".to_owned(),
            (Meaning::Timestamp(TimeUnit::Nanoseconds), _) if !signed => "timestamp".to_owned(),
            (Meaning::Flags(id), _) => self.names.of_decl(self.model.decl(id)),
            (
                Meaning::Number
                | Meaning::Character
                | Meaning::Date
                | Meaning::TimeOfDay(_)
                | Meaning::Timestamp(_)
                | Meaning::LocalTimestamp(_)
                | Meaning::Duration(_)
                | Meaning::Decimal { .. }
                | Meaning::Float16,
                _,
            ) => format!("{}int{bits}", if signed { "" } else { "u" }),
        }
    }
}
