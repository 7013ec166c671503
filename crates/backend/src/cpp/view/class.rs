//! The declarations of the view classes.

use super::{ViewPrinter, place_names};
use crate::cpp::names::TypeNames;
use crate::cpp::reserved::scope;
use crate::cpp::wrap;
use polywire_ir::types::{FieldType, StructId, Type, Types, UnionId};
use polywire_ir::{Access, Getter, ListView, Role, StructView};
use polywire_srcgen::Source;

/// Names of the members of a class.
pub(super) struct ClassNames {
    pub fields: Vec<String>,
    /// The class of each field that is a union.
    pub unions: Vec<Option<String>>,
    /// The accessor of each field's place in a message.
    pub slots: Vec<String>,
}

/// The names of the class of a struct.
pub(super) fn class_names(types: &Types, names: &TypeNames, id: StructId) -> ClassNames {
    let mut scope = scope();
    ["place", "at_", "view", "checked_view", "visit_members", "of_object_", "elements_"]
        .iter()
        .for_each(|name| scope.reserve(name));
    let own = &names.record(id).fields;
    let wanted = own.iter().map(|name| if names.is_entry(id) { entry_name(name) } else { name });
    let fields: Vec<String> = wanted.map(|name| scope.claim(name)).collect();
    let is_union = |field: &FieldType| matches!(field.ty, Type::Union(_));
    let unions = types.record(id).fields.iter().zip(&fields);
    let unions = unions.map(|(field, name)| is_union(field).then(|| scope.claim(&format!("{name}_view"))));
    let unions = unions.collect();
    let slots = fields.iter().map(|name| scope.claim(&format!("{name}_slot"))).collect();
    ClassNames { unions, slots, fields }
}

/// The names of a union's accessors.
pub(in crate::cpp) fn case_names(names: &TypeNames, id: UnionId) -> Vec<String> {
    let mut scope = scope();
    ["place", "at_", "which", "visit", "Case"].iter().for_each(|name| scope.reserve(name));
    names.union(id).cases.iter().map(|name| scope.claim(name)).collect()
}

impl ViewPrinter<'_, '_> {
    pub(super) fn class_names(&self, id: StructId) -> ClassNames {
        class_names(self.header.unit.types, self.header.unit.names, id)
    }

    pub(super) fn case_names(&self, id: UnionId) -> Vec<String> {
        case_names(self.header.unit.names, id)
    }

    /// Prints the accessors of list elements.
    pub(super) fn elements(&self, out: &mut Source, view: &ListView) {
        let name = &self.header.unit.functions[view.get.0 as usize];
        out.blank();
        out.block(format!("struct {name}_list {{"), "};", |out| {
            self.place(out, &view.place);
            if let Type::Union(_) = view.element {
                self.union_element(out);
            }
            out.line(format!("static {};", self.element_head(view, "")));
            if view.next.is_some() {
                out.line(format!("static {};", self.next_head("")));
            }
            if view.slot.is_some() {
                out.line(format!("static {};", self.element_slot_head(view, "")));
            }
            if let Some(ty) = self.key_type(view) {
                out.line(format!("using key = {};", self.value_type(&ty, Role::Value)));
                out.line(format!("static {};", self.key_head((view, &ty), "")));
            }
            if view.object.is_some() {
                out.line("template <class Object>");
                out.line(format!(
                    "static ::polywire::result<::polywire::list_view<{name}_list>> of(const Object& at);"
                ));
            }
        });
    }

    /// Declares the class of an element that is a union, and what locates it.
    fn union_element(&self, out: &mut Source) {
        out.line("class element;");
        out.block("struct element_place {", "};", |out| {
            out.line("place list;");
            out.line("::std::uint64_t index = 0;");
        });
    }

