//! A union that several members share, printed in languages whose unions belong to one struct.

use polywire_front::{LoadError, LoadedFile, capnp, fbs, proto};
use polywire_model::Model;
use polywire_source::{Diagnostics, SourceMap};

const SCHEMA: &str = "namespace t; table A { x:int; } table C { y:string; } union U { A, C }
    table M { u:U; v:U; } table N { w:U; z:[U]; }";

fn model() -> Model {
    let loader = |path: &str| match path {
        "t.fbs" => Ok(LoadedFile { name: path.to_owned(), bytes: SCHEMA.into() }),
        _ => Err(LoadError::NotFound),
    };
    let (mut sources, mut problems) = (SourceMap::default(), Diagnostics::default());
    fbs::compile_files(&["t.fbs"], &loader, &mut sources, &mut problems).expect("a schema").model
}

#[test]
fn members_have_a_struct_that_holds_the_union() {
    let printed = capnp::derive_capnp(&model(), "t.fbs");
    let expected =
        ["struct UValue {", "  u @0 :UValue;", "  v @1 :UValue;", "  w @0 :UValue;", "  z @1 :List(UValue);"];
    let lines: Vec<&str> = printed.text.lines().collect();
    for line in expected {
        assert_eq!(lines.iter().filter(|it| **it == line).count(), 1, "{line}\n{}", printed.text);
    }
    let union: Vec<&&str> = lines.iter().skip_while(|line| !line.contains("UValue {")).skip(1).take(5).collect();
    assert_eq!(union, [&"  value :union {", &"    none @0 :Void;", &"    a @1 :A;", &"    c @2 :C;", &"  }"]);
}

#[test]
fn members_have_a_message_with_a_oneof() {
    let printed = proto::derive_proto(&model(), "t.fbs");
    for part in [
        "message UValue {\n  oneof value {\n    .t.A A = 1;\n    .t.C C = 2;\n  }\n}",
        ".t.UValue u =",
        ".t.UValue v =",
    ] {
        assert_eq!(printed.text.matches(part).count(), 1, "{part}\n{}", printed.text);
    }
}
