//! Member functions of the classes, each of which calls one accessor.

use super::{ViewPrinter, place_names, value};
use crate::cpp::native::string_literal;
use crate::cpp::printer::{ImplicitParam, function_name, implicit_params};
use crate::low::Mode;
use crate::plan::Shape;
use polywire_ir::types::{Type, UnionId};
use polywire_ir::{Access, FuncId, Getter, ListView, Role, StructView};
use polywire_srcgen::Source;

/// A value to be read.
pub(super) struct Wanted<'t> {
    pub get: FuncId,
    /// The arguments of the accessor.
    pub args: Vec<String>,
    pub ty: &'t Type,
    pub role: Role,
    pub optional: bool,
    /// The place of the enclosing value.
    pub at: &'t str,
}

impl ViewPrinter<'_, '_> {
    pub(super) fn element_getter(&self, out: &mut Source, view: &ListView) {
        let elements = self.local_elements(view);
        let head = format!("inline {} {{", self.element_head(view, &format!("{elements}::")));
        out.blank();
        if let Type::Union(id) = view.element {
            out.block(head, "}", |out| {
                out.line("return ::polywire::view_access::make<element>(element_place{at, index});");
            });
            let args = [self.place_arguments(&view.place, "at_.list"), vec!["at_.index".to_owned()]].concat();
            let class = format!("{elements}::element");
            return self.union_members(out, (&class, &args, "at_.list"), id, (view.get, &view.cases));
        }
        let args = [self.place_arguments(&view.place, "at"), vec!["index".to_owned()]].concat();
        let wanted = Wanted { get: view.get, args, ty: &view.element, role: view.role, optional: false, at: "at" };
        out.block(head, "}", |out| self.read(out, &wanted));
    }

    /// Prints the function that moves to the second element, if elements are found one after the other.
    pub(super) fn next_element(&self, out: &mut Source, view: &ListView) {
        let Some(next) = view.next else { return };
        let scope = format!("{}::", self.local_elements(view));
        out.blank();
        out.block(format!("inline {} {{", self.next_head(&scope)), "}", |out| {
            out.line("place value;");
            let results: Vec<String> =
                place_names(&view.place).into_iter().map(|name| format!("value.{name}")).collect();
            self.call(out, next, (self.place_arguments(&view.place, "at"), "at.from->"), &results);
            if self.checked {
                out.line("value.from = at.from;");
            }
            out.line("return value;");
        });
    }

    /// Prints the accessors in order.
    pub(super) fn visit_members(&self, out: &mut Source, view: &StructView) {
        let record = self.header.unit.types.record(view.record);
        let names = self.class_names(view.record);
        let fields = record.fields.iter().zip(&view.fields).zip(&names.fields);
        let read: Vec<_> = fields.filter(|((_, access), _)| **access != Access::None).collect();
        let visitor = if read.is_empty() { "" } else { " visitor" };
        let class = format!("{}<{}>", self.class(), self.subject(view.record));
        out.blank();
        out.line("template <class Visitor>");
        out.block(format!("void {class}::visit_members(Visitor&&{visitor}) const {{"), "}", |out| {
            for ((field, _), accessor) in read {
                out.line(format!(
                    "visitor(::std::string_view({}), {accessor}());",
                    string_literal(field.name.as_bytes())
                ));
            }
        });
    }

