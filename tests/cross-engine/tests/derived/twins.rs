//! Pairs of structs in a model and in the schema derived from it.

use crate::derived::corpus::Case;
use crate::derived::members::{Maker, MemberId};
use polywire::codec::{Codec, Codecs};
use polywire::{Model, Value, format};
use polywire_ir::types::Type;
use polywire_model::{Decl, DeclKind, Struct};

/// Functions that identify members in the model and in the derived schema.
pub struct Twins {
    pub format: &'static str,
    /// Returns the number of a member of the model.
    pub own: fn(&Model, &Struct, MemberId) -> Option<u32>,
    /// Returns the number of the member set in the field with this index of the derived struct.
    pub other: fn(&Model, &Struct, usize, &Value) -> Option<u32>,
}

/// Checks messages of a derived struct with another program.
pub type Look<'l> = dyn Fn(&str, &Codec, &[&Value]) + 'l;

impl Twins {
    /// Each member, set alone, must be the member with its number in the derived schema. Returns their number.
    pub fn compare(&self, (case, codecs): (&Case, &Codecs), derived: &Model, look: &Look<'_>) -> usize {
        let derived_codecs = Codecs::new(derived, format(self.format).expect("a format")).expect("codecs");
        let maker = Maker::new(&case.model, &codecs.module().types);
        let mut count = 0;
        for (decl, it) in structs(&case.model) {
            let name = twin_name(derived, decl).unwrap_or_else(|| panic!("{} has no twin", decl.path()));
            let (own, twin) = (codec(codecs, &case.model, &decl.path()), codec(&derived_codecs, derived, &name));
            let id = codecs.record(&case.model, &decl.path()).expect("a struct");
            let Some(empty) = maker.complete(&Type::Struct(id)) else { continue };
            let about = format!("{} {}", case.path, decl.path());
            let twin_of = |value: &Value| {
                let bytes = own.encode(value).unwrap_or_else(|error| panic!("{about}: {error}"));
                assert_eq!(own.decode(&bytes).as_ref(), Ok(value), "{about}");
                fields(twin.decode(&bytes).unwrap_or_else(|error| panic!("{about}: {error}")))
            };
            let messages = maker.single_members(id);
            look(&name, &own, &messages.iter().map(|(_, value)| value).collect::<Vec<_>>());
            let twin_struct = derived.find(&name).and_then(|id| derived.as_struct(id)).expect("a struct");
            let empty = twin_of(&empty);
            for (member, value) in &messages {
                let set = twin_of(value);
                let different = set.iter().zip(&empty).enumerate().filter(|(_, (set, empty))| set != empty);
                let found: Vec<Option<u32>> =
                    different.map(|(index, (set, _))| (self.other)(derived, twin_struct, index, set)).collect();
                assert_eq!(found, [(self.own)(&case.model, it, *member)], "{about} {member:?}");
                count += 1;
            }
        }
        count
    }
}

fn codec(codecs: &Codecs, model: &Model, name: &str) -> Codec {
    codecs.codec(model, name).unwrap_or_else(|| panic!("no codec for {name}"))
}

/// Returns the fields of a struct value.
pub fn fields(value: Value) -> Vec<Value> {
    let Value::Struct(record) = value else { panic!("no struct") };
    record.fields
}

/// Returns all structs except map entries.
pub fn structs(model: &Model) -> impl Iterator<Item = (&Decl, &Struct)> {
    model.decls.iter().filter_map(|decl| match &decl.kind {
        DeclKind::Struct(it) if it.is_declared() => Some((decl, it)),
        DeclKind::Struct(_) | DeclKind::Enum(_) | DeclKind::Constant(_) | DeclKind::Union(_) => None,
    })
}

/// Returns the struct whose name has the same letters, optionally with those of the module before and a number after
/// it.
pub fn twin_name(derived: &Model, decl: &Decl) -> Option<String> {
    let (short, long) = (letters(&decl.name.join(".")), letters(&decl.path()));
    let below = |decl: &Decl| letters(&decl.name.join("."));
    let names: Vec<(String, String)> = structs(derived).map(|(decl, _)| (below(decl), decl.path())).collect();
    let find = |wanted: &str, may_be_numbered: bool| {
        let is_it = |name: &str| match name.strip_prefix(wanted) {
            Some("") => true,
            Some(rest) => may_be_numbered && rest.parse::<u32>().is_ok(),
            None => false,
        };
        names.iter().find(|(name, _)| is_it(name)).map(|(_, path)| path.clone())
    };
    [(&long, false), (&short, false), (&long, true), (&short, true)]
        .into_iter()
        .find_map(|(name, numbered)| find(name, numbered))
}

fn letters(text: &str) -> String {
    text.chars().filter(|ch| ch.is_ascii_alphanumeric()).collect::<String>().to_lowercase()
}
