//! Protocols as values: the codecs of their envelopes, and facts that the transport needs.

use super::super::case::exported;
use super::super::defaults::string_literal;
use super::super::names::TypeNames;
use super::super::packages::Package;
use super::super::{Options, file::file_name};
use super::{Calls, Members, method};
use crate::File;
use crate::outline::NameScope;
use crate::services::{Form, Protocol, Protocols, Services};
use polywire_ir::types::StructId;
use polywire_srcgen::Source;
use std::sync::Arc;

/// Prints the file, in the package of the codecs of envelopes.
pub(super) fn file((services, protocols): (&Services<'_>, &Protocols), names: &TypeNames, options: &Options) -> File {
    let package: &Arc<Package> = &names.record(protocols.envelope).name.codec;
    let mut file = Calls::new(services, names, (package, options));
    let mut body = Source::new("\t");
    let mut scope = NameScope::new(&[]);
    let all = scope.claim("Protocols");
    let variables: Vec<String> = protocols.all.iter().map(|it| scope.claim(&exported(&it.name))).collect();
    let ty = file.transport("Protocol");
    body.line(format!("// {all} are all protocols of this package, for a server that speaks each of them."));
    body.line(format!("var {all} = []*{ty}{{{}}}", variables.join(", ")));
    for (protocol, variable) in protocols.all.iter().zip(&variables) {
        print(&mut body, (protocol, variable, &ty), (&mut file, protocols.envelope));
    }
    let name = file_name("protocols", package);
    file.finish(name, "for protocols of calls", (package, body))
}

fn print(
    out: &mut Source,
    (protocol, variable, ty): (&Protocol, &str, &str),
    (file, envelope): (&mut Calls<'_>, StructId),
) {
    out.blank();
    out.line(format!("// {variable} is the protocol {}.", protocol.name));
    out.block(format!("var {variable} = &{ty}{{"), "}", |out| {
        out.line(format!("Name: {},", string_literal(protocol.name.as_bytes())));
        let ty = file.transport("Form");
        out.block(format!("Form: {ty}{{"), "},", |out| form(out, &protocol.form, (file, envelope)));
        if let Some(unary) = &protocol.unary {
            out.block(format!("Unary: &{ty}{{"), "},", |out| form(out, unary, (file, envelope)));
        }
    });
}

fn form(out: &mut Source, form: &Form, (file, envelope): (&mut Calls<'_>, StructId)) {
    let mut members = Members::default();
    for verb in ["Append", "Unmarshal"] {
        let function = method::function(verb, (envelope, &form.format), file);
        members.add(verb, &function);
    }
    let (before, width) = form.frames;
    members.add("Frames", &format!("{}{{Before: {before}, Width: {width}}}", file.calls("FrameHeader")));
    for (is_so, fact) in [
        (form.is_http2, "HTTP2"),
        (form.is_http2_if_duplex, "HTTP2IfDuplex"),
        (form.has_trailers, "Trailers"),
        (form.fails_in_head, "FailsInHead"),
    ] {
        if is_so {
            members.add(fact, "true");
        }
    }
    if let Some(whole) = &form.whole {
        let [compression, trailers] = [&whole.compression, &whole.trailers].map(|text| string_literal(text.as_bytes()));
        let ty = file.transport("Whole");
        members.add("Whole", &format!("&{ty}{{Compression: {compression}, Trailers: {trailers}}}"));
    }
    let resets: Vec<String> = form.resets.iter().map(|(code, status)| format!("{code}: {status}")).collect();
    if !resets.is_empty() {
        let status = file.calls("Status");
        members.add("Resets", &format!("map[uint32]{status}{{{}}}", resets.join(", ")));
    }
    members.finish(out);
}