    pub(super) fn members(&self, out: &mut Source, view: &StructView) {
        let record = self.header.unit.types.record(view.record);
        let names = self.class_names(view.record);
        let class = format!("{}<{}>", self.class(), self.subject(view.record));
        for (index, (field, access)) in record.fields.iter().zip(&view.fields).enumerate() {
            let name = &names.fields[index];
            out.blank();
            match (access, &names.unions[index], &field.ty) {
                (Access::Union { held, cases }, Some(union), Type::Union(id)) => {
                    let outer = format!("{class}::{union}");
                    out.block(format!("inline {outer} {class}::{name}() const noexcept {{"), "}", |out| {
                        out.line(format!("return ::polywire::view_access::make<{union}>(at_);"));
                    });
                    let args = self.place_arguments(&view.place, "at_");
                    self.union_members(out, (&outer, &args, "at_"), *id, (*held, cases));
                }
                (Access::Value(getter), ..) => {
                    let ty = self.result_type((&field.ty, getter.role), field.optional);
                    let (args, optional) = (self.place_arguments(&view.place, "at_"), field.optional);
                    let (get, role) = (getter.get, getter.role);
                    let wanted = Wanted { get, args, ty: &field.ty, role, optional, at: "at_" };
                    let head = format!("inline {ty} {class}::{name}() const{} {{", self.noexcept());
                    out.block(head, "}", |out| self.read(out, &wanted));
                    self.field_slot(out, view, (field, getter), (&names, index));
                }
                (Access::Union { .. } | Access::None, ..) => {}
            }
        }
    }

    /// Prints the members of a union's class, given the arguments of its accessors and the place that they are from.
    fn union_members(
        &self,
        out: &mut Source,
        (class, args, at): (&str, &[String], &str),
        id: UnionId,
        (held, accessors): (FuncId, &[Option<Getter>]),
    ) {
        let case_type = format!("{}::Case", self.header.unit.names.union(id).name.qualified());
        let which = if self.checked { format!("::polywire::result<{case_type}>") } else { case_type.clone() };
        out.blank();
        out.block(format!("inline {which} {class}::which() const{} {{", self.noexcept()), "}", |out| {
            out.line("::std::uint64_t value = 0;");
            self.call(out, held, (args.to_vec(), &format!("{at}.from->")), &["value".to_owned()]);
            out.line(format!("return static_cast<{case_type}>(value);"));
        });
        let cases = self.header.unit.types.union(id).cases.iter().zip(self.case_names(id)).zip(accessors);
        for ((case, name), getter) in cases {
            let (Some(ty), Some(Getter { get, role, .. })) = (&case.ty, *getter) else { continue };
            let wanted = Wanted { get, args: args.to_vec(), ty, role, optional: false, at };
            let result = self.result_type((ty, role), false);
            let head = format!("inline {result} {class}::{name}() const{} {{", self.noexcept());
            out.blank();
            out.block(head, "}", |out| self.read(out, &wanted));
        }
    }

    /// Prints a call of an accessor and returns its value.
    pub(super) fn read(&self, out: &mut Source, wanted: &Wanted<'_>) {
        self.read_as(out, wanted, None);
    }

    /// The same, with another C++ type.
    pub(super) fn read_as(&self, out: &mut Source, wanted: &Wanted<'_>, other: Option<&str>) {
        let mut results = Vec::new();
        if wanted.optional {
            out.line("bool present = false;");
            results.push("present".to_owned());
        }
        match self.views.place(wanted.ty, wanted.role) {
            Some(vars) => {
                out.line(format!("{}::place value;", self.value_type(wanted.ty, wanted.role)));
                results.extend(place_names(vars).into_iter().map(|name| format!("value.{name}")));
            }
            None => {
                let ty = self.views.results(wanted.ty, wanted.role).and_then(|types| types.into_iter().next());
                let ty = ty.unwrap_or(polywire_ir::ValueType::U64);
                out.line(format!("{} value{};", value::cpp_type(&ty), value::initial(&ty)));
                results.push("value".to_owned());
            }
        }
        let from = format!("{}.from->", wanted.at);
        self.call(out, wanted.get, (wanted.args.clone(), &from), &results);
        if self.checked && self.views.place(wanted.ty, wanted.role).is_some() {
            out.line(format!("value.from = {}.from;", wanted.at));
        }
        let value = match other {
            Some(ty) => format!("static_cast<{ty}>(value)"),
            None => self.converted((wanted.ty, wanted.role), "value"),
        };
        if wanted.optional {
            let none = if self.checked { "::std::optional<{}>()" } else { "::std::nullopt" };
            let none = none.replace("{}", &self.value_type(wanted.ty, wanted.role));
            out.line(format!("if (!present) return {none};"));
            if self.checked {
                return out
                    .line(format!("return ::std::optional<{}>({value});", self.value_type(wanted.ty, wanted.role)));
            }
        }
        out.line(format!("return {value};"));
    }

