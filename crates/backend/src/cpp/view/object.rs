//! Objects without a type in the schema: a class for queries about an object, and functions that read it as a type.
//!
//! Only checked views support this. The view of a validated message uses the checked view of the same file for objects,
//! and checks everything in them.

use super::ViewPrinter;
use super::member::Wanted;
use crate::cpp::wrap;
use polywire_ir::types::Type;
use polywire_ir::{Asks, FuncId, ObjectView, Role, StructView, Var};
use polywire_srcgen::Source;

impl ViewPrinter<'_, '_> {
    /// Returns true if the file's own structs contain objects.
    pub fn has_objects(&self) -> bool {
        self.file.has_objects()
    }

    pub(super) fn object_type(&self) -> String {
        format!("{}::{}::object", self.namespace, self.header.detail)
    }

    /// Prints the class of objects, if the file's own structs contain any.
    pub(super) fn object(&self, out: &mut Source) {
        let Some(view) = self.views.objects.as_ref().filter(|_| self.has_objects()) else { return };
        out.blank();
        out.line("/// The elements of lists that objects are read as.");
        out.line("template <class T>");
        out.line(format!("struct object_list : ::polywire::view_access::list_of<{}<T>> {{}};", self.class()));
        for element in self.file.read_of_objects().filter(|element| !matches!(element, Type::Struct(_))) {
            let Some(list) = self.views.list(element, Role::Value) else { continue };
            out.line("template <>");
            out.block(format!("struct object_list<{}> {{", self.value_type(element, Role::Value)), "};", |out| {
                out.line(format!("using elements = {};", self.elements_name(list)));
            });
        }
        out.blank();
        out.line("/// An object whose type the schema does not state.");
        out.block("class object {", "};", |out| {
            out.line(wrap::label(" public"));
            self.place(out, &view.place);
            self.questions(out);
            out.blank();
            self.hidden(out, "object", "place");
            if !self.checked {
                self.as_checked(out, &view.place);
            }
        });
        if let Some(asks) = view.asks {
            self.answers(out, view, &asks);
        }
    }

    fn questions(&self, out: &mut Source) {
        let budget = if self.checked { "" } else { "::std::uint64_t budget = ::polywire::limits{}.budget" };
        let ask = |out: &mut Source, doc: &str, (ty, name): (&str, &str)| {
            out.blank();
            out.line(format!("/// {doc}"));
            let head = format!("::polywire::result<{ty}> {name}({budget}) const");
            if self.checked {
                return out.line(format!("{head};"));
            }
            out.block(format!("{head} {{"), "}", |out| {
                out.line("::polywire::shared_input from({}, {.budget = budget});");
                out.line(format!("return as_checked(from).{name}();"));
            });
        };
        ask(out, "What it is.", ("::polywire::object_kind", "kind"));
        ask(out, "The object as a text; empty for `nothing`.", ("::std::string_view", "text"));
        ask(out, "The object as bytes; empty for `nothing`.", ("::polywire::byte_view", "bytes"));
        ask(
            out,
            "The object as a reference, the number that a member has; 0 for `nothing`.",
            ("::std::uint32_t", "reference"),
        );
        let read = |out: &mut Source, doc: &str, (ty, name, of): (String, &str, &str)| {
            out.blank();
            out.line(format!("/// {doc}"));
            out.line("template <class T>");
            out.block(format!("::polywire::result<{ty}> {name}({budget}) const {{"), "}", |out| {
                if self.checked {
                    return out.line(format!("return {of}(at_);"));
                }
                out.line("::polywire::shared_input from({}, {.budget = budget});");
                out.line(format!("const auto found = as_checked(from).template {name}<T>();"));
                out.line("if (!found) return found.error();");
                out.line("if (const ::polywire::error wrong = ::polywire::check_all(*found)) return wrong;");
                out.line(format!("return ::polywire::view_access::trusted<{ty}>(*found);"));
            });
        };
        let class = self.class();
        let of = format!("::polywire::view_access::of_object<{class}<T>>");
        read(out, "The object as a struct; one with default values for `nothing`.", (format!("{class}<T>"), "as", &of));
        let list = "::polywire::list_view<typename object_list<T>::elements>".to_owned();
        let doc = "It as a list of structs, numbers, `bool`, `std::string_view` or `polywire::byte_view`.";
        read(out, doc, (list, "list", "object_list<T>::elements::of"));
    }

