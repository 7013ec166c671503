//! The views of a schema file.

use polywire_ir::types::{FieldType, StructId, Type, Types, UnionId};
use polywire_ir::{Access, Asks, FuncId, Getter, ListView, Role, StructView, Views};

/// The structs of a schema file that are read in place, and the lists that they lead to.
pub struct FileViews<'m> {
    types: &'m Types,
    views: &'m Views,
    structs: Vec<&'m StructView>,
}

impl<'m> FileViews<'m> {
    /// Returns the views of the file's own structs.
    pub fn of(types: &'m Types, views: &'m Views, is_own: impl Fn(StructId) -> bool) -> Self {
        let structs = views.structs.iter().filter(|view| is_own(view.record)).collect();
        Self { types, views, structs }
    }

    /// The views of the file's own structs.
    pub fn structs(&self) -> impl Iterator<Item = &'m StructView> + '_ {
        self.structs.iter().copied()
    }

    /// Returns the views of lists in the file's own structs, and of lists that objects can be read as.
    pub fn lists(&self) -> Vec<&'m ListView> {
        let read = self.read_of_objects().map(|element| (Type::List(Box::new(element.clone())), Role::Value));
        self.lists_in(self.structs().flat_map(|view| self.held(view)).chain(read).collect())
    }

    /// Returns the views of lists in the file's own structs, except for lists of objects without a type.
    pub fn lists_of_values(&self) -> Vec<&'m ListView> {
        let held = self.structs().flat_map(|view| self.held(view));
        self.lists_in(held.filter(|(_, role)| *role != Role::Object).collect())
    }

    /// Returns the views of lists that are, or are in, values of these types.
    fn lists_in(&self, mut open: Vec<(Type, Role)>) -> Vec<&'m ListView> {
        let mut found: Vec<&ListView> = Vec::new();
        while let Some((ty, role)) = open.pop() {
            let Some(element) = ty.element() else { continue };
            let Some(view) = self.views.list(&element, role) else { continue };
            if !found.iter().any(|known| known.get == view.get) {
                found.push(view);
            }
            match element {
                Type::Union(id) => open.extend(self.case_types(id, &view.cases)),
                _ => open.push((element, role)),
            }
        }
        found.sort_by_key(|view| view.get);
        found
    }

    /// Returns the functions that these views call.
    pub fn functions(&self) -> Vec<FuncId> {
        let of_structs =
            |view: &'m StructView| view.fields.iter().flat_map(Access::functions).chain(view.root).chain(view.object);
        let lists = self.lists().into_iter().flat_map(ListView::functions);
        let asks = self.asks().into_iter().flat_map(|asks| asks.functions()).map(|(_, id)| id);
        self.structs().flat_map(of_structs).chain(lists).chain(asks).collect()
    }

    /// Returns the functions that these views call if they do not show objects without a type.
    pub fn functions_of_values(&self) -> Vec<FuncId> {
        let cases = |view: &'m ListView| view.cases.iter().flatten().filter(is_value).flat_map(Getter::functions);
        let slot = |view: &'m ListView| view.slot.map(|slot| slot.locate);
        let of_list = |view: &'m ListView| [view.get].into_iter().chain(view.next).chain(cases(view)).chain(slot(view));
        let lists = self.lists_of_values().into_iter().flat_map(of_list);
        self.structs().flat_map(|view| view.fields.iter().flat_map(of_values).chain(view.root)).chain(lists).collect()
    }

    /// Returns true if the file's own structs contain objects.
    pub fn has_objects(&self) -> bool {
        self.structs().any(|view| self.views.has_objects(view))
    }

    /// Returns the queries on objects in the file's own structs.
    pub fn asks(&self) -> Option<&'m Asks> {
        self.views.objects.as_ref().filter(|_| self.has_objects())?.asks.as_ref()
    }

    /// Returns the element types of lists as which objects can be read: the file's own messages and, if there are
    /// objects, types without a name.
    pub fn read_of_objects(&self) -> impl Iterator<Item = &'m Type> + '_ {
        let has_objects = self.has_objects();
        let is_read = move |view: &&ListView| match &view.element {
            Type::Struct(id) => self.is_own_message(*id),
            Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Text { verified: true } | Type::Bytes => {
                has_objects
            }
            _ => false,
        };
        let lists = self.views.lists.iter().filter(|view| view.role == Role::Value);
        lists.filter(is_read).map(|view| &view.element)
    }

    fn is_own_message(&self, id: StructId) -> bool {
        self.structs().any(|view| view.record == id && view.root.is_some())
    }

    /// Returns the types and roles of a struct's members.
    fn held(&self, view: &StructView) -> Vec<(Type, Role)> {
        let fields = self.types.record(view.record).fields.iter().zip(&view.fields);
        let held = fields.flat_map(|(field, access)| match (&field.ty, access) {
            (Type::Union(id), Access::Union { cases, .. }) => self.case_types(*id, cases),
            (ty, Access::Value(getter)) => vec![(ty.clone(), getter.role)],
            (_, Access::Union { .. } | Access::None) => vec![],
        });
        held.collect()
    }

    fn case_types(&self, id: UnionId, getters: &[Option<Getter>]) -> Vec<(Type, Role)> {
        let cases = self.types.union(id).cases.iter().zip(getters);
        cases.filter_map(|(case, getter)| Some((case.ty.clone()?, (*getter)?.role))).collect()
    }
}

/// Returns the functions of a member, except for those that read objects without a type.
fn of_values(access: &Access) -> Vec<FuncId> {
    match access {
        Access::None => vec![],
        Access::Value(getter) => Some(getter).filter(is_value).into_iter().flat_map(Getter::functions).collect(),
        Access::Union { held, cases } => {
            [*held].into_iter().chain(cases.iter().flatten().filter(is_value).flat_map(Getter::functions)).collect()
        }
    }
}

/// Returns the fields that lead from an element to the key by which a list is sorted, with the names of their accessors; none
/// if it is not sorted.
pub fn key_path<'t>(
    types: &'t Types,
    view: &'t ListView,
    accessor: impl Fn(StructId, usize) -> String,
) -> Vec<(String, &'t FieldType)> {
    let (mut ty, mut path) = (&view.element, Vec::new());
    for index in view.key.iter().map(|index| *index as usize) {
        let Type::Struct(id) = ty else { return Vec::new() };
        let field = &types.record(*id).fields[index];
        path.push((accessor(*id, index), field));
        ty = &field.ty;
    }
    path
}

fn is_value(getter: &&Getter) -> bool {
    getter.role != Role::Object
}
