//! Which declarations and members of two versions of a schema are the same.
//!
//! A member is identified by its name; members without a partner of the same name, by their number in the schema. So a
//! renamed member is found again, and one that was moved to another number is, too. The same applies to the places that
//! schemas of FlatBuffers state.

use super::Direction;
use super::side::{Member, Side};
use polywire_model::{DeclId, DeclKind, Meaning, Model, Type};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

/// Two versions of a schema.
pub(super) struct Pairs<'m> {
    pub old: Side<'m>,
    pub new: Side<'m>,
    /// The declarations that are the same, by the old id.
    pub decls: BTreeMap<DeclId, DeclId>,
    members: RefCell<HashMap<(DeclId, DeclId), Rc<Paired<'m>>>>,
}

/// The members of two versions of a struct.
pub(super) struct Paired<'m> {
    pub old: Vec<Member<'m>>,
    pub new: Vec<Member<'m>>,
    /// Indices of the members that are the same.
    pub both: Vec<(usize, usize)>,
    pub only_old: Vec<usize>,
    pub only_new: Vec<usize>,
}

impl<'m> Pairs<'m> {
    pub fn new(old: Side<'m>, new: Side<'m>) -> Self {
        let mut pairs = Self { old, new, decls: BTreeMap::new(), members: RefCell::default() };
        pairs.by_name();
        pairs.by_use();
        pairs.by_members();
        pairs.by_use();
        pairs
    }

    /// Returns the writer's and the reader's version.
    pub fn sides(&self, direction: Direction) -> (&Side<'m>, &Side<'m>) {
        direction.of(&self.old, &self.new)
    }

    /// Returns the old and the new declarations that the types of two members name.
    pub fn named_in(&self, old: &Type, new: &Type) -> Vec<(DeclId, DeclId)> {
        self.old.named_in(old).into_iter().zip(self.new.named_in(new)).collect()
    }

    /// Returns the members of two structs that are the same.
    pub fn members(&self, old: DeclId, new: DeclId) -> Rc<Paired<'m>> {
        let found = self.members.borrow().get(&(old, new)).cloned();
        found.unwrap_or_else(|| {
            let paired = Rc::new(Paired::new(self.old.members(old), self.new.members(new)));
            self.members.borrow_mut().insert((old, new), paired.clone());
            paired
        })
    }

    /// Returns true if two types are the same, with renamed declarations.
    pub fn is_same_type(&self, old: &Type, new: &Type) -> bool {
        match (old, new) {
            (Type::Named(old), Type::Named(new)) => self.decls.get(old) == Some(new),
            (Type::List(old), Type::List(new)) => self.is_same_type(old, new),
            (Type::Array(old, len), Type::Array(new, other)) => len == other && self.is_same_type(old, new),
            (Type::Map(old), Type::Map(new)) => match (self.old.entry(*old), self.new.entry(*new)) {
                (Some((key, value)), Some((new_key, new_value))) => {
                    self.is_same_type(&key.ty, &new_key.ty) && self.is_same_type(&value.ty, &new_value.ty)
                }
                _ => false,
            },
            (
                Type::Int { bits, signed, meaning: Meaning::Flags(old) },
                Type::Int { bits: new_bits, signed: new_signed, meaning: Meaning::Flags(new) },
            ) => (bits, signed) == (new_bits, new_signed) && self.decls.get(old) == Some(new),
            (Type::Text(_), Type::Text(_)) => true,
            (old, new) => old == new,
        }
    }

    fn by_name(&mut self) {
        let new: HashMap<String, DeclId> = ids(&self.new).map(|id| (self.new.model.decl(id).path(), id)).collect();
        for id in ids(&self.old) {
            let decl = self.old.model.decl(id);
            if let Some(other) = new.get(&decl.path())
                && is_same_kind(&decl.kind, &self.new.model.decl(*other).kind)
            {
                self.decls.insert(id, *other);
            }
        }
        self.by_name_in_module();
    }

    /// A whole package may be renamed.
    fn by_name_in_module(&mut self) {
        let taken: HashSet<DeclId> = self.decls.values().copied().collect();
        let gone: Vec<DeclId> = ids(&self.old).filter(|id| !self.decls.contains_key(id)).collect();
        let free: Vec<DeclId> = ids(&self.new).filter(|id| !taken.contains(id)).collect();
        for old in &gone {
            let decl = self.old.model.decl(*old);
            let is_same = |model: &Model, id: &DeclId| {
                let other = model.decl(*id);
                other.name == decl.name && is_same_kind(&decl.kind, &other.kind)
            };
            let mut others = free.iter().filter(|id| is_same(self.new.model, id));
            let is_only = gone.iter().filter(|id| is_same(self.old.model, id)).count() == 1;
            if let (Some(other), None, true) = (others.next(), others.next(), is_only) {
                self.decls.insert(*old, *other);
            }
        }
    }

    /// A renamed type is still the type of the same members.
    fn by_use(&mut self) {
        let mut taken: HashSet<DeclId> = self.decls.values().copied().collect();
        let mut open: Vec<(DeclId, DeclId)> = self.decls.iter().map(|(old, new)| (*old, *new)).collect();
        while let Some((old, new)) = open.pop() {
            let members = self.members(old, new);
            for (one, other) in &members.both {
                let (one, other) = (members.old[*one].ty, members.new[*other].ty);
                for (one, other) in self.named_in(one, other) {
                    let kinds = (&self.old.model.decl(one).kind, &self.new.model.decl(other).kind);
                    if !self.decls.contains_key(&one) && !taken.contains(&other) && is_same_kind(kinds.0, kinds.1) {
                        self.decls.insert(one, other);
                        taken.insert(other);
                        open.push((one, other));
                    }
                }
            }
        }
    }

    /// A renamed type that no member uses has the same members as before.
    fn by_members(&mut self) {
        let taken: HashSet<DeclId> = self.decls.values().copied().collect();
        let free: Vec<DeclId> = ids(&self.new).filter(|id| !taken.contains(id)).collect();
        let gone: Vec<DeclId> = ids(&self.old).filter(|id| !self.decls.contains_key(id)).collect();
        let mut found: HashMap<DeclId, Vec<DeclId>> = HashMap::new();
        for old in gone {
            let names = names(&self.old, old);
            let alike: Vec<DeclId> = free
                .iter()
                .filter(|new| !names.is_empty() && self::names(&self.new, **new) == names)
                .copied()
                .collect();
            if let [new] = alike.as_slice() {
                found.entry(*new).or_default().push(old);
            }
        }
        self.decls
            .extend(found.into_iter().filter_map(|(new, old)| Some((*old.first().filter(|_| old.len() == 1)?, new))));
    }
}

