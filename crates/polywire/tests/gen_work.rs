//! The work of generation is proportional to the schema. Allocations are the measure: visits of ops and copies allocate.
//!
//! One test only: the allocator counts for the whole program.

use polywire::generate::{LANGUAGES, Language, generate};
use polywire::schema::{Extensions, compile_files};
use polywire::{LoadError, LoadedFile, Model, format};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static COUNTING: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The largest ratio for a schema of twice the size. It is above 2, because tables grow by doubling.
const MOST: f64 = 2.4;

/// A schema of this many parts.
type Shape = fn(usize) -> String;

#[test]
fn work_is_linear() {
    let shapes: [(&str, Shape, usize); 4] =
        [("chain", chain, 50), ("star", star, 50), ("tree of unions", unions, 30), ("many members", wide, 150)];
    let mut found = Vec::new();
    for (name, shape, len) in shapes {
        for language in LANGUAGES {
            let (small, large) = (work(&shape(len), language), work(&shape(2 * len), language));
            for (what, small, large) in [("allocations", small.0, large.0), ("bytes", small.1, large.1)] {
                let times = large as f64 / small as f64;
                println!("{name}, {}: {what} {small} and {large}, {times:.2} times", language.name);
                if times > MOST {
                    found.push(format!("{name}, {}: {times:.2} times the {what} for twice the schema", language.name));
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The number and total bytes of allocations for the code of a schema.
fn work(schema: &str, language: &Language) -> (usize, usize) {
    let model = compiled(schema);
    let formats = ["protobuf", "json"].map(|name| format(name).expect("a format"));
    let region = Region::new(COUNTING);
    generate(&model, "work", &formats, language).expect("generated files");
    let stats = region.change();
    (stats.allocations + stats.reallocations, stats.bytes_allocated)
}

fn compiled(schema: &str) -> Model {
    let load = |path: &str| match path {
        "work.proto" => Ok(LoadedFile { name: path.to_owned(), bytes: schema.as_bytes().to_vec() }),
        _ => Err(LoadError::NotFound),
    };
    let compiled = compile_files(&["work.proto"], &load, Extensions::default());
    compiled.model.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics))
}

fn messages(len: usize, message: impl Fn(usize) -> String) -> String {
    let messages: String = (0..len).map(|index| format!("message M{index} {{ {} }}\n", message(index))).collect();
    format!("syntax = \"proto3\"; package work;\n{messages}")
}

/// Each message contains the previous one.
fn chain(len: usize) -> String {
    messages(len, |index| match index {
        0 => "string name = 1;".to_owned(),
        _ => format!("string name = 1; repeated int32 numbers = 2; M{} before = 3;", index - 1),
    })
}

/// All messages contain the first, which contains the last.
fn star(len: usize) -> String {
    messages(len, |index| match index {
        0 => format!("M{} last = 1;", len - 1),
        _ => "string name = 1; M0 all = 2; map<string, int64> counts = 3;".to_owned(),
    })
}

/// Each message contains one of two others.
fn unions(len: usize) -> String {
    messages(len, |index| {
        let case = |number: usize| match 2 * index + number {
            held if held < len => format!("M{held} case_{number} = {number};"),
            _ => format!("int32 case_{number} = {number};"),
        };
        format!("oneof kind {{ {} {} }} bytes content = 3;", case(1), case(2))
    })
}

/// One message.
fn wide(len: usize) -> String {
    let field = |number: usize| match number % 3 {
        0 => format!("repeated sint64 numbers_{number} = {number};"),
        1 => format!("string text_{number} = {number};"),
        _ => format!("optional uint32 number_{number} = {number};"),
    };
    messages(1, |_| (1..=len).map(field).collect())
}
