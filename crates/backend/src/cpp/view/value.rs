//! C++ values of views.

use super::ViewPrinter;
use crate::cpp::native;
use polywire_ir::types::Type;
use polywire_ir::{Encoding, ListView, Role, ValueType};

/// The C++ type of a function's result.
pub(super) fn cpp_type(ty: &ValueType) -> &'static str {
    match ty {
        ValueType::Bool => "bool",
        ValueType::U64 | ValueType::Ref(_) => "::std::uint64_t",
        ValueType::I64 => "::std::int64_t",
        ValueType::Bytes => "::polywire::bytes",
        ValueType::Section(_) => "const ::std::uint8_t*",
    }
}

/// Returns the initialiser of such a variable.
pub(super) fn initial(ty: &ValueType) -> &'static str {
    match ty {
        ValueType::Bool => " = false",
        ValueType::U64 | ValueType::I64 | ValueType::Ref(_) => " = 0",
        ValueType::Section(_) => " = nullptr",
        ValueType::Bytes => "",
    }
}

/// Returns the C++ type of a text in an encoding.
fn encoded_text(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Latin1 => "::polywire::encoded_text<::polywire::encoding::latin1>",
        Encoding::Utf16Le => "::polywire::encoded_text<::polywire::encoding::utf16le>",
        Encoding::Utf16Be => "::polywire::encoded_text<::polywire::encoding::utf16be>",
    }
}

impl ViewPrinter<'_, '_> {
    /// Returns the C++ type of a value in a view.
    pub(super) fn value_type(&self, ty: &Type, role: Role) -> String {
        match ty {
            Type::Bytes if role == Role::Object => self.object_type(),
            Type::Text { .. } => match role {
                Role::Encoded(encoding) => encoded_text(encoding).into(),
                Role::Value | Role::Object | Role::Reference | Role::Count => "::std::string_view".into(),
            },
            Type::Bytes => "::polywire::byte_view".into(),
            Type::FixedBytes(len, _) => format!("::std::span<const ::std::uint8_t, {len}>"),
            Type::Struct(id) => format!("{}::{}<{}>", self.namespace, self.class(), self.subject(*id)),
            Type::List(element) | Type::Array(element, _) => self.list_type(element, role),
            Type::Map(entry) => self.list_type(&Type::Struct(*entry), role),
            Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Enum(_) | Type::Union(_) => {
                native::value_type(ty, self.header.unit.names)
            }
        }
    }

    fn list_type(&self, element: &Type, role: Role) -> String {
        let elements = self.views.list(element, role).map(|view| self.elements_name(view));
        format!("::polywire::list_view<{}>", elements.as_deref().unwrap_or("unknown"))
    }

    /// Returns the class that reads elements.
    pub(super) fn elements_name(&self, view: &ListView) -> String {
        let function = &self.header.unit.functions[view.get.0 as usize];
        format!("{}::{}::{function}_list", self.namespace, self.header.detail)
    }

    /// Returns its name in the namespace of the format: one that begins with `::` would be parsed as part of the type before
    /// it.
    pub(super) fn local_elements(&self, view: &ListView) -> String {
        self.elements_name(view).trim_start_matches(&format!("{}::", self.namespace)).to_owned()
    }

    /// Converts the result of a function to a value of a type without a place.
    pub(super) fn converted(&self, (ty, role): (&Type, Role), name: &str) -> String {
        let names = self.header.unit.names;
        match ty {
            Type::Int { .. } if native::is_meant(ty) => {
                format!("::polywire::of_number<{}>({name})", native::value_type(ty, names))
            }
            Type::Int { bits: 64, .. } | Type::Bool => name.to_owned(),
            Type::Int { .. } => format!("static_cast<{}>({name})", native::value_type(ty, names)),
            Type::Float { bits: 32 } => format!("::std::bit_cast<float>(static_cast<::std::uint32_t>({name}))"),
            Type::Float { .. } => format!("::std::bit_cast<double>({name})"),
            Type::Enum(id) => {
                let it = self.header.unit.types.enumeration(*id);
                let number = native::underlying(it);
                format!("static_cast<{}>(static_cast<{number}>({name}))", native::value_type(ty, names))
            }
            Type::Text { .. } => match role {
                Role::Encoded(encoding) => format!("{}({name})", encoded_text(encoding)),
                Role::Value | Role::Object | Role::Reference | Role::Count => format!("::polywire::as_text({name})"),
            },
            Type::Bytes if role != Role::Object => format!("::polywire::byte_view({name})"),
            Type::FixedBytes(len, _) => format!("::std::span<const ::std::uint8_t, {len}>({name}.data(), {len})"),
            Type::Bytes | Type::Struct(_) | Type::List(_) | Type::Array(..) | Type::Map(_) | Type::Union(_) => {
                format!("::polywire::view_access::make<{}>({name})", self.value_type(ty, role))
            }
        }
    }
}
