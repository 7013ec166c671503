//! The public methods of a codec.

use super::case::format_name;
use super::native;
use super::printer::{Implicit, Unit, implicit};
use crate::low::Mode;
use crate::plan::Shape;
use polywire_ir::types::Named;
use polywire_ir::{Entry, FuncId};
use polywire_srcgen::Source;

/// The methods of a struct for a format.
struct Methods<'u, 'm> {
    unit: &'u Unit<'m>,
    runtime: String,
    ty: String,
    /// Its name, which functions have in theirs, because a type of another package has no methods here.
    function_of: Option<String>,
    format: String,
    /// Of an image: the variable for those whose memory is used again.
    spares: Option<String>,
    /// The parameter for the value that describes a message's schema, if any.
    schema: String,
}

impl<'u, 'm> Methods<'u, 'm> {
    fn of(entry: &Entry, unit: &'u Unit<'m>, file: &mut native::Printer<'_>) -> Self {
        let schema = entry.schema.map(|schema| format!("schema *{}, ", file.named(Named::Struct(schema))));
        Self {
            unit,
            runtime: file.runtime(),
            ty: file.named(Named::Struct(entry.record)),
            function_of: file.names.record(entry.record).name.foreign().map(str::to_owned),
            format: format_name(&unit.module.format),
            spares: file.names.record(entry.record).spares.clone(),
            schema: schema.unwrap_or_default(),
        }
    }
}

/// Prints the function of a framing.
pub(super) fn framing(out: &mut Source, entry: &Entry, unit: &Unit<'_>, file: &mut native::Printer<'_>) {
    let methods = Methods::of(entry, unit, file);
    let Methods { runtime, ty, format, .. } = &methods;
    let doc = format!("{format} is the framing {}, for {runtime}.Messages and {runtime}.Chunks.", unit.module.format);
    let head = format!("{format}(next *{ty}, b []byte, before *{ty}) error");
    methods.method(out, (&doc, &head), |out| methods.read(out, (entry.decode, &["next", "before"]), "nil"));
}

/// Prints the methods of a struct for a format.
pub(super) fn methods(out: &mut Source, entry: &Entry, unit: &Unit<'_>, file: &mut native::Printer<'_>) {
    let methods = Methods::of(entry, unit, file);
    if let Some(image) = &file.names.record(entry.record).image {
        methods.of_existing(out, entry, &image.of);
    }
    if unit.traced() {
        methods.explain(out, entry.decode);
        entry.encode.iter().for_each(|encode| methods.explain_append(out, *encode));
        return;
    }
    if let Some(encode) = entry.encode {
        methods.encoder(out, encode, entry.size);
    }
    methods.decoder(out, entry.decode);
    if let Some(validate) = entry.validate {
        methods.validator(out, validate);
    }
}

/// A method of an existing struct.
struct Passed<'p> {
    verb: &'p str,
    with: &'p str,
    params: &'p str,
    args: &'p str,
    results: &'p str,
    direction: Direction,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Encodes,
    Decodes,
    /// The value is not used.
    Checks,
}

impl<'p> Passed<'p> {
    fn encodes(verb: &'p str, with: &'p str, params: &'p str, args: &'p str, results: &'p str) -> Self {
        Self { verb, with, params, args, results, direction: Direction::Encodes }
    }

    fn decodes(with: &'p str, params: &'p str, args: &'p str) -> Self {
        Self { verb: "Unmarshal", with, params, args, results: "error", direction: Direction::Decodes }
    }

    fn checks(verb: &'p str, params: &'p str, args: &'p str, results: &'p str) -> Self {
        Self { verb, with: "", params, args, results, direction: Direction::Checks }
    }
}

fn explained(out: &mut Source, condition: &str, explanation: &str) {
    out.line(format!("if {condition} {{"));
    out.line(format!("\treturn c.{explanation}()"));
    out.line("}");
}

/// Returns true if limits or settings matter to an encoder.
pub(super) fn has_settings(unit: &Unit<'_>, encode: FuncId) -> bool {
    let effects = &unit.convention(encode).effects;
    effects.settings || effects.nests || effects.charges
}

