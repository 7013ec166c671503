//! Methods that implement interfaces of Go's standard library by those of a format.

use super::case::format_name;
use super::native;
use super::packages::Package;
use crate::File;
use polywire_ir::types::Named;
use polywire_ir::{Entry, Module};
use polywire_srcgen::Source;

/// The formats of the methods that implement interfaces of the standard library; none by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interfaces {
    /// That of `MarshalBinary`, `AppendBinary` and `UnmarshalBinary`.
    pub binary: Option<String>,
    /// That of `MarshalJSON` and `UnmarshalJSON`, and of `MarshalJSONTo` and `UnmarshalJSONFrom` in a file that is built only
    /// with `encoding/json/v2`.
    pub json: Option<String>,
}

const BINARY: [&str; 3] = ["MarshalBinary", "AppendBinary", "UnmarshalBinary"];

const JSON: [&str; 4] = ["MarshalJSON", "UnmarshalJSON", "MarshalJSONTo", "UnmarshalJSONFrom"];

impl Interfaces {
    /// Returns the names of the methods.
    pub fn methods(&self) -> Vec<String> {
        let binary = self.binary.iter().flat_map(|_| BINARY);
        binary.chain(self.json.iter().flat_map(|_| JSON)).map(str::to_owned).collect()
    }

    /// Returns one of the formats of codecs that has a method of the same name as an interface whose format is another one.
    pub fn clash<'f>(&self, formats: impl IntoIterator<Item = &'f str>) -> Option<(&'f str, String)> {
        let own = self.methods();
        let clash = |format: &'f str| {
            let is_own = self.json.as_deref() == Some(format);
            let methods = super::methods([format]).into_iter();
            let method = methods.filter(|_| !is_own).find(|method| own.contains(method))?;
            Some((format, method))
        };
        formats.into_iter().find_map(clash)
    }
}

/// Prints the methods of a struct that call those of a format.
pub(super) fn methods(out: &mut Source, entry: &Entry, module: &Module, file: &mut native::Printer<'_>) {
    let generated = file.named(Named::Struct(entry.record));
    let ty = file.names.record(entry.record).public(&generated);
    let (name, format) = (&module.format, format_name(&module.format));
    if file.names.interfaces.binary.as_ref() == Some(name) {
        if entry.encode.is_some() {
            let doc = format!("MarshalBinary returns v as a message in {name}.");
            let head = format!("(v {ty}) MarshalBinary() ([]byte, error)");
            method(out, &doc, &head, &[&format!("return v.Append{format}(nil)")]);
            let doc = format!("AppendBinary appends v as a message in {name} to b.");
            let head = format!("(v {ty}) AppendBinary(b []byte) ([]byte, error)");
            method(out, &doc, &head, &[&format!("return v.Append{format}(b)")]);
        }
        let doc = format!("UnmarshalBinary reads a message in {name}, which fills b, into v.");
        let head = format!("(v *{ty}) UnmarshalBinary(b []byte) error");
        method(out, &doc, &head, &[&format!("return v.Unmarshal{format}(b)")]);
    }
    if file.names.interfaces.json.as_ref() == Some(name) {
        if entry.encode.is_some() {
            let doc = format!("MarshalJSON returns v as a message in {name}.");
            let head = format!("(v {ty}) MarshalJSON() ([]byte, error)");
            method(out, &doc, &head, &[&format!("return v.Append{format}(nil)")]);
        }
        // A codec may have a method of this name.
        if !super::methods([name.as_str()]).iter().any(|method| method == "UnmarshalJSON") {
            let doc = format!("UnmarshalJSON reads a message in {name}, which fills b, into v.");
            let head = format!("(v *{ty}) UnmarshalJSON(b []byte) error");
            method(out, &doc, &head, &[&format!("return v.Unmarshal{format}(b)")]);
        }
    }
}

fn method(out: &mut Source, doc: &str, head: &str, body: &[&str]) {
    out.blank();
    out.line(format!("// {doc}"));
    out.block(format!("func {head} {{"), "}", |out| body.iter().for_each(|line| out.line(line)));
}

/// Prints the methods of structs for `encoding/json/v2`, if they are those of the module's format.
pub(super) fn streaming(
    entries: &[&Entry],
    module: &Module,
    file: &mut native::Printer<'_>,
    (name, heading, package): (String, &str, &Package),
) -> Option<File> {
    if file.names.interfaces.json.as_ref() != Some(&module.format) || entries.is_empty() {
        return None;
    }
    let format = format_name(&module.format);
    let mut body = Source::new("\t");
    for entry in entries {
        let generated = file.named(Named::Struct(entry.record));
        let ty = file.names.record(entry.record).public(&generated);
        if entry.encode.is_some() {
            let doc = "MarshalJSONTo writes v to an encoder.";
            let head = format!("(v {ty}) MarshalJSONTo(encoder *jsontext.Encoder) error");
            let call = format!("b, err := v.Append{format}(encoder.AvailableBuffer())");
            let then = ["if err != nil {", "\treturn err", "}", "return encoder.WriteValue(b)"];
            method(&mut body, doc, &head, &[&[call.as_str()][..], &then].concat());
        }
        let doc = "UnmarshalJSONFrom reads v from a decoder.";
        let head = format!("(v *{ty}) UnmarshalJSONFrom(decoder *jsontext.Decoder) error");
        let call = format!("return v.Unmarshal{format}(b)");
        let first = ["b, err := decoder.ReadValue()", "if err != nil {", "\treturn err", "}"];
        method(&mut body, doc, &head, &[&first[..], &[&call]].concat());
    }
    file.imports.standard("encoding/json/jsontext");
    let mut out = Source::new("\t");
    out.line(heading);
    out.blank();
    out.line("//go:build goexperiment.jsonv2");
    out.blank();
    out.line(format!("package {}", package.name));
    file.imports.print(&mut out);
    out.blank();
    Some(File { name, contents: out.finish() + body.finish().trim_start_matches('\n') })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_of_formats_and_interfaces_can_clash() {
        let of = |json: &str| Interfaces { json: Some(json.to_owned()), binary: Some("x".to_owned()) };
        assert_eq!(of("json").clash(["x", "json", "json_plain"]), None);
        let clash = ("json", "UnmarshalJSON".to_owned());
        assert_eq!(of("json_plain").clash(["x", "json", "json_plain"]), Some(clash));
        assert_eq!(Interfaces::default().clash(["json"]), None);
    }
}
