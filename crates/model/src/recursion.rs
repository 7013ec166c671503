use crate::graph::components;
use crate::{DeclId, DeclKind, Field, Model, Presence, Type};

impl Model {
    /// Marks as boxed every field and case whose value would contain its own type without a list in between, so that
    /// every language breaks a cycle of types at the same member: the one that returns to the type of the cycle
    /// declared first.
    pub fn cut_cycles(&mut self) {
        let components = self.components_by_value();
        for index in 0..self.decls.len() {
            let owner = DeclId(index as u32);
            // Only the edge back to a type that comes no later in the schema is cut, so each cycle is cut once.
            let closes = |held: DeclId| held <= owner && components[held.0 as usize] == components[index];
            let boxed: Vec<bool> = self.held_by_value(owner).map(|held| held.is_some_and(closes)).collect();
            let marks: Vec<&mut bool> = match &mut self.decls[index].kind {
                DeclKind::Struct(it) => it.fields.iter_mut().map(|field| &mut field.boxed).collect(),
                DeclKind::Union(it) => it.cases.iter_mut().map(|case| &mut case.boxed).collect(),
                DeclKind::Enum(_) | DeclKind::Constant(_) => Vec::new(),
            };
            for (mark, boxed) in marks.into_iter().zip(boxed) {
                *mark = boxed;
            }
        }
    }

    /// Returns true if each value of one declaration has a value of another in it, or is one.
    pub fn always_contains(&self, from: DeclId, to: DeclId) -> bool {
        let mut open = vec![from];
        let mut seen = vec![false; self.decls.len()];
        while let Some(id) = open.pop() {
            if id == to {
                return true;
            }
            if !std::mem::replace(&mut seen[id.0 as usize], true) {
                let fields = self.as_struct(id).into_iter().flat_map(|it| &it.fields);
                open.extend(fields.filter_map(Field::always_held));
            }
        }
        false
    }

    /// Returns the declaration that each member of `owner` holds by value, in member order.
    fn held_by_value(&self, owner: DeclId) -> impl Iterator<Item = Option<DeclId>> {
        let types: Vec<Option<&Type>> = match &self.decl(owner).kind {
            DeclKind::Struct(it) => it.fields.iter().map(|field| Some(&field.ty)).collect(),
            DeclKind::Union(it) => it.cases.iter().map(|case| case.ty.as_ref()).collect(),
            DeclKind::Enum(_) | DeclKind::Constant(_) => Vec::new(),
        };
        types.into_iter().map(|ty| ty.and_then(Type::by_value))
    }

    /// For each declaration a number that it shares with those that it holds and that hold it.
    fn components_by_value(&self) -> Vec<usize> {
        let ids = (0..self.decls.len() as u32).map(DeclId);
        let edges: Vec<Vec<u32>> =
            ids.map(|id| self.held_by_value(id).flatten().map(|held| held.0).collect()).collect();
        let mut numbers = vec![0; edges.len()];
        for (number, component) in components(&edges).into_iter().enumerate() {
            component.into_iter().for_each(|decl| numbers[decl as usize] = number);
        }
        numbers
    }
}

impl Field {
    /// Returns the declaration of which each value with this field has a value in it.
    pub fn always_held(&self) -> Option<DeclId> {
        if self.presence == Presence::Optional { None } else { self.ty.by_value() }
    }
}

impl Type {
    /// Returns the declaration of the value, or of the elements of an array, that a value of this type has in itself.
    pub fn by_value(&self) -> Option<DeclId> {
        match self {
            Self::Named(id) => Some(*id),
            Self::Array(element, _) => element.by_value(),
            Self::Bool
            | Self::Int { .. }
            | Self::Float { .. }
            | Self::Text(_)
            | Self::Bytes
            | Self::FixedBytes(..)
            | Self::List(_)
            | Self::Map(..) => None,
        }
    }
}
