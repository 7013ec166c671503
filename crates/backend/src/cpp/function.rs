//! Whole functions: attributes, signature, body.

use super::entry::Form;
use super::printer::{ImplicitParam, Printer, Unit, function_name, implicit_params, mentions};
use crate::low::{self, Mode};
use crate::plan::Shape;
use polywire_ir::FuncId;
use polywire_srcgen::Source;
use std::collections::BTreeSet;

/// A function in a mode.
pub(super) type Key = (FuncId, Mode);

/// A printed function and its dependencies.
pub(super) struct Printed {
    pub name: String,
    /// How it is inlined.
    pub attribute: &'static str,
    returned: &'static str,
    /// The declarations of all parameters.
    params: Vec<String>,
    body: String,
    pub called: BTreeSet<Key>,
    pub tested_enums: BTreeSet<u32>,
    pub problems: Vec<String>,
}

impl Printed {
    /// Returns the declaration without its attribute. Parameters that the body does not use have no names.
    pub fn head(&self) -> String {
        let params: Vec<String> = self.params.iter().map(|param| named_if_used(param, &self.body)).collect();
        format!("{} {}({})", self.returned, self.name, params.join(", "))
    }

    pub fn body(&self) -> &str {
        &self.body
    }

    pub fn declaration(&self) -> String {
        format!("{} {};", self.attribute, self.head())
    }

    pub fn print(&self, out: &mut Source) {
        out.block(format!("{} {} {{", self.attribute, self.head()), "}", |out| out.lines(&self.body));
    }

    /// Returns true if compilers inline it into every caller.
    pub fn is_inlined(&self) -> bool {
        self.attribute == INLINED
    }

    /// Prints a function of the same name that calls this one, which is in the namespace `detail`.
    pub fn print_call(&self, out: &mut Source, detail: &str, form: Form) {
        let args: Vec<&str> = self.params.iter().filter_map(|param| Some(param.rsplit_once(' ')?.1)).collect();
        let head = format!("{} {}({})", self.returned, self.name, self.params.join(", "));
        let head = match form {
            Form::Inline => format!("inline {head} {{"),
            Form::Declared => return out.line(format!("{head};")),
            Form::Defined => format!("{head} {{"),
        };
        out.block(head, "}", |out| out.line(format!("return {detail}::{}({});", self.name, args.join(", "))));
    }
}

/// Prints a function in a mode.
pub(super) fn function(unit: &Unit<'_>, id: FuncId, mode: Mode) -> Printed {
    let convention = *unit.convention(id);
    let low = low::function(&unit.cx, unit.binding, id, mode);
    let mut printer = Printer::new(unit, &low);
    let mut params = printer.params();
    let result_params = printer.result_params();
    printer.whole_body();
    let body = std::mem::replace(&mut printer.out, Source::new("  ")).finish();
    params.extend(
        implicit_params(&convention, mode)
            .into_iter()
            .map(|it| declare_implicit_param(it, convention.shape(), mode, unit)),
    );
    params.extend(result_params);
    Printed {
        name: function_name(unit, id, mode),
        attribute: attribute(unit, id),
        returned: return_type(convention.shape()),
        params,
        body,
        called: printer.called,
        tested_enums: printer.tested_enums,
        problems: printer.problems,
    }
}

/// Prints the function that computes the size bound of another one, if it is not constant.
pub(super) fn size_bound_function(unit: &Unit<'_>, id: FuncId) -> Option<Printed> {
    let varying = |id: FuncId| unit.cx.size_bounds.get(id).filter(|size_bound| !size_bound.terms.is_empty());
    let size_bound = varying(id)?;
    let low = low::Function::signature(unit.module, id);
    let mut printer = Printer::new(unit, &low);
    let function = unit.module.function(id);
    let mut params = Vec::new();
    for index in unit.cx.size_bounds.params(id) {
        let param = function.params[*index];
        let name = printer.bind(param.var);
        params.push(printer.param(param.kind, param.var, &name));
    }
    printer.out.line("::std::size_t size_bound = 0;");
    printer.add_size_bound(size_bound);
    printer.out.line("return size_bound;");
    let body = printer.out.finish();
    // The bound of an encoder that fails at the end of the buffer is needed only when the buffer has to grow.
    let is_rare = unit.cx.write_limits.get(id).is_some() && !unit.cx.calls.is_recursive(id);
    let attribute = if is_rare { "POLYWIRE_OUTLINE" } else { "inline" };
    let called = unit.cx.calls.callees(id).iter().filter(|callee| varying(**callee).is_some());
    Some(Printed {
        name: format!("size_bound_of_{}", unit.functions[id.0 as usize]),
        attribute,
        returned: "::std::size_t",
        params,
        body,
        called: called.map(|callee| (*callee, Mode::Raw)).collect(),
        tested_enums: printer.tested_enums,
        problems: printer.problems,
    })
}

fn return_type(shape: Shape) -> &'static str {
    match shape {
        Shape::Reads => "const ::std::uint8_t*",
        Shape::Writes => "::std::uint8_t*",
        Shape::Fails => "bool",
        Shape::Plain => "void",
    }
}

fn declare_implicit_param(param: ImplicitParam, shape: Shape, mode: Mode, unit: &Unit) -> String {
    match param {
        ImplicitParam::Position => "const ::std::uint8_t* p",
        ImplicitParam::End => "const ::std::uint8_t* end",
        ImplicitParam::Begin => "const ::std::uint8_t* begin",
        ImplicitParam::ReadableEnd => "const ::std::uint8_t* readable_end",
        ImplicitParam::Section if mode == Mode::Checked => "::std::size_t section",
        ImplicitParam::Section => "::std::uint8_t* section",
        ImplicitParam::Out if shape == Shape::Writes => "::std::uint8_t* out",
        ImplicitParam::Out => "::std::uint8_t*& out",
        ImplicitParam::WriteLimit => "::std::uintptr_t write_limit",
        ImplicitParam::Origin => "const ::std::uint8_t* origin",
        ImplicitParam::Output => "buffer& output",
        ImplicitParam::Budget => "::std::uint64_t& budget",
        ImplicitParam::Depth => "::std::uint32_t depth",
        ImplicitParam::Memo => "::polywire::memo& memo",
        ImplicitParam::Message => return format!("{}& message", unit.context()),
    }
    .into()
}

/// Omits the name of a parameter that the body does not use.
fn named_if_used(param: &str, body: &str) -> String {
    match param.rsplit_once(' ') {
        Some((ty, name)) if !mentions(body, name) => format!("{ty} /*{name}*/"),
        _ => param.to_owned(),
    }
}

/// The attribute of a function that is inlined into every caller.
const INLINED: &str = "POLYWIRE_INLINE";

/// Rare functions are never inlined. For `inline`, compilers decide.
fn attribute(unit: &Unit<'_>, id: FuncId) -> &'static str {
    if unit.cx.calls.is_recursive(id) {
        return "inline";
    }
    if unit.traced() {
        return "POLYWIRE_COLD";
    }
    if unit.module.function(id).rare {
        return "POLYWIRE_OUTLINE";
    }
    if unit.cx.inlining.has(id) { INLINED } else { "inline" }
}

impl Unit<'_> {
    /// Returns the type of the context that a codec carries through a message.
    pub(super) fn context(&self) -> &'static str {
        if self.traced() { "::polywire::tracing" } else { "context" }
    }
}
