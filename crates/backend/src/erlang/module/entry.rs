//! The public functions.

use crate::erlang::emit::{ANY, Shared, Signature, function_name};
use crate::erlang::print::atom;
use polywire_ir::{Entry, FuncId};
use polywire_srcgen::{Source, join};

/// The version of the interface between generated code and its runtime, which `polywire.erl` repeats.
const RUNTIME: u32 = 1;

/// The exports.
pub fn exports(source: &mut Source, shared: &Shared) {
    for entry in &shared.module.entries {
        let name = shared.names.record(entry.record);
        let mut exports = vec![];
        if entry.encode.is_some() {
            let encode = atom(&format!("encode_{name}"));
            exports.extend([format!("{encode}/1"), format!("{encode}/2")]);
            if !shared.traced {
                let size = atom(&format!("encoded_size_{name}"));
                exports.extend([format!("{size}/1"), format!("{size}/2")]);
            }
        }
        let decode = atom(&format!("decode_{name}"));
        let arity = 1 + usize::from(entry.schema.is_some());
        exports.extend([format!("{decode}/{arity}"), format!("{decode}/{}", arity + 1)]);
        if entry.validate.is_some() {
            let validate = atom(&format!("validate_{name}"));
            exports.extend([format!("{validate}/{arity}"), format!("{validate}/{}", arity + 1)]);
        }
        source.line(format!("-export([{}]).", join(exports, ", ")));
    }
}

/// Prints the check, at load time, that the runtime has the right version.
pub fn runtime_check(source: &mut Source) {
    source.line("\n-on_load(check_runtime/0).\n");
    source.line(format!("check_runtime() -> polywire:check({RUNTIME})."));
}

/// The entries' functions.
pub fn entries(source: &mut Source, shared: &Shared) {
    for entry in &shared.module.entries {
        if let Some(encode) = entry.encode {
            print_encode(source, shared, entry, encode);
            if !shared.traced {
                print_size(source, shared.names.record(entry.record));
            }
        }
        print_reader(source, shared, entry, &Reader::decoder(shared, entry));
        if let Some(validate) = entry.validate {
            print_reader(source, shared, entry, &Reader::validator(validate));
        }
    }
}

fn print_encode(source: &mut Source, shared: &Shared, entry: &Entry, encode: FuncId) {
    let it = shared.signature(encode);
    let name = shared.names.record(entry.record);
    let function = atom(&format!("encode_{name}"));
    let record = atom(name);
    source.blank();
    source.comment("%%", &format!("The message that contains a value, or an error: {name}."));
    let spec = format!("{{ok, binary()}} | {{error, {}}}.", error_type(shared));
    source.line(format!("-spec {function}({record}()) -> {spec}"));
    let call = |limits| call(shared, encode, &it, ("", vec!["Value".to_owned()], ""), limits);
    let result = result_pattern("Binary", &it, false);
    source.line(format!("{function}(Value) ->"));
    let older = |limits: &str| Older { record: record.clone(), again: format!("{function}(Grown{limits})") };
    guarded(source, shared, &call(Limits::Default), (&result, "{ok, Binary}"), Some(&older("")));
    source.blank();
    source.line(format!("-spec {function}({record}(), polywire:limits()) -> {spec}"));
    source.line(format!("{function}(Value, Limits) ->"));
    guarded(source, shared, &call(Limits::Given), (&result, "{ok, Binary}"), Some(&older(", Limits")));
}

/// The size of a message is known once it is encoded, because its contents must be checked and converted in any case.
fn print_size(source: &mut Source, name: &str) {
    let (function, encode, record) =
        (atom(&format!("encoded_size_{name}")), atom(&format!("encode_{name}")), atom(name));
    for (param, limits, ty) in [("", "", ""), (", Limits", ", Limits", ", polywire:limits()")] {
        source.blank();
        if param.is_empty() {
            source.comment(
                "%%",
                &format!("The size in bytes of the message that contains a value, or an error: {name}."),
            );
        }
        source.line(format!(
            "-spec {function}({record}(){ty}) -> {{ok, non_neg_integer()}} | {{error, {{atom(), integer()}}}}."
        ));
        source.line(format!("{function}(Value{param}) ->"));
        source.indented(|source| {
            source.line(format!("case {encode}(Value{limits}) of"));
            source.indented(|source| source.line("{ok, Binary} -> {ok, byte_size(Binary)};\nError -> Error"));
            source.line("end.");
        });
    }
}

/// A function that takes a message.
struct Reader {
    verb: &'static str,
    about: &'static str,
    func: FuncId,
    /// The type of its result for a valid message.
    gives: String,
    /// The result of its function, and the part that is returned.
    result: (String, &'static str),
}

impl Reader {
    fn decoder(shared: &Shared, entry: &Entry) -> Self {
        Self {
            verb: "decode",
            about: "The value of a message that fills a binary, or an error",
            func: entry.decode,
            gives: format!("{{ok, {}()}}", atom(shared.names.record(entry.record))),
            result: (result_pattern("Value", &shared.signature(entry.decode), true), "{ok, Value}"),
        }
    }

