use super::{Element, Enum, Field, File, Message, NodeId};

/// The location of a declaration.
#[derive(Clone, Debug)]
pub(in crate::proto) struct Site<'a> {
    /// Index of the file in its set.
    pub index: usize,
    /// The file.
    pub file: &'a File,
    /// Full name of the enclosing package, message or service. Enum values belong to the scope that contains their
    /// enum.
    pub scope: String,
    /// The enclosing message, if any.
    pub message: Option<&'a Message>,
    /// The node whose features the declaration inherits.
    pub parent: NodeId,
}

impl Site<'_> {
    /// The full name of a declaration at this site.
    pub fn full_name(&self, name: &str) -> String {
        join(&self.scope, name)
    }
}

/// `scope.name`, or `name` at the root.
pub(in crate::proto) fn join(scope: &str, name: &str) -> String {
    if scope.is_empty() { name.to_owned() } else { format!("{scope}.{name}") }
}

type Visit<'a, 'v> = dyn FnMut(&Site<'a>, Element<'a>) + 'v;

/// Visits everything in a file, containers before their contents and oneofs before their fields.
pub(in crate::proto) fn walk<'a>(index: usize, file: &'a File, visit: &mut Visit<'a, '_>) {
    let site = Site { index, file, scope: file.package.clone(), message: None, parent: file.node };
    visit(&site, Element::File(file));
    file.messages.iter().for_each(|it| in_message(&site, it, visit));
    file.enums.iter().for_each(|it| in_enum(&site, it, visit));
    file.extensions.iter().for_each(|it| visit(&site, Element::Field(it)));
    for service in &file.services {
        visit(&site, Element::Service(service));
        let inside = Site { scope: site.full_name(&service.name), parent: service.node, ..site.clone() };
        service.methods.iter().for_each(|it| visit(&inside, Element::Method(it)));
    }
}

fn in_message<'a>(site: &Site<'a>, message: &'a Message, visit: &mut Visit<'a, '_>) {
    visit(site, Element::Message(message));
    let scope = site.full_name(&message.name);
    let inside = Site { scope, message: Some(message), parent: message.node, ..site.clone() };
    message.oneofs.iter().for_each(|it| visit(&inside, Element::Oneof(it)));
    for field in &message.fields {
        let parent = oneof_of(message, field).unwrap_or(message.node);
        visit(&Site { parent, ..inside.clone() }, Element::Field(field));
    }
    message.extension_ranges.iter().for_each(|it| visit(&inside, Element::ExtensionRange(it)));
    message.extensions.iter().for_each(|it| visit(&inside, Element::Field(it)));
    message.messages.iter().for_each(|it| in_message(&inside, it, visit));
    message.enums.iter().for_each(|it| in_enum(&inside, it, visit));
}

fn oneof_of(message: &Message, field: &Field) -> Option<NodeId> {
    message.oneofs.get(field.oneof? as usize).map(|oneof| oneof.node)
}

fn in_enum<'a>(site: &Site<'a>, it: &'a Enum, visit: &mut Visit<'a, '_>) {
    visit(site, Element::Enum(it));
    let inside = Site { parent: it.node, ..site.clone() };
    it.values.iter().for_each(|value| visit(&inside, Element::EnumValue(value)));
}
