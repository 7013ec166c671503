//! The public functions of a codec.

use super::header::Header;
use super::printer::{ImplicitParam, NO_PATH, SLACK, function_name, implicit_params};
use crate::low::Mode;
use crate::plan::{CallingConvention, Shape};
use polywire_ir::{Entry, FuncId};
use polywire_srcgen::Source;

/// The printed form of a function that users call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Defined in a header.
    Inline,
    /// Declared in a header.
    Declared,
    /// Defined in a source file.
    Defined,
}

impl Form {
    /// Prints a function. The head has no attributes; its last parameter is the limits.
    fn function(self, out: &mut Source, comments: &[&str], head: &str, body: impl FnOnce(&mut Source)) {
        if self != Self::Defined {
            comments.iter().for_each(|comment| out.line(*comment));
        }
        match self {
            Self::Inline => out.block(format!("inline {head} = {{}}) {{"), "}", body),
            Self::Declared => out.line(format!("{head} = {{}});")),
            Self::Defined => out.block(format!("{head}) {{"), "}", body),
        }
    }
}

impl Header<'_> {
    /// Returns the memory parameter of a decoder of borrowing values.
    fn memory_param(&self) -> &'static str {
        if self.unit.names.ownership.is_borrowed() { "arena& memory, " } else { "" }
    }

    pub(super) fn entry(&self, out: &mut Source, entry: &Entry, form: Form) {
        let record = self.unit.names.record(entry.record).name.qualified();
        let schema = entry.schema.map(|id| self.unit.names.record(id).name.qualified());
        out.blank();
        self.decode_entry(out, entry, (&record, schema.as_deref()), form);
        if let Some(encode) = entry.encode {
            out.blank();
            self.encode_entry(out, encode, &record, form);
        }
    }

    fn decode_entry(&self, out: &mut Source, entry: &Entry, (record, schema): (&str, Option<&str>), form: Form) {
        let comments = [
            "/// Reads a message that fills the input. The value may have any previous content.",
            "/// Its texts and bytes point into the input and the memory, which must outlive it.",
        ];
        let comments = &comments[..1 + usize::from(self.unit.names.ownership.is_borrowed())];
        let head = format!("error decode({record}& value, {}", self.reader_params(entry.decode, schema));
        form.function(out, comments, &head, |out| self.run_reader(out, entry.decode, schema, &self.called_detail()));
    }

    pub(super) fn validate_entry(&self, out: &mut Source, entry: &Entry, detail: &str) {
        let Some(validate) = entry.validate else { return };
        let record = self.unit.names.record(entry.record).name.qualified();
        let schema = entry.schema.map(|id| self.unit.names.record(id).name.qualified());
        let params = self.reader_params(validate, schema.as_deref());
        out.blank();
        out.line("/// Checks a message without building a value; returns the same error code as `decode`.");
        out.line(format!("template <::std::same_as<{record}> T>"));
        out.block(format!("error validate({params} = {{}}) {{"), "}", |out| {
            if self.unit.module.function(validate).builds() {
                out.line("T value;");
            }
            self.run_reader(out, validate, schema.as_deref(), detail);
        });
    }

    /// Returns the parameters of a decoder after the value. The last is the limits, without a default argument.
    fn reader_params(&self, reader: FuncId, schema: Option<&str>) -> String {
        let schema = schema.map(|schema| format!("const {schema}& schema, ")).unwrap_or_default();
        let memory = self.memory_param();
        format!(
            "::std::span<const ::std::uint8_t> input, {memory}{schema}{}",
            limits_param(self.unit.convention(reader))
        )
    }

    /// Reads the input with a decoder or validator, and returns the result.
    fn run_reader(&self, out: &mut Source, reader: FuncId, schema: Option<&str>, detail: &str) {
        let convention = self.unit.convention(reader);
        let (settings, is_borrowed) = (convention.effects.settings, self.unit.names.ownership.is_borrowed());
        let given = [Some("input"), is_borrowed.then_some("memory"), settings.then_some("at_most")];
        let given: Vec<&str> = given.into_iter().flatten().collect();
        out.line(format!("{} message({});", self.unit.context(), given.join(", ")));
        if convention.effects.reads {
            out.line("const ::std::uint8_t* const begin = start_of(input);");
            out.line("const ::std::uint8_t* const end = begin + input.size();");
        }
        locals(out, convention);
        let mut args = Vec::new();
        if self.unit.module.function(reader).builds() {
            args.extend(self.value_args());
        }
        if schema.is_some() {
            args.push("schema".to_owned());
            args.extend(self.unit.traced().then(|| NO_PATH.to_owned()));
        }
        args.extend(implicit_params(convention, Mode::Raw).into_iter().map(|it| entry_arg(it, Mode::Raw)));
        let call = format!("{detail}::{}({})", function_name(self.unit, reader, Mode::Raw), args.join(", "));
        finish_decode(out, convention, &call);
    }

    fn encode_entry(&self, out: &mut Source, encode: FuncId, record: &str, form: Form) {
        let limits = limits_param(self.unit.convention(encode));
        let comments = ["/// Writes a message, which becomes the buffer's contents."];
        let head = format!("error encode(const {record}& value, buffer& output, {limits}");
        form.function(out, &comments, &head, |out| self.run_writer(out, encode, &self.called_detail()));
    }

    /// Writes the value with an encoder, and returns the result.
    fn run_writer(&self, out: &mut Source, encode: FuncId, detail: &str) {
        let (convention, mode) = (self.unit.convention(encode), self.unit.cx.entry_mode(encode));
        self.writer_context(out, convention);
        if mode == Mode::Limited {
            return self.encode_to_write_limit(out, encode, detail);
        }
        locals(out, convention);
        let size_bound = self.size_bound(encode, mode, detail);
        let origin = implicit_params(convention, mode).contains(&ImplicitParam::Origin);
        if origin {
            out.line(format!("::std::uint8_t* const origin = output.start({size_bound});"));
        }
        let start = if origin { "origin".to_owned() } else { format!("output.start({size_bound})") };
        out.line(format!("::std::uint8_t* out = {start};"));
        let mut args = self.value_args();
        args.extend(implicit_params(convention, mode).into_iter().map(|it| entry_arg(it, mode)));
        let call = format!("{detail}::{}({})", function_name(self.unit, encode, mode), args.join(", "));
        finish_encode(out, convention, &call);
    }

    fn writer_context(&self, out: &mut Source, convention: &CallingConvention) {
        let args = if convention.effects.settings { "({}, at_most)" } else { "" };
        if convention.message {
            out.line(format!("{} message{args};", self.unit.context()));
        }
    }

    /// Returns the value, and its path if errors are explained.
    fn value_args(&self) -> Vec<String> {
        let field_path = self.unit.traced().then(|| "::polywire::field_path()".to_owned());
        std::iter::once("value".to_owned()).chain(field_path).collect()
    }

    /// Prints the function that explains errors of a message or a value.
    pub(super) fn explain_entry(&self, out: &mut Source, entry: &Entry, detail: &str) {
        let record = self.unit.names.record(entry.record).name.qualified();
        let schema = entry.schema.map(|id| self.unit.names.record(id).name.qualified());
        let params = self.reader_params(entry.decode, schema.as_deref());
        out.blank();
        out.line("/// Repeats `decode` and returns its error with the path of the member.");
        out.line(format!("template <::std::same_as<{record}> T>"));
        out.block(format!("explanation explain({params} = {{}}) {{"), "}", |out| {
            out.line("T value;");
            self.run_reader(out, entry.decode, schema.as_deref(), detail);
        });
        let Some(encode) = entry.encode else { return };
        let limits = limits_param(self.unit.convention(encode));
        out.blank();
        out.line("/// Repeats `encode` and returns its error with the path of the member.");
        out.block(format!("inline explanation explain(const {record}& value, {limits} = {{}}) {{"), "}", |out| {
            out.line("buffer output;");
            self.run_writer(out, encode, detail);
        });
    }

    /// Prints an encoder that writes up to the write limit, and retries with more memory if that is not enough.
    fn encode_to_write_limit(&self, out: &mut Source, encode: FuncId, detail: &str) {
        let convention = self.unit.convention(encode);
        let args = implicit_params(convention, Mode::Limited).into_iter().map(|it| entry_arg(it, Mode::Limited));
        let args: Vec<String> = ["value".to_owned()].into_iter().chain(args).collect();
        let size_bound = self.size_bound(encode, Mode::Limited, detail);
        if convention.effects.fails {
            out.line("message.forget();");
        }
        out.line(format!("::std::size_t size_bound = output.capacity() < buffer::minimum_size ? {size_bound} : 0;"));
        out.block(format!("for (;; size_bound = output.more_than({size_bound})) {{"), "}", |out| {
            locals(out, convention);
            let origin = implicit_params(convention, Mode::Limited).contains(&ImplicitParam::Origin);
            out.line("::std::uint8_t* out = output.start(size_bound);");
            if origin {
                out.line("::std::uint8_t* const origin = out;");
            }
            out.line(format!(
                "out = {detail}::{}({});",
                function_name(self.unit, encode, Mode::Limited),
                args.join(", ")
            ));
            out.block("if (out != nullptr) [[likely]] {", "}", |out| {
                out.line("output.finish(out);");
                out.line("return {};");
            });
            if convention.effects.fails {
                out.block("if (message.has_failed()) {", "}", |out| {
                    out.line("output.clear();");
                    out.line("return message.failure();");
                });
            }
        });
    }

    /// Prints the function that returns the encoded size; if it cannot be computed otherwise, the value is encoded.
    pub(super) fn size_entry(&self, out: &mut Source, entry: &Entry, detail: &str) {
        let Some(encode) = entry.encode else { return };
        let record = self.unit.names.record(entry.record).name.qualified();
        let limits = limits_param(self.unit.convention(entry.size.unwrap_or(encode)));
        out.blank();
        out.line("/// The number of bytes that `encode` writes; empty if it fails.");
        let head =
            format!("inline ::std::optional<::std::size_t> encoded_size(const {record}& value, {limits} = {{}}) {{");
        out.block(head, "}", |out| match entry.size {
            Some(size) => self.run_size(out, size, detail),
            None => {
                let at_most = if limits.contains("/*") { "{}" } else { "at_most" };
                out.line("buffer output;");
                out.line(format!("if (encode(value, output, {at_most})) return ::std::nullopt;"));
                out.line("return output.size();");
            }
        });
    }

    fn run_size(&self, out: &mut Source, size: FuncId, detail: &str) {
        let convention = self.unit.convention(size);
        self.writer_context(out, convention);
        locals(out, convention);
        out.line("::std::uint64_t size = 0;");
        let mut args = vec!["value".to_owned()];
        args.extend(implicit_params(convention, Mode::Raw).into_iter().map(|it| entry_arg(it, Mode::Raw)));
        args.push("size".to_owned());
        let call = format!("{detail}::{}({})", function_name(self.unit, size, Mode::Raw), args.join(", "));
        match convention.shape() {
            Shape::Fails => out.line(format!("if (!{call}) return ::std::nullopt;")),
            Shape::Reads | Shape::Writes | Shape::Plain => out.line(format!("{call};")),
        }
        out.line("return static_cast<::std::size_t>(size);");
    }

    /// Returns the size bound with which an encoder starts.
    fn size_bound(&self, encode: FuncId, mode: Mode, detail: &str) -> String {
        match self.unit.cx.size_bounds.get(encode).filter(|_| mode != Mode::Checked) {
            None => "256".into(),
            Some(size_bound) if size_bound.terms.is_empty() => (size_bound.fixed + SLACK).to_string(),
            Some(_) => {
                let value = if self.unit.cx.size_bounds.params(encode).is_empty() { "" } else { "value" };
                format!("{detail}::size_bound_of_{}({value}) + {SLACK}", self.unit.functions[encode.0 as usize])
            }
        }
    }
}

