use crate::{DeclId, DeclKind, Model, Type};

impl Model {
    /// Marks as boxed every field and case whose value would contain its own type without a list in between, so that
    /// every language breaks a cycle of types at the same member: the one that returns to the type of the cycle
    /// declared first.
    pub fn cut_cycles(&mut self) {
        for index in 0..self.decls.len() {
            let owner = DeclId(index as u32);
            let boxed: Vec<bool> =
                self.held_by_value(owner).map(|held| held.is_some_and(|held| self.closes_cycle(owner, held))).collect();
            let marks: Vec<&mut bool> = match &mut self.decls[index].kind {
                DeclKind::Struct(it) => it.fields.iter_mut().map(|field| &mut field.boxed).collect(),
                DeclKind::Union(it) => it.cases.iter_mut().map(|case| &mut case.boxed).collect(),
                DeclKind::Enum(_) => Vec::new(),
            };
            for (mark, boxed) in marks.into_iter().zip(boxed) {
                *mark = boxed;
            }
        }
    }

    /// Returns the declaration that each member of `owner` holds by value, in member order.
    fn held_by_value(&self, owner: DeclId) -> impl Iterator<Item = Option<DeclId>> {
        let types: Vec<Option<&Type>> = match &self.decl(owner).kind {
            DeclKind::Struct(it) => it.fields.iter().map(|field| Some(&field.ty)).collect(),
            DeclKind::Union(it) => it.cases.iter().map(|case| case.ty.as_ref()).collect(),
            DeclKind::Enum(_) => Vec::new(),
        };
        types.into_iter().map(|ty| ty.and_then(by_value))
    }

    /// Returns true if a value of `held`, a member of `owner`, can contain an `owner`. Only the edge back to a type
    /// that is not declared later is cut, so each cycle is cut once.
    fn closes_cycle(&self, owner: DeclId, held: DeclId) -> bool {
        if held > owner {
            return false;
        }
        let mut seen = vec![false; self.decls.len()];
        let mut open = vec![held];
        while let Some(id) = open.pop() {
            if id == owner {
                return true;
            }
            if !std::mem::replace(&mut seen[id.0 as usize], true) {
                open.extend(self.held_by_value(id).flatten());
            }
        }
        false
    }
}

fn by_value(ty: &Type) -> Option<DeclId> {
    match ty {
        Type::Named(id) => Some(*id),
        Type::Array(element, _) => by_value(element),
        Type::Bool
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Text(_)
        | Type::Bytes
        | Type::FixedBytes(_)
        | Type::List(_)
        | Type::Map(..) => None,
    }
}