    fn validator(func: FuncId) -> Self {
        Self {
            verb: "validate",
            about: "Checks if a message can be decoded",
            func,
            gives: "ok".to_owned(),
            result: ("_".to_owned(), "ok"),
        }
    }
}

fn print_reader(source: &mut Source, shared: &Shared, entry: &Entry, reader: &Reader) {
    let it = shared.signature(reader.func);
    let name = shared.names.record(entry.record);
    let function = atom(&format!("{}_{name}", reader.verb));
    let schema_type = entry.schema.map(|id| atom(shared.names.record(id)));
    let (head, types) = match &schema_type {
        Some(schema) => (", Schema", format!("binary(), {schema}()")),
        None => ("", "binary()".to_owned()),
    };
    let params: Vec<String> = schema_type.iter().map(|_| "Schema".to_owned()).collect();
    let call = |limits| call(shared, reader.func, &it, ("Binary", params.clone(), "Binary"), limits);
    let result = (reader.result.0.as_str(), reader.result.1);
    source.blank();
    source.comment("%%", &format!("{}: {name}.", reader.about));
    let spec = format!("{} | {{error, {}}}.", reader.gives, error_type(shared));
    source.line(format!("-spec {function}({types}) -> {spec}"));
    source.line(format!("{function}(Binary{head}) when is_binary(Binary) ->"));
    guarded(source, shared, &call(Limits::Default), result, None);
    source.blank();
    let limits = if it.depth || it.budget || it.settings { "Limits" } else { "_Limits" };
    source.line(format!("-spec {function}({types}, polywire:limits()) -> {spec}"));
    source.line(format!("{function}(Binary{head}, {limits}) when is_binary(Binary) ->"));
    guarded(source, shared, &call(Limits::Given), result, None);
}

/// The type of a failure.
fn error_type(shared: &Shared) -> &'static str {
    if shared.traced { "polywire_trace:error()" } else { "{atom(), integer()}" }
}

/// A value that may be of an older schema: its record, and the call that encodes it after conversion.
struct Older {
    record: String,
    again: String,
}

fn guarded(source: &mut Source, shared: &Shared, call: &str, (pattern, result): (&str, &str), older: Option<&Older>) {
    source.indented(|source| {
        source.line(format!("try {call} of"));
        source.indented(|source| source.line(format!("{pattern} -> {result}")));
        source.line("catch");
        source.indented(|source| {
            let error = if shared.traced { "polywire_trace:error(Code, Site)" } else { "{Code, Site}" };
            let end = if older.is_some() { ";" } else { "" };
            source.line(format!("throw:{{polywire_error, Code, Site}} -> {{error, {error}}}{end}"));
            older.iter().for_each(|older| grown(source, older));
        });
        source.line("end.");
    });
}

/// Values of another shape are examined again.
fn grown(source: &mut Source, older: &Older) {
    source.line("error:Reason:Stack ->");
    source.indented(|source| {
        source.line(format!("case polywire_records:grown(Value, {{record, {}}}, records()) of", older.record));
        source.indented(|source| {
            source.line("Value -> erlang:raise(error, Reason, Stack);");
            source.line(format!("Grown -> {}", older.again));
        });
        source.line("end");
    });
}

/// The limits of a function.
#[derive(Clone, Copy)]
pub enum Limits {
    Default,
    Given,
}

/// Returns a call of an IR function with its threaded state.
pub fn call(
    shared: &Shared,
    func: FuncId,
    it: &Signature,
    (rest, params, input): (&str, Vec<String>, &str),
    limits: Limits,
) -> String {
    let limit = |name: &str, default: u64| match limits {
        Limits::Default => default.to_string(),
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
        args.push(limit("depth", polywire_ir::limits::DEPTH.into()));
    }
    if it.budget {
        args.push(limit("budget", polywire_ir::limits::BUDGET));
    }
    if it.memo {
        args.push("#{}".to_owned());
    }
    if it.settings {
        args.push(settings(shared, func, limits));
    }
    if it.trace {
        let start = if it.reads { "0" } else { "undefined" };
        args.extend([start.to_owned(), "[]".to_owned()]);
    }
    format!("{}({})", atom(&function_name(shared.module, func)), join(args, ", "))
}

/// Returns the caller's settings, with the default module if the caller named none.
fn settings(shared: &Shared, func: FuncId, limits: Limits) -> String {
    let own = || format!("#{{{ANY} => {}}}", atom(&shared.links.own));
    match (limits, shared.choosers([func]).is_empty()) {
        (Limits::Default, true) => "#{}".to_owned(),
        (Limits::Default, false) => own(),
        (Limits::Given, true) => "Limits".to_owned(),
        (Limits::Given, false) => format!("maps:merge({}, Limits)", own()),
    }
}

/// Returns a pattern for the function's result, of which only one part is used.
pub fn result_pattern(value: &str, it: &Signature, decode: bool) -> String {
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