impl Methods<'_, '_> {
    /// Prints the methods of an existing struct, which are those of its image.
    fn of_existing(&self, out: &mut Source, entry: &Entry, of: &str) {
        let Self { runtime, schema, .. } = self;
        let schema_arg = if schema.is_empty() { "" } else { "schema, " };
        let decoding = format!("decoder *{runtime}.Decoder, {schema}b []byte");
        let given = format!("decoder, {schema_arg}b");
        if self.unit.traced() {
            let explanation = format!("*{runtime}.Explanation");
            self.passed_on(out, of, Passed::checks("Explain", &decoding, &given, &explanation));
            if entry.encode.is_some() {
                let params = format!("encoder *{runtime}.Encoder");
                self.passed_on(out, of, Passed::encodes("ExplainAppend", "", &params, "encoder", &explanation));
            }
            return;
        }
        if let Some(encode) = entry.encode {
            let results = ["([]byte, error)", "(int, error)"];
            self.passed_on(out, of, Passed::encodes("Append", "", "b []byte", "b", results[0]));
            self.passed_on(out, of, Passed::encodes("Size", "", "", "", results[1]));
            if has_settings(self.unit, encode) {
                let params = format!("encoder *{runtime}.Encoder");
                let both = format!("{params}, b []byte");
                self.passed_on(out, of, Passed::encodes("Append", "With", &both, "encoder, b", results[0]));
                self.passed_on(out, of, Passed::encodes("Size", "With", &params, "encoder", results[1]));
            }
        }
        self.passed_on(out, of, Passed::decodes("", &format!("{schema}b []byte"), &format!("{schema_arg}b")));
        self.passed_on(out, of, Passed::decodes("With", &decoding, &given));
        if entry.validate.is_some() {
            self.passed_on(out, of, Passed::checks("Validate", &decoding, &given, "error"));
        }
    }

    /// Prints a method of an existing struct that calls that of its image.
    fn passed_on(&self, out: &mut Source, of: &str, passed: Passed<'_>) {
        let Passed { verb, with, params, args, results, direction } = passed;
        let (name, image) = (self.name(verb, with), &self.ty);
        let doc = match (verb, with) {
            ("Append", "") => format!("{name} appends v as a message to b."),
            ("Size", "") => format!("{name} returns the number of bytes that {} appends.", self.name("Append", "")),
            ("Unmarshal", "") => format!("{name} reads a message, which fills b, into v."),
            ("Append" | "Size", _) => format!("{name} is {} with the settings of an encoder.", self.name(verb, "")),
            ("Unmarshal", _) => format!("{name} is {} with the settings of a decoder.", self.name(verb, "")),
            ("Validate", _) => {
                format!("{name} checks a message of v's type as {} does; v is not used.", self.name("Unmarshal", ""))
            }
            ("Explain", _) => {
                format!("{name} explains the error of {}; nil if there is none.", self.name("Unmarshal", ""))
            }
            _ => format!("{name} explains the error of {}; nil if there is none.", self.name("Append", "")),
        };
        let receiver = if direction == Direction::Checks { "" } else { "v " };
        let head = format!("({receiver}*{of}) {name}({params}) {results}");
        self.method(out, (&doc, &head), |out| match direction {
            Direction::Encodes => {
                self.new_image(out);
                out.line("image.fill(v)");
                out.line(format!("return image.{name}({args})"));
            }
            Direction::Decodes => {
                self.new_image(out);
                out.line(format!("if err := image.{name}({args}); err != nil {{"));
                out.line("\treturn err");
                out.line("}");
                out.line("image.store(v)");
                out.line("return nil");
            }
            Direction::Checks => out.line(format!("return (*{image})(nil).{name}({args})")),
        });
    }

    /// Declares an image that is not in use.
    fn new_image(&self, out: &mut Source) {
        match &self.spares {
            Some(spares) => {
                out.line(format!("image := {spares}.Get()"));
                out.line("defer image.release()");
            }
            None => out.line(format!("var image {}", self.ty)),
        }
    }

    fn method(&self, out: &mut Source, (doc, head): (&str, &str), body: impl FnOnce(&mut Source)) {
        out.blank();
        out.line(format!("// {doc}"));
        out.block(format!("func {head} {{"), "}", body);
    }

    /// Returns the name of a method, or of the function in its place.
    fn name(&self, verb: &str, with: &str) -> String {
        format!("{verb}{}{}{with}", self.function_of.as_deref().unwrap_or_default(), self.format)
    }

    /// Returns the head of a method of a value, or of the function in its place.
    fn head(&self, verb: &str, with: &str, params: &str, results: &str) -> String {
        let (name, ty) = (self.name(verb, with), &self.ty);
        match &self.function_of {
            None => format!("(v *{ty}) {name}({params}) {results}"),
            Some(_) => format!("{name}({}) {results}", [&format!("v *{ty}"), params].join(", ").trim_end_matches(", ")),
        }
    }

    /// Returns the call of a method of a value, or of the function in its place.
    fn invocation(&self, verb: &str, with: &str, args: &str) -> String {
        let name = self.name(verb, with);
        match &self.function_of {
            None => format!("v.{name}({args})"),
            Some(_) => format!("{name}({})", ["v", args].join(", ").trim_end_matches(", ")),
        }
    }

