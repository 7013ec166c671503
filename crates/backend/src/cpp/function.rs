//! Whole functions: attributes, signature, body.

use super::printer::{ImplicitParam, Printer, Unit, function_name, implicit_params, mentions};
use crate::low::{self, Mode};
use crate::plan::Shape;
use polywire_ir::FuncId;
use polywire_srcgen::Source;
use std::collections::BTreeSet;

/// A printed function and its dependencies.
pub(super) struct Printed {
    pub declaration: String,
    pub text: String,
    pub called: BTreeSet<(FuncId, Mode)>,
    pub tested_enums: BTreeSet<u32>,
    pub problems: Vec<String>,
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
    let params: Vec<String> = params.iter().map(|param| named_if_used(param, &body)).collect();
    let name = function_name(unit, id, mode);
    let head = format!("{} {} {name}({})", attribute(unit, id), return_type(convention.shape()), params.join(", "));
    let mut text = Source::new("  ");
    text.block(format!("{head} {{"), "}", |out| out.lines(&body));
    Printed {
        declaration: format!("{head};"),
        text: text.finish(),
        called: printer.called,
        tested_enums: printer.tested_enums,
        problems: printer.problems,
    }
}

/// Prints the function that computes the size bound of another one, if it is not constant.
pub(super) fn size_bound_function(unit: &Unit<'_>, id: FuncId) -> Option<(String, String)> {
    let size_bound = unit.cx.size_bounds.get(id).filter(|size_bound| !size_bound.terms.is_empty())?;
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
    let params: Vec<String> = params.iter().map(|param| named_if_used(param, &body)).collect();
    let name = &unit.functions[id.0 as usize];
    let head = format!("{attribute} ::std::size_t size_bound_of_{name}({})", params.join(", "));
    let mut text = Source::new("  ");
    text.block(format!("{head} {{"), "}", |out| out.lines(&body));
    Some((format!("{head};"), text.finish()))
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
    if unit.cx.inlining.has(id) { "POLYWIRE_INLINE" } else { "inline" }
}

impl Unit<'_> {
    /// Returns the type of the context that a codec carries through a message.
    pub(super) fn context(&self) -> &'static str {
        if self.traced() { "::polywire::tracing" } else { "context" }
    }
}
