//! The order of declarations.

use crate::fbs::schema::{Base, EnumId, ObjectId, Schema};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item {
    Enum(EnumId),
    Object(ObjectId),
    /// The index of the service.
    Service(usize),
}

/// The declarations of a file in the order of the text, but that enums precede their use, and structs the structs that
/// contain them.
pub(super) fn items(schema: &Schema, file: usize) -> Vec<Item> {
    let enums = schema.enums.iter().zip(0..).filter(|(it, _)| it.home.file == file);
    let enums = enums.map(|(it, index)| (it.head.span.start, Item::Enum(EnumId(index))));
    let objects = schema.objects.iter().zip(0..).filter(|(it, _)| it.home.file == file);
    let objects = objects.map(|(it, index)| (it.head.span.start, Item::Object(ObjectId(index))));
    let mut all: Vec<(u32, Item)> = enums.chain(objects).collect();
    all.sort_by_key(|(start, _)| *start);
    let mut order = Order { schema, file, items: Vec::new(), done: vec![false; schema.objects.len()] };
    all.into_iter().for_each(|(_, item)| order.add(item));
    let services = (0..schema.services.len()).filter(|index| schema.services[*index].home.file == file);
    order.items.extend(services.map(Item::Service));
    order.items
}

struct Order<'s> {
    schema: &'s Schema,
    file: usize,
    items: Vec<Item>,
    done: Vec<bool>,
}

impl Order<'_> {
    /// Structs are nested to a limited depth, which bounds the recursion.
    fn add(&mut self, item: Item) {
        match item {
            Item::Object(id) => self.object(id),
            Item::Enum(_) | Item::Service(_) => self.push(item),
        }
    }

    fn object(&mut self, id: ObjectId) {
        let object = self.schema.object(id);
        if object.home.file != self.file || std::mem::replace(&mut self.done[id.0], true) {
            return;
        }
        for field in &object.fields {
            match field.ty.base {
                Base::Enum(it) | Base::Union(it) => self.push(Item::Enum(it)),
                Base::Object(inner) if object.is_struct => self.object(inner),
                Base::Object(_) | Base::Scalar(_) | Base::String => {}
            }
        }
        self.push(Item::Object(id));
    }

    fn push(&mut self, item: Item) {
        let is_here = match item {
            Item::Enum(id) => self.schema.enumeration(id).home.file == self.file,
            Item::Object(_) | Item::Service(_) => true,
        };
        if is_here && !self.items.contains(&item) {
            self.items.push(item);
        }
    }
}
