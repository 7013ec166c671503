//! The numbers of types in messages.

use crate::plan::{StructDecl, struct_decls};
use polywire_model::{DeclId, DeclKind, Model};

/// Returns the type id of each struct: the one that the schema states, else that of its template in the lock, else the
/// first free number, in the order of names. Map entries and items have none.
pub(super) fn type_ids(structs: &[StructDecl<'_>]) -> Vec<u32> {
    let mut ids: Vec<Option<u32>> = structs.iter().map(stated).collect();
    let mut free = (1..).filter({
        let given = ids.clone();
        move |id| !given.contains(&Some(*id))
    });
    let mut nameless: Vec<&StructDecl<'_>> =
        structs.iter().filter(|it| is_message(it) && stated(it).is_none()).collect();
    nameless.sort_by_key(|it| it.decl.path());
    for it in nameless {
        ids[it.id.0 as usize] = free.next();
    }
    ids.into_iter().map(Option::unwrap_or_default).collect()
}

fn stated(it: &StructDecl<'_>) -> Option<u32> {
    let template = it.it.attrs.sbe_message.map(|it| u32::from(it.template_id));
    it.it.attrs.fbe.type_id.or(template).filter(|_| is_message(it))
}

fn is_message(it: &StructDecl<'_>) -> bool {
    it.it.is_declared() && !it.it.attrs.fbe.is_item
}

/// Gives every struct the type id that it has in this model.
pub(crate) fn settle(model: &mut Model) {
    let structs = struct_decls(model);
    let ids: Vec<Option<u32>> =
        structs.iter().zip(type_ids(&structs)).map(|(it, id)| is_message(it).then_some(id)).collect();
    let structs = model.decls.iter_mut().filter_map(|decl| match &mut decl.kind {
        DeclKind::Struct(it) => Some(it),
        DeclKind::Enum(_) | DeclKind::Constant(_) | DeclKind::Union(_) => None,
    });
    structs.zip(ids).for_each(|(it, id)| it.attrs.fbe.type_id = id);
}

/// Returns the struct whose type id is at the start of a struct of the standard model.
pub(crate) fn type_of(model: &Model, message: &[u8]) -> Option<DeclId> {
    let word = |at: usize| Some(u32::from_le_bytes(*message.get(at..)?.first_chunk()?));
    let at = usize::try_from(word(4)?).ok()?.checked_add(4)?;
    find(model, word(at)?)
}

/// Returns the struct whose type id follows the size of a message of the final model.
pub(crate) fn type_of_final(model: &Model, message: &[u8]) -> Option<DeclId> {
    find(model, u32::from_le_bytes(*message.get(4..)?.first_chunk()?))
}

fn find(model: &Model, type_id: u32) -> Option<DeclId> {
    let structs = struct_decls(model);
    let ids = structs.iter().zip(type_ids(&structs));
    let mut found = ids.filter(|(it, id)| is_message(it) && *id == type_id).map(|(it, _)| it);
    // Senders send messages; a struct may have the same number.
    let first = found.next();
    let message = first.into_iter().chain(found).find(|it| it.it.attrs.fbe.is_message);
    message.or(first).and_then(|it| model.find(&it.decl.path()))
}
