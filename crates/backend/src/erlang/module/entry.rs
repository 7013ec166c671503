//! The functions that users call.

use crate::erlang::emit::{Shared, Signature, function_name};
use crate::erlang::print::atom;
use polywire_ir::{Entry, FuncId};
use polywire_srcgen::{Source, join};

const DEPTH: &str = "100";
const BUDGET: &str = "67108864";

/// The exports.
pub fn exports(source: &mut Source, shared: &Shared) {
    for entry in &shared.module.entries {
        let name = shared.names.record(entry.record);
        let mut exports = vec![];
        if entry.encode.is_some() {
            let encode = atom(&format!("encode_{name}"));
            exports.extend([format!("{encode}/1"), format!("{encode}/2")]);
        }
        let decode = atom(&format!("decode_{name}"));
        let arity = 1 + usize::from(entry.schema.is_some());
        exports.extend([format!("{decode}/{arity}"), format!("{decode}/{}", arity + 1)]);
        source.line(format!("-export([{}]).", join(exports, ", ")));
    }
}

/// The entries' functions.
pub fn entries(source: &mut Source, shared: &Shared) {
    for entry in &shared.module.entries {
        if let Some(encode) = entry.encode {
            print_encode(source, shared, entry, encode);
        }
        print_decode(source, shared, entry);
    }
}

fn print_encode(source: &mut Source, shared: &Shared, entry: &Entry, encode: FuncId) {
    let it = shared.signature(encode);
    let name = shared.names.record(entry.record);
    let function = atom(&format!("encode_{name}"));
    let record = atom(name);
    let limited = it.depth || it.budget;
    source.blank();
    source.comment("%%", &format!("The message that holds a value, or why there is none: {name}."));
    source.line(format!("-spec {function}({record}()) -> {{ok, binary()}} | {{error, {{atom(), integer()}}}}."));
    let call = |limits| call(shared, encode, &it, ("", vec!["Value".to_owned()], ""), limits);
    let result = result_pattern("Binary", &it, false);
    source.line(format!("{function}(Value) ->"));
    guarded(source, &call(Limits::Default), &result, "Binary");
    source.blank();
    let limits = if limited { "Limits" } else { "_Limits" };
    source.line(format!(
        "-spec {function}({record}(), polywire:limits()) -> {{ok, binary()}} | {{error, {{atom(), integer()}}}}."
    ));
    source.line(format!("{function}(Value, {limits}) ->"));
    guarded(source, &call(Limits::Given), &result, "Binary");
}

fn print_decode(source: &mut Source, shared: &Shared, entry: &Entry) {
    let it = shared.signature(entry.decode);
    let name = shared.names.record(entry.record);
    let (function, record) = (atom(&format!("decode_{name}")), atom(name));
    let schema_type = entry.schema.map(|id| atom(shared.names.record(id)));
    let (head, types) = match &schema_type {
        Some(schema) => (", Schema", format!("binary(), {schema}()")),
        None => ("", "binary()".to_owned()),
    };
    let params: Vec<String> = schema_type.iter().map(|_| "Schema".to_owned()).collect();
    let call = |limits| call(shared, entry.decode, &it, ("Binary", params.clone(), "Binary"), limits);
    let result = result_pattern("Value", &it, true);
    source.blank();
    source.comment("%%", &format!("The value of a message that fills a binary, or why there is none: {name}."));
    let spec = format!("{{ok, {record}()}} | {{error, {{atom(), integer()}}}}.");
    source.line(format!("-spec {function}({types}) -> {spec}"));
    source.line(format!("{function}(Binary{head}) when is_binary(Binary) ->"));
    guarded(source, &call(Limits::Default), &result, "Value");
    source.blank();
    let limits = if it.depth || it.budget { "Limits" } else { "_Limits" };
    source.line(format!("-spec {function}({types}, polywire:limits()) -> {spec}"));
    source.line(format!("{function}(Binary{head}, {limits}) when is_binary(Binary) ->"));
    guarded(source, &call(Limits::Given), &result, "Value");
}

fn guarded(source: &mut Source, call: &str, pattern: &str, result: &str) {
    source.indented(|source| {
        source.line(format!("try {call} of"));
        source.indented(|source| source.line(format!("{pattern} -> {{ok, {result}}}")));
        source.line("catch");
        source.indented(|source| {
            source.line("throw:{polywire_error, Code, Site} -> {error, {Code, Site}}");
        });
        source.line("end.");
    });
}

#[derive(Clone, Copy)]
enum Limits {
    Default,
    Given,
}

fn call(
    shared: &Shared,
    func: FuncId,
    it: &Signature,
    (rest, params, input): (&str, Vec<String>, &str),
    limits: Limits,
) -> String {
    let limit = |name: &str, default: &str| match limits {
        Limits::Default => default.to_owned(),
        Limits::Given => format!("maps:get({name}, Limits, {default})"),
    };
    let mut args = vec![];
    if it.reads {
        args.push(rest.to_owned());
    }
    if it.region {
        args.extend([input.to_owned(), "0".to_owned()]);
    }
    args.extend(params);
    if it.position {
        args.push("0".to_owned());
    }
    if it.depth {
        args.push(limit("depth", DEPTH));
    }
    if it.budget {
        args.push(limit("budget", BUDGET));
    }
    if it.memo {
        args.push("#{}".to_owned());
    }
    format!("{}({})", atom(&function_name(shared.module, func)), join(args, ", "))
}

/// What the function gives, of which only one part is of interest.
fn result_pattern(value: &str, it: &Signature, decode: bool) -> String {
    let count = |has: bool| usize::from(has);
    let others = count(it.reads) + count(it.budget) + count(it.memo);
    if others == 0 || it.alone {
        return value.to_owned();
    }
    let blanks = vec!["_".to_owned(); others];
    let value = vec![value.to_owned()];
    let parts = if decode { [value, blanks] } else { [blanks, value] };
    format!("{{{}}}", join(parts.concat(), ", "))
}
