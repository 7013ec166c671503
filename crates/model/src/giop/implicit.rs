//! The operations that each object has besides those of its interface (CORBA 3.3 part 1, clause 8.3).

use super::declare::Module;
use crate::corba::narrow;
use crate::{Text, Type, pascal_case};

/// An operation: its name in requests, its parameter, and its result if the schema needs no type for it.
struct Implicit {
    name: &'static str,
    parameter: Option<&'static str>,
    result: Option<fn() -> Type>,
}

const fn implicit(name: &'static str, result: Option<fn() -> Type>) -> Implicit {
    Implicit { name, parameter: None, result }
}

const ALL: [Implicit; 5] = [
    Implicit { parameter: Some("logical_type_id"), ..implicit("_is_a", Some(|| Type::Bool)) },
    implicit("_non_existent", Some(|| Type::Bool)),
    implicit("_repository_id", Some(|| Type::Text(Text::default()))),
    implicit("_interface", None),
    implicit("_component", None),
];

pub(super) fn names() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|it| it.name)
}

/// An operation as declared: its name, and the structs of its parameters and of its results.
pub(super) struct Declared {
    pub name: &'static str,
    pub input: Type,
    pub output: Option<Type>,
}

/// Declares the structs.
pub(super) fn declare(module: &mut Module<'_>) -> Vec<Declared> {
    let declare = |it: &Implicit| {
        let stem = pascal_case(it.name);
        let parameters = it.parameter.map(|name| narrow(name, Type::Text(Text::default())));
        let doc = format!("The parameters of `{}`.", it.name);
        let input = module.parameters(&format!("{stem}Request"), &doc, parameters.into_iter().collect());
        let output = it.result.map(|result| {
            let doc = format!("The result of `{}`.", it.name);
            module.parameters(&format!("{stem}Reply"), &doc, vec![narrow("result", result())])
        });
        Declared { name: it.name, input, output }
    };
    ALL.iter().map(declare).collect()
}
