//! Parameters and results. The members of what a method takes are its parameters, in order; the only member of what it returns is the
//! result.

use polywire_model::attr::MsgpackForm;
use polywire_model::{DeclId, DeclKind, Model, Type};

/// What the result of a method is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Results {
    /// Nil.
    Nothing,
    /// The only member.
    Bare,
    /// The struct.
    Whole,
}

/// The head of an array of one value, and of one of none; and nil.
const ARRAY_OF_ONE: u8 = 0x91;
const ARRAY_OF_NONE: u8 = 0x90;
const NIL: u8 = 0xc0;

/// Makes what methods take, and what they return if that is one value or none, arrays.
pub fn adapt(model: &mut Model) {
    for service in 0..model.services.len() {
        for method in 0..model.services[service].methods.len() {
            let it = &model.services[service].methods[method];
            let (taken, returned) = (it.input, it.output);
            let input = as_array(model, taken);
            let output =
                returned.map(|id| if results(model, Some(id)) == Results::Whole { id } else { as_array(model, id) });
            let it = &mut model.services[service].methods[method];
            (it.input, it.output) = (input, output);
        }
    }
}

/// Returns a copy of a struct that is an array. The struct itself stays what it is, as it may be the type of members.
fn as_array(model: &mut Model, id: DeclId) -> DeclId {
    let mut decl = model.decl(id).clone();
    let DeclKind::Struct(it) = &mut decl.kind else { return id };
    if it.attrs.msgpack != MsgpackForm::Map {
        return id;
    }
    it.attrs.msgpack = MsgpackForm::Array;
    // No language has such names.
    decl.name.push("[]".to_owned());
    model.find(&decl.path()).unwrap_or_else(|| model.add(decl))
}

/// Returns what the result of a method is that returns such a struct, or nothing.
pub fn results(model: &Model, returned: Option<DeclId>) -> Results {
    let fields = returned.map_or(&[][..], |id| match &model.decl(id).kind {
        DeclKind::Struct(it) => it.fields.as_slice(),
        DeclKind::Enum(_) | DeclKind::Union(_) | DeclKind::Constant(_) => &[],
    });
    match fields {
        [] => Results::Nothing,
        [one] if !matches!(one.ty, Type::Named(id) if model.as_union(id).is_some()) => Results::Bare,
        _ => Results::Whole,
    }
}

impl Results {
    /// Returns the result in what a method returns.
    pub fn of_message(self, message: &[u8]) -> Vec<u8> {
        match (self, message.split_first()) {
            (Self::Whole, _) => message.to_vec(),
            (Self::Bare, Some((&ARRAY_OF_ONE, value))) => value.to_vec(),
            (Self::Bare | Self::Nothing, _) => vec![NIL],
        }
    }

    /// Returns what a method returns, with this result.
    pub fn message(self, result: &[u8]) -> Vec<u8> {
        match self {
            Self::Whole => result.to_vec(),
            Self::Bare => [&[ARRAY_OF_ONE], result].concat(),
            Self::Nothing => vec![ARRAY_OF_NONE],
        }
    }
}

/// Returns the names of the service and the method in a call of a method as its user names it: what stands in front of the last dot or
/// slash is the service.
pub fn called_as(wanted: &str) -> (String, String) {
    let dotted = wanted.trim_start_matches('/').replace('/', ".");
    let (service, method) = dotted.rsplit_once('.').unwrap_or(("", dotted.as_str()));
    (service.to_owned(), method.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_bare_if_there_is_one() {
        for (results, message, result) in [
            (Results::Bare, &[0x91, 5][..], &[5][..]),
            (Results::Whole, &[0x82, 5], &[0x82, 5]),
            (Results::Nothing, &[0x90], &[0xc0]),
        ] {
            assert_eq!(results.of_message(message), result);
            assert_eq!(results.message(result), message);
        }
    }

    #[test]
    fn names_are_sent_as_users_write_them() {
        for (wanted, service, method) in
            [("add", "", "add"), ("Arith.Add", "Arith", "Add"), ("/a.Arith/Add", "a.Arith", "Add")]
        {
            assert_eq!(called_as(wanted), (service.to_owned(), method.to_owned()));
        }
    }
}
