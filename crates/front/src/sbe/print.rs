//! Schemas as XML.

use super::schema::{
    EnumDecl, FieldDecl, GroupDecl, Head, Limits, Member, MemberKind, Message, Schema, SetDecl, Simple, Time, TypeDecl,
    TypeKind,
};
use polywire_model::attr::ByteOrder;

/// Prints a schema with what it includes, in a canonical form.
pub fn print_sbe(schema: &Schema) -> String {
    let mut printer =
        Printer { text: "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n".to_owned(), depth: 0 };
    printer.schema(schema);
    printer.text
}

/// The names and texts of attributes.
type Attributes = Vec<(&'static str, String)>;

struct Printer {
    text: String,
    depth: usize,
}

impl Printer {
    fn schema(&mut self, it: &Schema) {
        let mut attributes: Attributes = vec![
            ("xmlns:sbe", "http://fixprotocol.io/2016/sbe".to_owned()),
            ("package", it.package.clone()),
            ("id", it.id.to_string()),
            ("version", it.version.to_string()),
        ];
        add(&mut attributes, "semanticVersion", it.semantic_version.as_deref());
        add(&mut attributes, "description", non_empty(&it.description));
        let order = if it.byte_order == ByteOrder::Big { "bigEndian" } else { "littleEndian" };
        attributes.push(("byteOrder", order.to_owned()));
        add(&mut attributes, "headerType", Some(it.header_type.text.as_str()).filter(|it| *it != "messageHeader"));
        self.element("sbe:messageSchema", &attributes, |p| {
            for decls in it.types.chunk_by(|one, other| one.package == other.package) {
                let mut attributes = Attributes::new();
                add(&mut attributes, "package", decls[0].package.as_deref());
                p.element("types", &attributes, |p| decls.iter().for_each(|decl| p.type_decl(decl)));
            }
            it.messages.iter().for_each(|message| p.message(message));
        });
    }

    fn type_decl(&mut self, it: &TypeDecl) {
        let mut attributes = vec![("name", it.head.name.text.clone())];
        match &it.kind {
            TypeKind::Simple(simple) => self.simple(&mut attributes, &it.head, simple),
            TypeKind::Ref(name) => {
                attributes.push(("type", name.text.clone()));
                self.leaf("ref", attributes, &it.head, None);
            }
            TypeKind::Composite(members) => {
                head(&mut attributes, &it.head);
                self.element("composite", &attributes, |p| members.iter().for_each(|member| p.type_decl(member)));
            }
            TypeKind::Enum(decl) => self.enumeration(attributes, &it.head, decl),
            TypeKind::Set(decl) => self.set(attributes, &it.head, decl),
        }
    }

    fn simple(&mut self, attributes: &mut Attributes, head: &Head, it: &Simple) {
        attributes.push(("primitiveType", it.primitive.name().to_owned()));
        add(attributes, "length", it.length.map(|it| it.value.to_string()).as_deref());
        add(attributes, "presence", it.presence.map(|it| it.name()));
        add(attributes, "valueRef", it.value_ref.as_ref().map(|it| it.text.as_str()));
        add(attributes, "characterEncoding", it.encoding.as_ref().map(|it| it.text.as_str()));
        limits(attributes, &it.limits);
        time(attributes, &it.time);
        self.leaf("type", std::mem::take(attributes), head, it.constant.as_ref().map(|it| it.text.as_str()));
    }

    fn enumeration(&mut self, mut attributes: Attributes, named: &Head, it: &EnumDecl) {
        attributes.push(("encodingType", it.encoding.text.clone()));
        add(&mut attributes, "nullValue", it.null.as_ref().map(|it| it.text.as_str()));
        head(&mut attributes, named);
        self.element("enum", &attributes, |p| {
            for value in &it.values {
                let attributes = vec![("name", value.head.name.text.clone())];
                p.leaf("validValue", attributes, &value.head, Some(&value.value.text));
            }
        });
    }

    fn set(&mut self, mut attributes: Attributes, named: &Head, it: &SetDecl) {
        attributes.push(("encodingType", it.encoding.text.clone()));
        head(&mut attributes, named);
        self.element("set", &attributes, |p| {
            for choice in &it.choices {
                let attributes = vec![("name", choice.head.name.text.clone())];
                p.leaf("choice", attributes, &choice.head, Some(&choice.bit.value.to_string()));
            }
        });
    }

    fn message(&mut self, it: &Message) {
        let mut attributes = vec![("name", it.head.name.text.clone()), ("id", it.id.value.to_string())];
        add(&mut attributes, "blockLength", it.block_length.map(|it| it.value.to_string()).as_deref());
        head(&mut attributes, &it.head);
        self.element("sbe:message", &attributes, |p| p.members(&it.members));
    }

    fn members(&mut self, members: &[Member]) {
        for member in members {
            let attributes = vec![("name", member.head.name.text.clone()), ("id", member.id.value.to_string())];
            match &member.kind {
                MemberKind::Field(it) => self.field(attributes, &member.head, it),
                MemberKind::Group(it) => self.group(attributes, &member.head, it),
                MemberKind::Data(ty) => {
                    let attributes = attributes.into_iter().chain([("type", ty.text.clone())]).collect();
                    self.leaf("data", attributes, &member.head, None);
                }
            }
        }
    }

    fn field(&mut self, mut attributes: Attributes, named: &Head, it: &FieldDecl) {
        attributes.push(("type", it.ty.text.clone()));
        add(&mut attributes, "presence", it.presence.map(|it| it.name()));
        add(&mut attributes, "valueRef", it.value_ref.as_ref().map(|it| it.text.as_str()));
        limits(&mut attributes, &it.limits);
        time(&mut attributes, &it.time);
        self.leaf("field", attributes, named, it.constant.as_ref().map(|it| it.text.as_str()));
    }

    fn group(&mut self, mut attributes: Attributes, named: &Head, it: &GroupDecl) {
        attributes.push(("dimensionType", it.dimension.text.clone()));
        add(&mut attributes, "blockLength", it.block_length.map(|it| it.value.to_string()).as_deref());
        head(&mut attributes, named);
        self.element("group", &attributes, |p| p.members(&it.members));
    }

    /// Prints an element without elements inside.
    fn leaf(&mut self, name: &str, mut attributes: Attributes, named: &Head, content: Option<&str>) {
        head(&mut attributes, named);
        match content {
            None => self.element(name, &attributes, |_| {}),
            Some(content) => {
                self.start(name, &attributes);
                self.text.push('>');
                self.text.push_str(&escaped(content));
                self.text.push_str(&format!("</{name}>\n"));
            }
        }
    }

    fn element(&mut self, name: &str, attributes: &Attributes, inside: impl FnOnce(&mut Self)) {
        self.start(name, attributes);
        let at = self.text.len();
        self.text.push_str(">\n");
        let empty = self.text.len();
        self.depth += 1;
        inside(self);
        self.depth -= 1;
        if self.text.len() == empty {
            self.text.truncate(at);
            self.text.push_str("/>\n");
            return;
        }
        self.indent();
        self.text.push_str(&format!("</{name}>\n"));
    }

    fn start(&mut self, name: &str, attributes: &Attributes) {
        self.indent();
        self.text.push_str(&format!("<{name}"));
        for (name, value) in attributes {
            self.text.push_str(&format!(" {name}=\"{}\"", escaped(value)));
        }
    }

    fn indent(&mut self) {
        self.text.extend(std::iter::repeat_n("    ", self.depth));
    }
}

fn head(attributes: &mut Attributes, it: &Head) {
    add(attributes, "offset", it.offset.map(|it| it.value.to_string()).as_deref());
    add(attributes, "semanticType", it.semantic_type.as_ref().map(|it| it.text.as_str()));
    add(attributes, "description", non_empty(&it.description));
    add(attributes, "sinceVersion", (it.since > 0).then(|| it.since.to_string()).as_deref());
    add(attributes, "deprecated", it.deprecated.map(|it| it.to_string()).as_deref());
}

fn limits(attributes: &mut Attributes, it: &Limits) {
    for (name, word) in [("minValue", &it.min), ("maxValue", &it.max), ("nullValue", &it.null)] {
        add(attributes, name, word.as_ref().map(|it| it.text.as_str()));
    }
}

fn time(attributes: &mut Attributes, it: &Time) {
    add(attributes, "epoch", it.epoch.as_deref());
    add(attributes, "timeUnit", it.unit.as_deref());
}

fn add(attributes: &mut Attributes, name: &'static str, value: Option<&str>) {
    attributes.extend(value.map(|value| (name, value.to_owned())));
}

fn non_empty(text: &str) -> Option<&str> {
    Some(text).filter(|it| !it.is_empty())
}

/// White space other than blanks would be read as blanks in attributes.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push_str("&#10;"),
            '\r' => escaped.push_str("&#13;"),
            '\t' => escaped.push_str("&#9;"),
            _ => escaped.push(character),
        }
    }
    escaped
}
