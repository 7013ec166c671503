//! The class of a service, with those of its clients and of its implementations.

use super::super::names::TypeNames;
use super::super::native::string_literal;
use super::super::reserved::scope;
use super::super::wrap;
use crate::services::{Method, Service};
use polywire_srcgen::Source;

/// Names of members that methods must not have.
const TAKEN: &[&str] = &[
    "AddMethod",
    "Service",
    "Stub",
    "add",
    "bound",
    "call",
    "client",
    "exchange",
    "many_to_many",
    "many_to_one",
    "method",
    "one_to_many",
    "one_to_one",
    "receive",
    "send",
    "serve",
    "service",
    "unimplemented",
];

/// A method with its names.
struct Named<'m> {
    method: &'m Method,
    /// That of its functions.
    name: String,
    /// That of a client's member.
    member: String,
    path: String,
    takes: String,
    returns: String,
}

/// Prints the class.
pub(super) fn print(out: &mut Source, (service, class): (&Service, &str), names: &TypeNames) {
    let path = service.path();
    let mut own = scope();
    TAKEN.iter().chain([&class]).for_each(|taken| own.reserve(taken));
    let called: Vec<String> = service.methods.iter().map(|method| own.claim(&method.name)).collect();
    let methods: Vec<Named> = service
        .methods
        .iter()
        .zip(called)
        .map(|(method, name)| {
            let [takes, returns] = [method.takes, method.returns].map(|id| names.record(id).name.qualified());
            let member = own.claim(&format!("{name}_method"));
            Named { method, name, member, path: format!("/{path}/{}", method.name), takes, returns }
        })
        .collect();
    out.comment("///", &service.name.doc);
    if service.deprecated {
        out.line("/// Deprecated.");
    }
    out.block(format!("class {class} final {{"), "};", |out| {
        access(out, "public");
        let literal = string_literal(path.as_bytes());
        out.line(format!("static constexpr const char* service_full_name() {{ return {literal}; }}"));
        out.blank();
        stub(out, &path, &methods);
        out.blank();
        out.line("/// Returns a client for a channel.");
        let head = "static ::std::unique_ptr<Stub> NewStub(::std::shared_ptr<::grpc::ChannelInterface> channel) {";
        out.block(head, "}", |out| out.line("return ::std::make_unique<Stub>(::std::move(channel));"));
        out.blank();
        implementation(out, &path, &methods);
    });
}

/// Prints the class of clients.
fn stub(out: &mut Source, path: &str, methods: &[Named]) {
    out.line(format!("/// Calls methods of {path}. It can be used from several threads at a time."));
    out.block("class Stub final : public ::polywire::grpcpp::client {", "};", |out| {
        access(out, "public");
        let head = "explicit Stub(::std::shared_ptr<::grpc::ChannelInterface> channel)";
        out.line(format!("{head} : client(::std::move(channel)) {{}}"));
        for named in methods {
            out.blank();
            document(out, named.method);
            let (head, body) = calling(named);
            out.block(format!("{head} {{"), "}", |out| out.line(format!("return {body};")));
        }
        if !methods.is_empty() {
            out.blank();
            access(out, "private");
        }
        for Named { member, method, path, .. } in methods {
            let shape = match (method.takes_many, method.returns_many) {
                (false, false) => "one_to_one",
                (false, true) => "one_to_many",
                (true, false) => "many_to_one",
                (true, true) => "many_to_many",
            };
            out.line(format!("method {member} = {shape}({});", string_literal(path.as_bytes())));
        }
    });
}

/// Returns the head of a client's method, and what it returns.
fn calling(Named { method, name, member, takes, returns, .. }: &Named) -> (String, String) {
    let context = "::grpc::ClientContext* context";
    match (method.takes_many, method.returns_many) {
        (false, false) => (
            format!("::grpc::Status {name}({context}, const {takes}& request, {returns}* answer)"),
            format!("call({member}, context, request, answer)"),
        ),
        (false, true) => (
            format!("::std::unique_ptr<::grpc::ClientReader<{returns}>> {name}({context}, const {takes}& request)"),
            format!("receive<{returns}>({member}, context, request)"),
        ),
        (true, false) => (
            format!("::std::unique_ptr<::grpc::ClientWriter<{takes}>> {name}({context}, {returns}* answer)"),
            format!("send<{takes}>({member}, context, answer)"),
        ),
        (true, true) => (
            format!("::std::unique_ptr<::grpc::ClientReaderWriter<{takes}, {returns}>> {name}({context})"),
            format!("exchange<{takes}, {returns}>({member}, context)"),
        ),
    }
}

/// Prints the base class of implementations.
fn implementation(out: &mut Source, path: &str, methods: &[Named]) {
    out.line(format!("/// The base class of implementations of {path}. Methods that are not overridden are refused."));
    out.block("class Service : public ::polywire::grpcpp::service {", "};", |out| {
        access(out, "public");
        out.block("Service() {", "}", |out| {
            for Named { name, path, .. } in methods {
                out.line(format!("serve({}, this, &Service::{name});", string_literal(path.as_bytes())));
            }
        });
        for named in methods {
            out.blank();
            document(out, named.method);
            let head = format!("virtual ::grpc::Status {}({})", named.name, parameters(named));
            out.block(format!("{head} {{"), "}", |out| out.line("return unimplemented();"));
        }
    });
}

/// The parameters of an implementation's method, without names: the base class does not use them.
fn parameters(Named { method, takes, returns, .. }: &Named) -> String {
    let messages = match (method.takes_many, method.returns_many) {
        (false, false) => format!("const {takes}* /*request*/, {returns}* /*answer*/"),
        (false, true) => format!("const {takes}* /*request*/, ::grpc::ServerWriter<{returns}>* /*answers*/"),
        (true, false) => format!("::grpc::ServerReader<{takes}>* /*requests*/, {returns}* /*answer*/"),
        (true, true) => format!("::grpc::ServerReaderWriter<{returns}, {takes}>* /*stream*/"),
    };
    format!("::grpc::ServerContext* /*context*/, {messages}")
}

fn document(out: &mut Source, method: &Method) {
    out.comment("///", &method.doc);
    if method.deprecated {
        out.line("/// Deprecated.");
    }
}

fn access(out: &mut Source, name: &str) {
    out.line(wrap::access(name));
}
