//! Structs and messages.

use super::{Declared, Maker, Progress, duplicate};
use crate::fbe::ast::{FieldDecl, ItemKind, Request, StructDecl, TypeId, Word};
use crate::fbe::codes;
use polywire_model::attr::{FbeReject, FbeRequest, FbeStruct};
use polywire_model::{DeclKind, Field};
use polywire_source::Diagnostic;
use std::collections::HashMap;

impl<'a> Maker<'a, '_> {
    pub(super) fn define_structs(&mut self) {
        for (declared, decl) in self.all_structs() {
            self.define_struct(declared, decl);
        }
    }

    /// Builds a struct after its base, whose fields come first.
    fn define_struct(&mut self, declared: Declared<'a>, decl: &'a StructDecl) {
        if self.structs.contains_key(&declared.id) {
            return;
        }
        self.structs.insert(declared.id, Progress::Open);
        let base = decl.base.as_ref().and_then(|name| self.define_base(declared, name));
        let (inherited, base) = match base {
            Some((fields, name)) => (fields, Some(name)),
            None => (Vec::new(), None),
        };
        let mut attrs = FbeStruct {
            is_message: decl.is_message,
            hidden: declared.item.attributes.hidden,
            base,
            inherited: inherited.len() as u32,
            takes_base_id: matches!(decl.type_id, TypeId::Base(_)),
            request: decl.request.as_ref().map(|it| self.request(declared.unit, it)),
            ..FbeStruct::default()
        };
        if let (TypeId::Base(span), None) = (decl.type_id, &decl.base) {
            let problem = Diagnostic::error(codes::TYPE_ID, "`(base)` needs a base whose type id to take");
            self.diagnostics.push(problem.at(span, "").help("write `struct Name(base) : Base`"));
            attrs.takes_base_id = false;
        }
        let fields = self.fields(declared, decl, inherited);
        if let DeclKind::Struct(it) = &mut self.model.decls[declared.id.0 as usize].kind {
            it.fields = fields;
            it.attrs.fbe = attrs;
        }
        self.structs.insert(declared.id, Progress::Done);
    }

    /// Returns the fields and the name of a base.
    fn define_base(&mut self, derived: Declared<'a>, name: &Word) -> Option<(Vec<Field>, String)> {
        let base = self.find(derived.unit, name)?;
        let ItemKind::Struct(decl) = &base.item.kind else {
            let problem = Diagnostic::error(codes::NOT_A_TYPE, format!("`{}` is not a struct", name.text));
            let problem = problem.at(name.span, "").related(base.item.name.span, "declared here");
            self.diagnostics.push(problem.help("only a struct or a message can be a base"));
            return None;
        };
        if self.structs.get(&base.id) == Some(&Progress::Open) {
            let message = format!("`{}` would inherit from itself", derived.item.name.text);
            let problem = Diagnostic::error(codes::CYCLE, message).at(name.span, "");
            let problem = problem.related(base.item.name.span, "the struct that is its own base");
            self.diagnostics.push(problem.help("remove one of the bases"));
            return None;
        }
        self.define_struct(base, decl);
        let it = self.model.as_struct(base.id)?;
        Some((it.fields.clone(), self.model.decl(base.id).path()))
    }

    fn request(&mut self, unit: usize, it: &Request) -> FbeRequest {
        let mut path = |name: &Word| {
            let id = self.find(unit, name)?.id;
            Some(self.model.decl(id).path())
        };
        let response = it.response.as_ref().and_then(&mut path);
        let rejects = it
            .rejects
            .iter()
            .filter_map(|(name, is_global)| Some(FbeReject { name: path(name)?, is_global: *is_global }));
        FbeRequest { response, rejects: rejects.collect() }
    }

    fn fields(&mut self, declared: Declared<'a>, decl: &'a StructDecl, mut fields: Vec<Field>) -> Vec<Field> {
        let mut known: HashMap<String, Word> = HashMap::new();
        for field in &fields {
            known.insert(field.name.clone(), Word { text: field.name.clone(), span: field.span });
        }
        let mut first_id: Option<&FieldDecl> = None;
        for field in &decl.fields {
            if let Some(first) = known.get(&field.name.text) {
                self.diagnostics.push(duplicate("field", &field.name, first));
                continue;
            }
            known.insert(field.name.text.clone(), field.name.clone());
            if field.attributes.id {
                if let Some(first) = first_id {
                    let problem = Diagnostic::error(codes::ATTRIBUTE, "a struct has at most one [id] field");
                    let problem = problem.at(field.name.span, "").related(first.name.span, "the first one");
                    self.diagnostics.push(problem.help("remove one of the attributes"));
                }
                first_id.get_or_insert(field);
            }
            fields.extend(self.field(declared, field));
        }
        for (field, order) in fields.iter_mut().zip(0..) {
            field.attrs.order = Some(order);
        }
        fields
    }
}
