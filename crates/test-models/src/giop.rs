use crate::TestModel;
use crate::make::of_idl;
use polywire_model::{Called, Model, giop};

/// Messages of GIOP and references to objects, whose bodies are octets.
pub(crate) fn test_model() -> TestModel {
    TestModel { name: "giop", model: of_one_file(giop::model()), formats: &["giop", "ior"] }
}

/// An operation of tests/corpus/corba/kitchen.idl: messages state their order and version, on which the values in an `any` depend.
pub(crate) fn called() -> TestModel {
    let schema = of_idl(
        b"module Corpus {
            exception Oops { long code; string why; };
            interface Echo { any bounce(in any v) raises (Oops); };
        };",
    );
    let named = giop::named(&schema).into_iter().find(|(name, _)| name == "Corpus.Echo.bounce");
    let called = named.map_or(Called::Any, |(_, called)| called);
    let mut model = giop::typed(&schema, &called).expect("an interface");
    // omniORB's own character set, in which it hands on all octets.
    model.options = model.options.with("cdr.char_set=utf-8").expect("an option");
    TestModel { name: "giop_called", model: of_one_file(model), formats: &["giop"] }
}

/// URLs of objects.
pub(crate) fn url() -> TestModel {
    TestModel { name: "corbaloc", model: of_one_file(giop::url_model()), formats: &["corbaloc"] }
}

/// Puts all types into one file, where `CORBA` has a type of the same name as `IOP`.
fn of_one_file(mut model: Model) -> Model {
    for decl in &mut model.decls {
        decl.file.clear();
        if decl.path() == "IOP.TaggedProfile" {
            decl.name = vec!["Profile".to_owned()];
        }
    }
    model
}