    fn encoder(&self, out: &mut Source, encode: FuncId, size: Option<FuncId>) {
        let runtime = &self.runtime;
        let (append, size_name) = (self.name("Append", ""), self.name("Size", ""));
        let results = "([]byte, error)";
        let doc = format!("{append} appends v as a message to b.");
        let head = self.head("Append", "", "b []byte", results);
        let has_settings = has_settings(self.unit, encode);
        if !has_settings {
            self.method(out, (&doc, &head), |out| self.append(out, encode));
        } else {
            let call = format!("return {}", self.invocation("Append", "With", "nil, b"));
            self.method(out, (&doc, &head), |out| out.line(call));
            let doc = format!("{} is {append} with the settings of an encoder.", self.name("Append", "With"));
            let head = self.head("Append", "With", &format!("encoder *{runtime}.Encoder, b []byte"), results);
            self.method(out, (&doc, &head), |out| self.append(out, encode));
        }
        let sized = |out: &mut Source| match size {
            Some(size) => self.size(out, size),
            None => {
                let (with, args) = if has_settings { ("With", "encoder, nil") } else { ("", "nil") };
                out.line(format!("b, err := {}", self.invocation("Append", with, args)));
                out.line("return len(b), err");
            }
        };
        let doc = format!("{size_name} returns the number of bytes that {append} appends.");
        let head = self.head("Size", "", "", "(int, error)");
        if !has_settings {
            return self.method(out, (&doc, &head), sized);
        }
        let call = format!("return {}", self.invocation("Size", "With", "nil"));
        self.method(out, (&doc, &head), |out| out.line(call));
        let doc = format!("{} is {size_name} with the settings of an encoder.", self.name("Size", "With"));
        let head = self.head("Size", "With", &format!("encoder *{runtime}.Encoder"), "(int, error)");
        self.method(out, (&doc, &head), sized);
    }

    fn decoder(&self, out: &mut Source, decode: FuncId) {
        let Self { runtime, schema, .. } = self;
        let args = if schema.is_empty() { "nil, b" } else { "nil, schema, b" };
        let name = self.name("Unmarshal", "");
        let doc = format!("{name} reads a message, which fills b, into v, whose memory is used again.");
        let head = self.head("Unmarshal", "", &format!("{schema}b []byte"), "error");
        let call = format!("return {}", self.invocation("Unmarshal", "With", args));
        self.method(out, (&doc, &head), |out| out.line(call));
        let doc = format!("{} is {name} with the settings of a decoder.", self.name("Unmarshal", "With"));
        let params = format!("decoder *{runtime}.Decoder, {schema}b []byte");
        self.method(out, (&doc, &self.head("Unmarshal", "With", &params, "error")), |out| {
            self.read_message(out, decode)
        });
    }

    fn validator(&self, out: &mut Source, validate: FuncId) {
        let Self { runtime, ty, schema, .. } = self;
        let (name, reader) = (self.name("Validate", ""), self.name("Unmarshal", ""));
        let params = format!("decoder *{runtime}.Decoder, {schema}b []byte");
        let (doc, head) = match &self.function_of {
            None => {
                let doc = format!("{name} checks a message of v's type as {reader} does; v is not used.");
                (doc, format!("(*{ty}) {name}({params}) error"))
            }
            Some(_) => (format!("{name} checks a message as {reader} does."), format!("{name}({params}) error")),
        };
        self.method(out, (&doc, &head), |out| {
            if self.unit.module.function(validate).builds() {
                out.line(format!("v := new({ty})"));
            }
            self.read_message(out, validate);
        });
    }

    fn explain(&self, out: &mut Source, decode: FuncId) {
        let Self { runtime, ty, schema, .. } = self;
        let (name, reader) = (self.name("Explain", ""), self.name("Unmarshal", ""));
        let doc = format!("{name} explains the error of {reader}; nil if there is none.");
        let signature = format!("{name}(decoder *{runtime}.Decoder, {schema}b []byte) *{runtime}.Explanation");
        let (doc, head) = match &self.function_of {
            None => (doc + " The receiver is not used.", format!("(*{ty}) {signature}")),
            Some(_) => (doc, signature),
        };
        self.method(out, (&doc, &head), |out| {
            let builds = self.unit.module.function(decode).builds();
            if builds {
                out.line(format!("v := new({ty})"));
            }
            let root = self.root();
            let value = root.iter().map(String::as_str).filter(|_| builds);
            let schema = ["schema", "nil"].into_iter().filter(|_| !schema.is_empty());
            let call = self.call(out, (decode, Mode::Raw), &value.chain(schema).collect::<Vec<_>>(), "decoder");
            if self.unit.convention(decode).effects.fails {
                explained(out, &format!("{call} < 0"), "Explanation");
            }
            out.line("return nil");
        });
    }

