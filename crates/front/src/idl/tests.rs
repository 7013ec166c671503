//! What the tree of a schema says. The repository ids are those of omniidl 4.2.5.

use super::read;
use super::tree::{Kind, Specification, Type, Value};
use crate::{LoadError, LoadedFile};
use polywire_source::{Diagnostics, SourceMap, Style, render};

/// Reads the first file, which includes others.
fn read_files(files: &[(&str, &str)]) -> Specification {
    let loader = |name: &str| {
        let found = files.iter().find(|(file, _)| *file == name.trim_start_matches('/'));
        let (name, text) = found.ok_or(LoadError::NotFound)?;
        Ok(LoadedFile { name: (*name).to_owned(), bytes: text.as_bytes().to_vec() })
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let specification = read((&[files[0].0], &[]), &loader, &mut sources, &mut diagnostics);
    let list = diagnostics.into_sorted();
    assert!(list.is_empty(), "{}", list.iter().map(|it| render(&sources, it, Style::Plain)).collect::<String>());
    specification
}

fn read_text(text: &str) -> Specification {
    read_files(&[("t.idl", text)])
}

fn repository_ids(text: &str) -> Vec<String> {
    read_text(text).definitions.into_iter().map(|definition| definition.repository_id).collect()
}

#[test]
fn repository_ids_are_those_of_omniidl() {
    let text = "#pragma prefix \"P1\"\nmodule A {\n#pragma prefix \"P2\"\ninterface B { struct S { long x; }; };\n\
        module C {\n#pragma prefix \"\"\ninterface D {}; };\ninterface E {}; };\ninterface F {};\n\
        #pragma version F 2.3\n#pragma ID A::B \"IDL:foo:1.0\"\n";
    let expected = ["IDL:foo:1.0", "IDL:P2/B/S:1.0", "IDL:D:1.0", "IDL:P2/E:1.0", "IDL:P1/F:2.3"];
    assert_eq!(repository_ids(text), expected);
}

#[test]
fn typeprefix_is_for_all_of_a_scope() {
    let text = "module M { struct A { long x; }; };\ntypeprefix M \"example.org\";\n\
        module M { struct B { long x; }; module N { struct C { long x; }; }; };\n\
        module O { typeprefix O \"o.org\"; struct D { long x; }; };\ntypeid M::B \"IDL:b:3.0\";\n";
    let expected = ["IDL:example.org/M/A:1.0", "IDL:b:3.0", "IDL:example.org/M/N/C:1.0", "IDL:o.org/O/D:1.0"];
    assert_eq!(repository_ids(text), expected);
}

#[test]
fn a_prefix_ends_with_its_file() {
    let specification = read_files(&[
        (
            "t.idl",
            "#pragma prefix \"t\"\n#include \"a.idl\"\nmodule M {\n#include \"b.idl\"\ntypedef long L; };\nstruct T { A a1; };\n",
        ),
        ("a.idl", "#include \"b.idl\"\n#pragma prefix \"a\"\nstruct A { long x; };\n"),
        ("b.idl", "#pragma once\nstruct B { long x; };\n"),
    ]);
    let ids: Vec<&str> = specification.definitions.iter().map(|it| it.repository_id.as_str()).collect();
    assert_eq!(ids, ["IDL:B:1.0", "IDL:a/A:1.0", "IDL:t/M/L:1.0", "IDL:t/T:1.0"]);
    let files: Vec<_> = specification.files.iter().map(|it| (it.name.as_str(), it.includes.clone())).collect();
    assert_eq!(files, [("b.idl", vec![]), ("a.idl", vec![0]), ("t.idl", vec![1, 0])]);
    let of: Vec<usize> = specification.definitions.iter().map(|it| it.file).collect();
    assert_eq!(of, [0, 1, 2, 2]);
}

#[test]
fn comments_belong_to_what_follows_them() {
    let specification = read_text(
        "// Of the file.\n\n/** A point.\n * In a plane. */\nstruct Point {\n  /// To the right.\n  long x; // not of y\n  \
         long y;\n  //!< Up.\n  long z;\n};\n",
    );
    let point = &specification.definitions[0];
    assert_eq!(point.doc, "A point.\nIn a plane.");
    let Kind::Struct(decl) = &point.kind else { panic!("{point:?}") };
    let docs: Vec<&str> = decl.members.iter().map(|member| member.doc.as_str()).collect();
    assert_eq!(docs, ["To the right.", "", "Up."]);
}

#[test]
fn constants_are_computed() {
    let specification = read_text(
        "const long A = (1 << 4) | ~3 & 0xff ^ 7;\nconst fixed B = 10.50d * 2d - 1d;\n\
         const wstring C = L\"\u{e9}\\u0041\" L\"x\";\nenum E { X, Y };\nconst E D = Y;\n\
         const string S = \"a\\101\\x41\" \"\\n\";\nconst char F = '\\377';\n",
    );
    let values: Vec<Value> = specification
        .definitions
        .iter()
        .filter_map(|it| match &it.kind {
            Kind::Constant(_, value) => Some(value.clone()),
            _ => None,
        })
        .collect();
    let expected = [
        Value::Integer(0x10 | (0xfc ^ 7)),
        Value::Fixed(20, 0),
        Value::WString(vec![0xe9, 0x41, 0x78]),
        Value::Enumerator(super::tree::DefId(3), 1),
        Value::String(b"aAA\n".to_vec()),
        Value::Char(0xff),
    ];
    assert_eq!(values, expected);
}

#[test]
fn types_are_resolved() {
    let specification = read_text(
        "#include <orb.idl>\ntypedef long Grid[2][3], Row;\nstruct S { CORBA::TypeCode t; sequence<S, 4> list; \
         Row _interface; int8 small; };\n",
    );
    assert!(specification.files[0].is_built_in);
    assert_eq!(specification.files[0].name, "orb.idl");
    let kind = |name: &str| {
        let found = specification.definitions.iter().position(|it| it.name == name).expect("a definition");
        (super::tree::DefId(found), &specification.definitions[found].kind)
    };
    let long = Box::new(Type::Int { bits: 32, signed: true });
    let (_, Kind::Typedef(grid)) = kind("Grid") else { panic!("no typedef") };
    assert_eq!(*grid, Type::Array(Box::new(Type::Array(long, 3)), 2));
    let (id, Kind::Struct(decl)) = kind("S") else { panic!("no struct") };
    let members: Vec<(&str, &Type)> = decl.members.iter().map(|member| (member.name.as_str(), &member.ty)).collect();
    let expected = [
        ("t", &Type::TypeCode),
        ("list", &Type::Sequence(Box::new(Type::Named(id)), Some(4))),
        ("interface", &Type::Named(kind("Row").0)),
        ("small", &Type::Int { bits: 8, signed: true }),
    ];
    assert_eq!(members, expected);
}

#[test]
fn annotations_have_values() {
    let specification = read_text(
        "@topic(name = \"x\", level = HIGH) @range(min = 1 + 1, max = -1.5) struct S { @default(-3) long x; };\n\
         enum E { @value(5) A, B, @value(9) C };\n@bit_bound(8) bitmask M { a, @position(4) b, c };\n",
    );
    let all: Vec<_> =
        specification.definitions[0].annotations.iter().map(|it| (it.name.as_str(), it.parameters.clone())).collect();
    let text = |text: &str| Value::String(text.as_bytes().to_vec());
    assert_eq!(all[0], ("topic", vec![("name".to_owned(), text("x")), ("level".to_owned(), text("HIGH"))]));
    let range = vec![("min".to_owned(), Value::Integer(2)), ("max".to_owned(), Value::Float(-1.5))];
    assert_eq!(all[1], ("range", range));
    let Kind::Enum(enumerators) = &specification.definitions[1].kind else { panic!("no enum") };
    assert_eq!(enumerators.iter().map(|it| it.number).collect::<Vec<_>>(), [5, 1, 9]);
    let Kind::Bitmask(mask) = &specification.definitions[2].kind else { panic!("no bitmask") };
    assert_eq!((mask.bits, mask.flags.iter().map(|it| it.number).collect::<Vec<_>>()), (8, vec![0, 4, 5]));
}