fn finish_decode(out: &mut Source, convention: &CallingConvention, call: &str) {
    let failed = match convention.shape() {
        Shape::Reads | Shape::Writes if convention.effects.fails => Some(format!("{call} == nullptr")),
        Shape::Fails => Some(format!("!{call}")),
        Shape::Reads | Shape::Writes | Shape::Plain => None,
    };
    match failed {
        Some(failed) => out.line(format!("if ({failed}) [[unlikely]] return message.failure();")),
        None => out.line(format!("{call};")),
    }
    out.line("return {};");
}

fn finish_encode(out: &mut Source, convention: &CallingConvention, call: &str) {
    match convention.shape() {
        Shape::Writes if convention.effects.fails => {
            out.line(format!("out = {call};"));
            out.line("if (out == nullptr) [[unlikely]] {");
            out.line("  output.clear();");
            out.line("  return message.failure();");
            out.line("}");
        }
        Shape::Writes => out.line(format!("out = {call};")),
        Shape::Fails => {
            out.line(format!("if (!{call}) {{"));
            out.line("  output.clear();");
            out.line("  return message.failure();");
            out.line("}");
        }
        Shape::Reads | Shape::Plain => out.line(format!("{call};")),
    }
    out.line("output.finish(out);");
    out.line("return {};");
}

fn limits_param(convention: &CallingConvention) -> String {
    let used = convention.effects.charges || convention.effects.nests || convention.effects.settings;
    format!("const limits& {}", if used { "at_most" } else { "/*at_most*/" })
}

/// Prints local variables that an entry passes on.
fn locals(out: &mut Source, convention: &CallingConvention) {
    if convention.effects.charges {
        out.line("::std::uint64_t budget = at_most.budget;");
    }
    if convention.effects.memo {
        out.line("::polywire::memo memo;");
    }
}

fn entry_arg(param: ImplicitParam, mode: Mode) -> String {
    match param {
        ImplicitParam::Position | ImplicitParam::Begin => "begin",
        ImplicitParam::End | ImplicitParam::ReadableEnd => "end",
        ImplicitParam::Section if mode == Mode::Checked => "0",
        ImplicitParam::Section => "nullptr",
        ImplicitParam::Out => "out",
        ImplicitParam::WriteLimit => "output.write_limit()",
        ImplicitParam::Origin => "origin",
        ImplicitParam::Output => "output",
        ImplicitParam::Budget => "budget",
        ImplicitParam::Depth => "at_most.depth",
        ImplicitParam::Memo => "memo",
        ImplicitParam::Message => "message",
    }
    .into()
}
