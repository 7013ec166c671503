use super::value::default;
use super::{Printer, attributes};
use crate::fbs::schema::{Base, Enum, EnumValue, Field, Method, Object, Service};

impl Printer<'_> {
    pub(super) fn object(&mut self, it: &Object) {
        self.documentation(&it.head);
        let keyword = if it.is_struct { "struct" } else { "table" };
        self.out.open(&format!("{keyword} {}{}", it.head.name, attributes(&it.head.attributes)));
        it.fields.iter().for_each(|field| self.field(field));
        self.out.close();
    }

    fn field(&mut self, it: &Field) {
        self.documentation(&it.head);
        let (ty, default) = (self.ty(it.ty), default(self.schema, it));
        self.out.line(format!("{}: {ty}{default}{};", it.head.name, attributes(&it.head.attributes)));
    }

    pub(super) fn enumeration(&mut self, it: &Enum) {
        self.documentation(&it.head);
        let keyword = if it.is_union { "union" } else { "enum" };
        let underlying = it.underlying.map(|scalar| format!(": {}", scalar.names()[0])).unwrap_or_default();
        self.out.open(&format!("{keyword} {}{underlying}{}", it.head.name, attributes(&it.head.attributes)));
        let mut next = i64::from(it.is_union);
        // The value for nothing is implied.
        for value in it.values.iter().filter(|value| !it.is_union || value.ty.is_some()) {
            self.documentation(&value.head);
            let number = if it.is_flags() { value.number.trailing_zeros().into() } else { value.number };
            let stated = match value.is_stated || number != next {
                true if it.scalar().is_signed() => format!(" = {number}"),
                true => format!(" = {}", number as u64),
                false => String::new(),
            };
            let name = value.ty.map_or_else(|| value.head.name.clone(), |base| self.union_value(value, base));
            self.out.line(format!("{name}{stated}{},", attributes(&value.head.attributes)));
            next = number.wrapping_add(1);
        }
        self.out.close();
    }

    /// The type, with the name before it if the type does not imply it.
    fn union_value(&self, it: &EnumValue, base: Base) -> String {
        let ty = self.base(base);
        let is_object = matches!(base, Base::Object(_));
        if is_object && ty.replace('.', "_") == it.head.name { ty } else { format!("{}: {ty}", it.head.name) }
    }

    pub(super) fn service(&mut self, it: &Service) {
        self.documentation(&it.head);
        self.out.open(&format!("rpc_service {}{}", it.head.name, attributes(&it.head.attributes)));
        it.methods.iter().for_each(|method| self.method(method));
        self.out.close();
    }

    fn method(&mut self, it: &Method) {
        self.documentation(&it.head);
        let (request, response) = (self.object_name(it.request), self.object_name(it.response));
        self.out.line(format!("{}({request}): {response}{};", it.head.name, attributes(&it.head.attributes)));
    }
}