    /// Prints the conversion to the same object in a checked view.
    fn as_checked(&self, out: &mut Source, place: &[Var]) {
        let object = format!("{}::{}::object", self.namespace, self.header.checked_detail());
        out.blank();
        out.block(format!("{object} as_checked(::polywire::shared_input& from) const {{"), "}", |out| {
            let parts = [self.place_arguments(place, "at_"), vec!["&from".to_owned()]].concat().join(", ");
            out.line(format!("return ::polywire::view_access::make<{object}>({object}::place{{{parts}}});"));
        });
    }

    /// Prints the checked place for a place in a validated message.
    pub(super) fn place_of_checked(&self, out: &mut Source, vars: &[Var]) {
        out.blank();
        out.line("template <class Checked>");
        out.block("static constexpr place of(const Checked& at) noexcept {", "}", |out| {
            out.line(format!("return {{{}}};", self.place_arguments(vars, "at").join(", ")));
        });
    }

    fn answers(&self, out: &mut Source, view: &ObjectView, asks: &Asks) {
        let int = |bits| Type::int(bits, false);
        let (kind, text) = (int(64), Type::Text { verified: true });
        let answer = |out: &mut Source, (get, ty, name, result): (FuncId, &Type, &str, &str)| {
            let args = self.place_arguments(&view.place, "at_");
            let wanted = Wanted { get, args, ty, role: Role::Value, optional: false, at: "at_" };
            out.blank();
            let head = format!("inline ::polywire::result<{result}> object::{name}() const {{");
            out.block(head, "}", |out| self.read_as(out, &wanted, (name == "kind").then_some(result)));
        };
        answer(out, (asks.kind, &kind, "kind", "::polywire::object_kind"));
        answer(out, (asks.text, &text, "text", "::std::string_view"));
        answer(out, (asks.bytes, &Type::Bytes, "bytes", "::polywire::byte_view"));
        answer(out, (asks.reference, &int(32), "reference", "::std::uint32_t"));
    }

    /// Prints other internal members of a class: functions that read an object as one, and the elements of lists of it.
    pub(super) fn hidden_reader(&self, out: &mut Source, view: &StructView) {
        let list = self.views.list(&Type::Struct(view.record), Role::Value);
        let Some(list) = list.filter(|_| view.root.is_some()) else { return };
        out.blank();
        out.line(format!("using elements_ = {};", self.elements_name(list)));
        if view.object.is_some() {
            out.line("template <class Object>");
            out.line(format!("static ::polywire::result<{}> of_object_(const Object& at);", self.class()));
        }
    }

    /// Prints functions that read an object as one of the file's own structs, or as a list.
    pub(super) fn readers_of_objects(&self, out: &mut Source) {
        for view in self.own() {
            let Some(get) = view.object else { continue };
            let class = format!("{}<{}>", self.class(), self.subject(view.record));
            let head = format!("::polywire::result<{class}> {class}::of_object_(const Object& at) {{");
            self.reader_of_objects(out, &head, (get, &Type::Struct(view.record)));
        }
        for view in self.file.lists() {
            let Some(get) = view.object else { continue };
            let elements = self.elements_name(view);
            let own = elements.trim_start_matches(&format!("{}::", self.namespace));
            let head = format!("::polywire::result<::polywire::list_view<{elements}>> {own}::of(const Object& at) {{");
            self.reader_of_objects(out, &head, (get, &Type::List(Box::new(view.element.clone()))));
        }
    }

    fn reader_of_objects(&self, out: &mut Source, head: &str, (get, ty): (FuncId, &Type)) {
        let Some(object) = &self.views.objects else { return };
        let args = self.place_arguments(&object.place, "at");
        let wanted = Wanted { get, args, ty, role: Role::Value, optional: false, at: "at" };
        out.blank();
        out.line("template <class Object>");
        out.block(head, "}", |out| self.read(out, &wanted));
    }
}
