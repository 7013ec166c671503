//! What a schema declares outside of types, which may stand in the place of wildcards.

use super::tree;
use crate::codec::{Codec, Codecs};
use polywire_model::attr::{XmlName, XmlStruct};
use polywire_model::{Decl, DeclId, DeclKind, Model, Struct, xml};
use polywire_source::Span;
use polywire_vm::{Refusal, Value};
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

/// The schema of constraints, shared by those of all its types.
#[derive(Debug)]
pub(super) struct Shared {
    pub model: Model,
    declared: OnceLock<Option<Declared>>,
}

impl Shared {
    pub const fn new(model: Model) -> Self {
        Self { model, declared: OnceLock::new() }
    }

    /// Returns the declarations, which are made when they are needed first; `None` if the schema has no form in XML.
    pub fn declared(&self) -> Option<&Declared> {
        self.declared.get_or_init(|| Declared::of(&self.model)).as_ref()
    }
}

/// The declarations by their names, and the codecs that check what claims to be one of them.
#[derive(Debug)]
pub(super) struct Declared {
    /// A schema in which each type has a document, and the attributes are those of a struct.
    model: Model,
    elements: HashMap<XmlName, DeclId>,
    types: HashMap<XmlName, DeclId>,
    attributes: HashSet<XmlName>,
    /// The struct that has the attributes.
    holder: DeclId,
    read: Codecs,
    write: Codec,
}

impl Declared {
    fn of(schema: &Model) -> Option<Self> {
        let mut model = schema.clone();
        let (mut elements, mut types) = (HashMap::new(), HashMap::new());
        for (decl, id) in model.decls.iter_mut().zip((0..).map(DeclId)) {
            let DeclKind::Struct(it) = &mut decl.kind else { continue };
            let facts = &mut *it.attrs.xml;
            elements.extend(facts.element.clone().map(|name| (name, id)));
            if let Some(name) = &facts.type_name {
                types.entry(name.clone()).or_insert(id);
                facts.element.get_or_insert_with(|| name.clone());
            }
        }
        let attributes = schema.xml_attributes.iter().filter_map(|it| it.attrs.xml.name.clone()).collect();
        let holder = model.add(holder_of_attributes(schema));
        let read = Codecs::new(&model, polywire_lower::format("xml")?).ok()?;
        let write = Codecs::new(&model, polywire_lower::format("xml_tree")?).ok()?.codec(&model, xml::DOCUMENT)?;
        Some(Self { model, elements, types, attributes, holder, read, write })
    }

    /// Returns the type of an element: that of its declaration, or that which it tells.
    pub fn element(&self, name: &XmlName, told: Option<&XmlName>) -> Option<DeclId> {
        let declared = self.elements.get(name);
        declared.or_else(|| told.and_then(|it| self.types.get(it))).copied()
    }

    pub fn has_attribute(&self, name: &XmlName) -> bool {
        self.attributes.contains(name)
    }

    /// Reads an element as a value of a type.
    pub fn read_element(&self, ty: DeclId, mut element: Value) -> Result<Value, Refusal> {
        if let Some(name) = self.document(ty)
            && tree::name(&element) != name
        {
            tree::rename(&mut element, &name);
        }
        let bytes = self.write.encode(&tree::document(element))?;
        let codec = self.read.module().types.struct_of(ty).and_then(|it| self.read.codec_of(it));
        codec.map_or(Ok(Value::Absent), |codec| codec.decode(&bytes))
    }

    /// Reads an attribute that is declared.
    pub fn read_attribute(&self, attribute: &Value) -> Result<(), Refusal> {
        let name = self.document(self.holder).unwrap_or_default();
        self.read_element(self.holder, tree::holding(attribute, &name)).map(drop)
    }

    fn document(&self, ty: DeclId) -> Option<XmlName> {
        self.model.as_struct(ty)?.attrs.xml.element.clone()
    }
}

/// Returns a struct whose attributes are all that the schema declares outside of types.
fn holder_of_attributes(schema: &Model) -> Decl {
    let name = "DeclaredAttributes".to_owned();
    let facts =
        XmlStruct { element: Some(XmlName { local: name.clone(), ..XmlName::default() }), ..XmlStruct::default() };
    let mut it = Struct { fields: schema.xml_attributes.clone(), ..Struct::default() };
    *it.attrs.xml = facts;
    for (field, number) in it.fields.iter_mut().zip(1..) {
        // Names of different namespaces may be alike.
        field.name = format!("attribute_{number}");
    }
    Decl {
        file: String::new(),
        module: Vec::new(),
        name: vec![name],
        doc: String::new(),
        deprecated: false,
        span: Span::default(),
        kind: DeclKind::Struct(it),
    }
}
