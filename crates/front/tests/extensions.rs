//! Extensions as structs of their own.

use crate::dump;
use polywire_front::proto::{self, Extensions, SourceOptions};
use polywire_front::{LoadError, LoadedFile};
use polywire_model::Model;
use polywire_source::{Diagnostics, SourceMap};

const SCHEMA: &str = r#"
edition = "2023";
package shop;
message Item { string name = 1; extensions 100 to 199; }
message Voucher { string code = 1; extend Item { Voucher voucher = 100; } }
extend Item { repeated int32 points = 101; string note = 102 [default = "-"]; }
"#;

fn compiled(extensions: Extensions) -> proto::Compilation {
    let load = |path: &str| match path {
        "shop.proto" => Ok(LoadedFile { name: path.to_owned(), bytes: SCHEMA.into() }),
        _ => Err(LoadError::NotFound),
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let compiled = proto::compile_with("shop.proto", &load, extensions, &mut sources, &mut diagnostics);
    compiled.expect("a schema without errors")
}

fn names(model: &Model) -> Vec<String> {
    model.decls.iter().map(|decl| decl.path()).collect()
}

#[test]
fn each_extension_has_a_type() {
    let apart = compiled(Extensions::Apart).model;
    assert_eq!(names(&apart), ["shop.Item", "shop.Voucher", "shop.Voucher.voucher", "shop.points", "shop.note"]);
    assert_eq!(names(&compiled(Extensions::Inside).model), ["shop.Item", "shop.Voucher"]);
    let text = dump::model(&apart);
    let item = text.split("\n\n").find(|block| block.contains("Item")).expect("the message");
    assert!(!item.contains("points"), "{item}");
}

#[test]
fn descriptor_sets_give_the_same_types() {
    let text = compiled(Extensions::Apart);
    let set = proto::read_descriptor_set(&proto::write_descriptor_set(&text.descriptors, SourceOptions::Keep));
    let set = proto::compile_descriptors_with(set.expect("a set"), Extensions::Apart, &mut Diagnostics::default());
    assert_eq!(names(&set.expect("a model").model), names(&text.model));
}
