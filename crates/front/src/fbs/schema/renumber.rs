use super::{Base, ObjectId, Schema};

impl Schema {
    /// Moves each table and struct to its new place.
    pub(in crate::fbs) fn renumber_objects(&mut self, places: &[ObjectId]) {
        let mut objects: Vec<_> = std::mem::take(&mut self.objects).into_iter().zip(places).collect();
        objects.sort_by_key(|(_, place)| **place);
        self.objects = objects.into_iter().map(|(object, _)| object).collect();
        self.object_ids().for_each(|id| *id = places[id.0]);
    }

    /// Returns all references to tables and structs.
    fn object_ids(&mut self) -> impl Iterator<Item = &mut ObjectId> {
        let fields = self.objects.iter_mut().flat_map(|object| &mut object.fields);
        let fields = fields.flat_map(|field| [object_id(&mut field.ty.base), field.nested.as_mut()]).flatten();
        let values = self.enums.iter_mut().flat_map(|it| &mut it.values);
        let values = values.filter_map(|value| object_id(value.ty.as_mut()?));
        let roots = self.files.iter_mut().filter_map(|file| Some(&mut file.root.as_mut()?.0));
        let methods = self.services.iter_mut().flat_map(|service| &mut service.methods);
        let methods = methods.flat_map(|method| [&mut method.request, &mut method.response]);
        fields.chain(values).chain(roots).chain(methods)
    }
}

fn object_id(base: &mut Base) -> Option<&mut ObjectId> {
    match base {
        Base::Object(id) => Some(id),
        Base::Scalar(_) | Base::Enum(_) | Base::String | Base::Union(_) => None,
    }
}