fn ids<'m>(side: &Side<'m>) -> impl Iterator<Item = DeclId> + use<'m> {
    let model = side.model;
    (0..model.decls.len() as u32).map(DeclId).filter(|id| match &model.decl(*id).kind {
        DeclKind::Struct(it) => !it.is_entry,
        DeclKind::Enum(_) => true,
        DeclKind::Union(_) | DeclKind::Constant(_) => false,
    })
}

fn is_same_kind(one: &DeclKind, other: &DeclKind) -> bool {
    matches!((one, other), (DeclKind::Struct(_), DeclKind::Struct(_)) | (DeclKind::Enum(_), DeclKind::Enum(_)))
}

/// Returns the names and numbers of the members of a struct or an enum.
fn names<'m>(side: &Side<'m>, id: DeclId) -> Vec<(&'m str, Option<i64>)> {
    let mut names: Vec<(&str, Option<i64>)> = match side.model.as_enum(id) {
        Some(it) => it.members.iter().map(|it| (it.name.as_str(), Some(it.number))).collect(),
        None => side.members(id).into_iter().map(|it| (it.name, it.number)).collect(),
    };
    names.sort_unstable();
    names
}

impl<'m> Paired<'m> {
    fn new(old: Vec<Member<'m>>, new: Vec<Member<'m>>) -> Self {
        let rules: [fn(&Member<'_>, &Member<'_>) -> bool; 4] = [
            |one, other| one.name == other.name && one.union == other.union,
            |one, other| one.name == other.name,
            |one, other| one.number.is_some() && one.number == other.number,
            |one, other| one.slot.is_some() && one.slot == other.slot && one.union == other.union,
        ];
        let mut both = Vec::new();
        let (mut only_old, mut only_new): (Vec<usize>, Vec<usize>) =
            ((0..old.len()).collect(), (0..new.len()).collect());
        for is_same in rules {
            only_old.retain(|one| match only_new.iter().position(|other| is_same(&old[*one], &new[*other])) {
                Some(at) => {
                    both.push((*one, only_new.remove(at)));
                    false
                }
                None => true,
            });
        }
        both.sort_unstable();
        Self { old, new, both, only_old, only_new }
    }
}