    fn explain_append(&self, out: &mut Source, encode: FuncId) {
        let runtime = &self.runtime;
        let (name, append) = (self.name("ExplainAppend", ""), self.name("Append", ""));
        let doc = format!("{name} explains the error of {append}; nil if there is none.");
        let params = format!("encoder *{runtime}.Encoder");
        let head = self.head("ExplainAppend", "", &params, &format!("*{runtime}.Explanation"));
        self.method(out, (&doc, &head), |out| {
            let convention = self.unit.convention(encode);
            if convention.effects.fails {
                let writes = convention.shape() == Shape::Writes;
                if writes {
                    out.line("var b []byte");
                }
                let root = self.root();
                let mode = self.unit.mode(encode);
                let call = self.call(out, (encode, mode), &root.each_ref().map(String::as_str), "encoder");
                let condition = if writes { format!("_, n := {call}; n < 0") } else { format!("{call} < 0") };
                explained(out, &condition, "ExplanationOfValue");
            }
            out.line("return nil");
        });
    }

    /// The value and its path.
    fn root(&self) -> [String; 2] {
        ["v".to_owned(), format!("{}.Message()", self.runtime)]
    }

    fn append(&self, out: &mut Source, encode: FuncId) {
        let mode = self.unit.mode(encode);
        let call = self.call(out, (encode, mode), &["v"], "encoder");
        let effects = &self.unit.convention(encode).effects;
        if self.unit.convention(encode).shape() != Shape::Writes {
            if effects.fails {
                self.fail(out, &format!("{call} < 0"), "b, ");
            } else {
                out.line(call);
            }
            return out.line("return b, nil");
        }
        out.line(format!("out, n := {call}"));
        if effects.fails {
            self.fail(out, "n < 0", "b, ");
        }
        out.line("return out[:n], nil");
    }

    fn size(&self, out: &mut Source, size: FuncId) {
        let call = self.call(out, (size, Mode::Raw), &["v"], "encoder");
        if self.unit.convention(size).shape() == Shape::Plain {
            return out.line(format!("return int({call}), nil"));
        }
        out.line(format!("size, status := {call}"));
        self.fail(out, "status < 0", "0, ");
        out.line("return int(size), nil");
    }

    /// Calls a decoder or a validator.
    fn read_message(&self, out: &mut Source, reader: FuncId) {
        let value = self.unit.module.function(reader).builds().then_some("v");
        let schema = (!self.schema.is_empty()).then_some("schema");
        let first: Vec<&str> = value.into_iter().chain(schema).collect();
        self.read(out, (reader, &first), "decoder");
    }

    fn read(&self, out: &mut Source, (reader, first): (FuncId, &[&str]), settings: &str) {
        let call = self.call(out, (reader, Mode::Raw), first, settings);
        if self.unit.convention(reader).effects.fails {
            self.fail(out, &format!("{call} < 0"), "");
        } else {
            out.line(call);
        }
        out.line("return nil");
    }

    fn fail(&self, out: &mut Source, condition: &str, values: &str) {
        out.line(format!("if {condition} {{"));
        out.line(format!("\treturn {values}c.Err()"));
        out.line("}");
    }

    /// Declares what a function takes, and returns its call.
    fn call(&self, out: &mut Source, (func, mode): (FuncId, Mode), first: &[&str], settings: &str) -> String {
        let params = implicit(self.unit, func);
        let reads = params.contains(&Implicit::Input);
        if params.contains(&Implicit::Context) || params.contains(&Implicit::Depth) {
            out.line(format!("var c {}.{}", self.runtime, self.unit.context()));
            match settings {
                "encoder" if has_settings(self.unit, func) => out.line("c.StartEncoder(encoder)"),
                "encoder" => {}
                _ if self.unit.traced() => out.line(format!("b = c.StartExplaining(b, {settings})")),
                _ => out.line(format!("c.Start({}, {settings})", if reads { "b" } else { "nil" })),
            }
        }
        if params.contains(&Implicit::Memo) {
            out.line(format!("var memo {}.Memo", self.runtime));
        }
        let given = params.iter().map(|param| match param {
            Implicit::Input => "b[:len(b):len(b)]",
            Implicit::Position | Implicit::Section => "0",
            Implicit::Output => "b[:cap(b)]",
            Implicit::End | Implicit::Origin => "len(b)",
            Implicit::Depth => "c.Depth",
            Implicit::Memo => "&memo",
            Implicit::Context => "&c",
        });
        let args: Vec<&str> = first.iter().copied().chain(given).collect();
        format!("{}({})", self.unit.name(func, mode), args.join(", "))
    }
}