    /// Prints a call of a function; a checked view returns its failure.
    pub(super) fn call(
        &self,
        out: &mut Source,
        func: FuncId,
        (mut args, from): (Vec<String>, &str),
        results: &[String],
    ) {
        let convention = self.header.unit.convention(func);
        args.extend(implicit_params(convention, Mode::Raw).into_iter().filter_map(|it| given(it, from)));
        args.extend(results.iter().cloned());
        let function = function_name(self.header.unit, func, Mode::Raw);
        let call = format!("{}::{}::{function}({})", self.namespace, self.header.detail, args.join(", "));
        if !convention.effects.fails {
            return out.line(format!("{call};"));
        }
        out.line(format!("::polywire::context message({from}input());"));
        let failed = if convention.shape() == Shape::Reads { format!("{call} == nullptr") } else { format!("!{call}") };
        out.line(format!("if ({failed}) return message.failure();"));
    }

    /// Prints the function that locates the value of a message.
    pub(super) fn root(&self, out: &mut Source, view: &StructView) {
        let Some(root) = view.root else { return };
        out.blank();
        if self.checked {
            self.checked_root(out, view, root);
        } else {
            self.validated_root(out, view, root);
        }
    }

    fn validated_root(&self, out: &mut Source, view: &StructView, root: FuncId) {
        let record = self.subject(view.record);
        out.line("/// Reads a message in place, if it is valid. It must outlive the view and not change.");
        out.line(format!("template <::std::same_as<{record}> T>"));
        let head = "::polywire::result<view<T>> validated(::std::span<const ::std::uint8_t> input, const limits& at_most = {}) {";
        out.block(head, "}", |out| {
            out.line("if (const error wrong = validate<T>(input, at_most)) return wrong;");
            self.input(out, "input");
            self.run_root(out, view, root, "at_most.depth");
        });
    }

    fn checked_root(&self, out: &mut Source, view: &StructView, root: FuncId) {
        let record = self.subject(view.record);
        out.line("/// Reads a message in place with checked accesses. The input must outlive the view.");
        out.line(format!("template <::std::same_as<{record}> T>"));
        out.block("::polywire::result<checked_view<T>> checked(shared_input& from) {", "}", |out| {
            self.input(out, "from.input()");
            self.run_root(out, view, root, "from.levels()");
        });
    }

    fn input(&self, out: &mut Source, input: &str) {
        out.line(format!("const ::std::uint8_t* const begin = start_of({input});"));
        out.line(format!("const ::std::uint8_t* const end = begin + {input}.size();"));
    }

    /// Prints the code that locates the value, given the remaining nesting levels.
    fn run_root(&self, out: &mut Source, view: &StructView, root: FuncId, levels: &str) {
        out.line(format!("typename {}<T>::place value;", self.class()));
        let results: Vec<String> = place_names(&view.place).into_iter().map(|name| format!("value.{name}")).collect();
        self.call(out, root, (vec![levels.to_owned()], "from."), &results);
        if self.checked {
            out.line("value.from = &from;");
        }
        out.line(format!("return ::polywire::view_access::make<{}<T>>(value);", self.class()));
    }
}

/// Returns the argument for an implicit parameter of an accessor, which writes nothing. `from` leads to the limits of a
/// checked view.
fn given(param: ImplicitParam, from: &str) -> Option<String> {
    match param {
        ImplicitParam::Position | ImplicitParam::Begin => Some("begin".to_owned()),
        ImplicitParam::End | ImplicitParam::ReadableEnd => Some("end".to_owned()),
        ImplicitParam::Budget => Some(format!("{from}budget()")),
        ImplicitParam::Depth => Some(format!("static_cast<::std::uint32_t>({from}levels())")),
        ImplicitParam::Message => Some("message".to_owned()),
        ImplicitParam::Section
        | ImplicitParam::Out
        | ImplicitParam::WriteLimit
        | ImplicitParam::Origin
        | ImplicitParam::Output
        | ImplicitParam::Memo => None,
    }
}
