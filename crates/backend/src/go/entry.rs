//! The public methods of a codec.

use super::case::exported;
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
    format: String,
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
            format: exported(&unit.module.format),
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
    fn method(&self, out: &mut Source, (doc, head): (&str, &str), body: impl FnOnce(&mut Source)) {
        out.blank();
        out.line(format!("// {doc}"));
        out.block(format!("func {head} {{"), "}", body);
    }

    fn encoder(&self, out: &mut Source, encode: FuncId, size: Option<FuncId>) {
        let Self { runtime, ty, format, .. } = self;
        let doc = format!("Append{format} appends v as a message to b.");
        let head = format!("(v *{ty}) Append{format}(b []byte) ([]byte, error)");
        let has_settings = has_settings(self.unit, encode);
        if !has_settings {
            self.method(out, (&doc, &head), |out| self.append(out, encode));
        } else {
            let call = format!("return v.Append{format}With(nil, b)");
            self.method(out, (&doc, &head), |out| out.line(call));
            let doc = format!("Append{format}With is Append{format} with the settings of an encoder.");
            let head = format!("(v *{ty}) Append{format}With(encoder *{runtime}.Encoder, b []byte) ([]byte, error)");
            self.method(out, (&doc, &head), |out| self.append(out, encode));
        }
        let sized = |out: &mut Source| match size {
            Some(size) => self.size(out, size),
            None => {
                let call = if has_settings { "With(encoder, nil)" } else { "(nil)" };
                out.line(format!("b, err := v.Append{format}{call}"));
                out.line("return len(b), err");
            }
        };
        let doc = format!("Size{format} returns the number of bytes that Append{format} appends.");
        let head = format!("(v *{ty}) Size{format}() (int, error)");
        if !has_settings {
            return self.method(out, (&doc, &head), sized);
        }
        self.method(out, (&doc, &head), |out| out.line(format!("return v.Size{format}With(nil)")));
        let doc = format!("Size{format}With is Size{format} with the settings of an encoder.");
        let head = format!("(v *{ty}) Size{format}With(encoder *{runtime}.Encoder) (int, error)");
        self.method(out, (&doc, &head), sized);
    }

    fn decoder(&self, out: &mut Source, decode: FuncId) {
        let Self { runtime, ty, format, schema, .. } = self;
        let args = if schema.is_empty() { "" } else { "schema, " };
        let doc = format!("Unmarshal{format} reads a message, which fills b, into v, whose memory is used again.");
        let head = format!("(v *{ty}) Unmarshal{format}({schema}b []byte) error");
        let call = format!("return v.Unmarshal{format}With(nil, {args}b)");
        self.method(out, (&doc, &head), |out| out.line(call));
        let doc = format!("Unmarshal{format}With is Unmarshal{format} with the settings of a decoder.");
        let head = format!("(v *{ty}) Unmarshal{format}With(decoder *{runtime}.Decoder, {schema}b []byte) error");
        self.method(out, (&doc, &head), |out| self.read_message(out, decode));
    }

    fn validator(&self, out: &mut Source, validate: FuncId) {
        let Self { runtime, ty, format, schema, .. } = self;
        let doc = format!("Validate{format} checks a message of v's type as Unmarshal{format} does; v is not used.");
        let head = format!("(*{ty}) Validate{format}(decoder *{runtime}.Decoder, {schema}b []byte) error");
        self.method(out, (&doc, &head), |out| {
            if self.unit.module.function(validate).builds() {
                out.line(format!("v := new({ty})"));
            }
            self.read_message(out, validate);
        });
    }

    fn explain(&self, out: &mut Source, decode: FuncId) {
        let Self { runtime, ty, format, schema, .. } = self;
        let doc = format!(
            "Explain{format} explains the error of Unmarshal{format}; nil if there is none. The receiver is not used."
        );
        let head =
            format!("(*{ty}) Explain{format}(decoder *{runtime}.Decoder, {schema}b []byte) *{runtime}.Explanation");
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
        let Self { runtime, ty, format, .. } = self;
        let doc = format!("ExplainAppend{format} explains the error of Append{format}; nil if there is none.");
        let head = format!("(v *{ty}) ExplainAppend{format}(encoder *{runtime}.Encoder) *{runtime}.Explanation");
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