    /// Returns the head of the function that reads an element. `scope` precedes its name.
    pub(super) fn element_head(&self, view: &ListView, scope: &str) -> String {
        let (ty, noexcept) = match view.element {
            Type::Union(_) => (format!("{scope}element"), " noexcept"),
            _ => (self.result_type((&view.element, view.role), false), self.noexcept()),
        };
        format!("{ty} {scope}get(const place& at, ::std::uint64_t index){noexcept}")
    }

    /// Returns the head of the function that moves to the second element. `scope` precedes its name.
    pub(super) fn next_head(&self, scope: &str) -> String {
        let place = format!("{scope}place");
        let ty = if self.checked { format!("::polywire::result<{place}>") } else { place };
        format!("{ty} {scope}next(const place& at){}", self.noexcept())
    }

    /// Returns the result type of an access.
    pub(super) fn result_type(&self, (ty, role): (&Type, Role), optional: bool) -> String {
        let value = self.value_type(ty, role);
        let value = if optional { format!("::std::optional<{value}>") } else { value };
        if self.checked { format!("::polywire::result<{value}>") } else { value }
    }

    pub(super) fn noexcept(&self) -> &'static str {
        if self.checked { "" } else { " noexcept" }
    }

    pub(super) fn record(&self, out: &mut Source, view: &StructView) {
        let record = self.header.unit.types.record(view.record);
        let names = self.class_names(view.record);
        out.blank();
        out.comment("///", &record.name.doc);
        out.line("template <>");
        out.block(format!("class {}<{}> {{", self.class(), self.subject(view.record)), "};", |out| {
            out.line(wrap::label(" public"));
            self.place(out, &view.place);
            let own = names.fields.iter().zip(&names.unions).zip(&names.slots);
            let fields = record.fields.iter().zip(&view.fields).zip(own);
            for ((field, access), ((name, union), slot)) in fields.filter(|((_, access), _)| **access != Access::None) {
                out.blank();
                union.iter().for_each(|union| out.line(format!("class {union};")));
                out.comment("///", &field.doc);
                let ty = match union {
                    Some(union) => union.clone(),
                    None => self.result_type((&field.ty, access.role()), field.optional),
                };
                let noexcept = if union.is_some() { " noexcept" } else { self.noexcept() };
                out.line(format!("{ty} {name}() const{noexcept};"));
                if let Access::Value(Getter { slot: Some(_), role, .. }) = access {
                    out.line(format!("/// Where the message holds `{}`.", field.name));
                    let ty = self.slot_type((&field.ty, *role));
                    out.line(format!("{ty} {slot}() const{};", self.noexcept()));
                }
            }
            out.blank();
            out.line("/// Calls a visitor with the name of each member in the schema, and the result of its accessor.");
            out.line("template <class Visitor>");
            out.line("void visit_members(Visitor&& visitor) const;");
            out.blank();
            self.hidden(out, self.class(), "place");
            self.hidden_reader(out, view);
        });
    }

    /// The classes of a struct's unions.
    pub(super) fn unions(&self, out: &mut Source, view: &StructView) {
        let record = self.header.unit.types.record(view.record);
        let names = self.class_names(view.record);
        for ((field, access), union) in record.fields.iter().zip(&view.fields).zip(&names.unions) {
            let (Some(union), Type::Union(id), Access::Union { cases, .. }) = (union, &field.ty, access) else {
                continue;
            };
            let outer = format!("{}<{}>", self.class(), self.subject(view.record));
            self.union(out, (&outer, union, "place"), (*id, cases));
        }
    }

    /// The classes of elements that are unions.
    pub(super) fn unions_in_lists(&self, out: &mut Source, lists: &[&ListView]) {
        for view in lists {
            if let Type::Union(id) = view.element {
                self.union(out, (&self.local_elements(view), "element", "element_place"), (id, &view.cases));
            }
        }
    }

    fn union(
        &self,
        out: &mut Source,
        (outer, name, place): (&str, &str, &str),
        (id, found): (UnionId, &[Option<Getter>]),
    ) {
        let cases = self.header.unit.types.union(id).cases.iter().zip(self.case_names(id)).zip(found);
        out.blank();
        out.block(format!("class {outer}::{name} {{"), "};", |out| {
            out.line(wrap::label(" public"));
            out.line(format!("using Case = {}::Case;", self.header.unit.names.union(id).name.qualified()));
            out.blank();
            out.line("/// The current case.");
            let which = if self.checked { "::polywire::result<Case>" } else { "Case" };
            out.line(format!("{which} which() const{};", self.noexcept()));
            for ((case, name), get) in cases {
                let (Some(ty), Some(getter)) = (&case.ty, get) else { continue };
                out.blank();
                out.comment("///", &case.doc);
                out.line("/// May be called only for the current case.");
                out.line(format!("{} {name}() const{};", self.result_type((ty, getter.role), false), self.noexcept()));
            }
            out.blank();
            self.visit(out, id, found);
            out.blank();
            self.hidden(out, name, &format!("{outer}::{place}"));
        });
    }

    /// Prints the call of a visitor with the current case, and with its value if it has one.
    fn visit(&self, out: &mut Source, id: UnionId, found: &[Option<Getter>]) {
        let cases: Vec<_> = found.iter().zip(self.case_names(id)).collect();
        let enumerators = &self.header.unit.names.union(id).cases;
        let comment = "/// Calls a visitor with the current case, a `held_case`, and with its value if it has one.";
        out.line(comment);
        out.line("template <class Visitor>");
        let (head, none) = if self.checked {
            ("::polywire::error visit(Visitor&& visitor) const {", "return {};")
        } else {
            ("decltype(auto) visit(Visitor&& visitor) const {", "break;")
        };
        out.block(head, "}", |out| {
            let which = if self.checked {
                out.line("const auto case_ = which();");
                out.line("if (!case_) return case_.error();");
                "*case_"
            } else {
                "which()"
            };
            out.block(format!("switch ({which}) {{"), "}", |out| {
                for ((get, name), enumerator) in cases.iter().zip(enumerators) {
                    let held = format!("::polywire::held_case<Case::{enumerator}>{{}}");
                    match (get, self.checked) {
                        (Some(_), true) => out.block(format!("case Case::{enumerator}: {{"), "}", |out| {
                            out.line(format!("const auto value = {name}();"));
                            out.line("if (!value) return value.error();");
                            out.line(format!("visitor({held}, *value);"));
                            out.line("return {};");
                        }),
                        (None, true) => out.block(format!("case Case::{enumerator}: {{"), "}", |out| {
                            out.line(format!("visitor({held});"));
                            out.line("return {};");
                        }),
                        (Some(_), false) => {
                            out.line(format!("case Case::{enumerator}: return visitor({held}, {name}());"));
                        }
                        (None, false) => out.line(format!("case Case::{enumerator}: return visitor({held});")),
                    }
                }
                out.line(format!("case Case::none: {none}"));
            });
            if self.checked {
                out.line("return {};");
            } else {
                out.line("return visitor(::polywire::held_case<Case::none>{});");
            }
        });
    }

    /// Prints members for internal use only.
    pub(super) fn hidden(&self, out: &mut Source, class: &str, place: &str) {
        out.line(wrap::label(" private"));
        out.line("friend struct ::polywire::view_access;");
        out.line(format!("constexpr explicit {class}(const {place}& at) noexcept : at_(at) {{}}"));
        out.blank();
        out.line(format!("{place} at_;"));
    }

    /// The parts of a place as arguments.
    pub(super) fn place_arguments(&self, vars: &[polywire_ir::Var], at: &str) -> Vec<String> {
        place_names(vars).into_iter().map(|name| format!("{at}.{name}")).collect()
    }
}

/// Returns the names of an entry's parts.
fn entry_name(name: &str) -> &str {
    if name == "first" { "key" } else { "value" }
}
