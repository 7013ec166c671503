//! Variables: their names, types and declarations.

use super::place::Path;
use super::{Printer, VarInfo};
use crate::go::case::unexported;
use crate::low::VarType;
use polywire_ir::types::Type;
use polywire_ir::{ValueType, VarId};

impl<'m> Printer<'_, 'm> {
    /// Returns a new name.
    pub(super) fn name(&mut self, wanted: &str) -> String {
        self.scope.claim(&unexported(wanted))
    }

    /// Returns a new local variable of a type.
    pub(super) fn local(&mut self, wanted: &str, ty: &str) -> String {
        let name = self.name(wanted);
        self.locals.add(&name, &unexported(wanted), ty);
        name
    }

    /// Declares a variable; returns its name.
    pub(super) fn bind(&mut self, var: VarId) -> String {
        let wanted = self.low.vars[var.0 as usize].name.clone();
        let ty = self.var_go_type(var);
        let name = self.local(&wanted, &ty);
        self.know(var, &name);
        name
    }

    /// Declares a variable that refers to a native value under construction; returns its name.
    pub(super) fn bind_place(&mut self, var: VarId) -> String {
        let name = self.bind(var);
        self.built.insert(var);
        if let Some(ty) = self.native(var) {
            self.know_path(var, Path::pointer(&name, ty));
        }
        name
    }

    pub(super) fn know(&mut self, var: VarId, text: &str) {
        let path = self.native(var).map(|ty| Path::pointer(text, ty));
        self.vars.insert(var, VarInfo { text: text.to_owned(), path, entry: None, is_text: false });
    }

    pub(super) fn know_path(&mut self, var: VarId, path: Path<'m>) {
        let text = path.text.clone();
        self.vars.insert(var, VarInfo { text, path: Some(path), entry: None, is_text: false });
    }

    pub(super) fn info(&self, var: VarId) -> VarInfo<'m> {
        let missing = || VarInfo { text: "unbound".to_owned(), path: None, entry: None, is_text: false };
        self.vars.get(&var).cloned().unwrap_or_else(missing)
    }

    pub(super) fn var_type(&self, var: VarId) -> ValueType {
        match &self.low.vars[var.0 as usize].ty {
            VarType::Value(ty) => ty.clone(),
            VarType::Size | VarType::OldEntries => ValueType::U64,
        }
    }

    pub(super) fn is_size(&self, var: VarId) -> bool {
        matches!(self.low.vars[var.0 as usize].ty, VarType::Size)
    }

    pub(super) fn var_go_type(&mut self, var: VarId) -> String {
        match self.is_size(var) {
            true => "int".to_owned(),
            false => self.go_type(&self.var_type(var)),
        }
    }

    pub(super) fn go_type(&mut self, ty: &ValueType) -> String {
        match ty {
            ValueType::Bool => "bool".to_owned(),
            ValueType::U64 => "uint64".to_owned(),
            ValueType::I64 => "int64".to_owned(),
            ValueType::Bytes | ValueType::Section(_) => "[]byte".to_owned(),
            ValueType::Ref(ty) => format!("*{}", self.native_type(ty)),
        }
    }

    /// Returns the Go type of a native value.
    pub(super) fn native_type(&mut self, ty: &Type) -> String {
        self.file.value_type(ty)
    }

    /// Returns the native type that a variable refers to.
    pub(super) fn native(&self, var: VarId) -> Option<&'m Type> {
        // The types of added variables are parts of the module's.
        let ValueType::Ref(ty) = self.var_type(var) else { return None };
        match self.function.vars.get(var.0 as usize) {
            Some(of_ir) => match &of_ir.ty {
                ValueType::Ref(ty) => Some(ty),
                _ => None,
            },
            None => self
                .unit
                .types
                .structs
                .iter()
                .flat_map(|it| it.fields.iter().map(|field| &field.ty))
                .chain(self.unit.types.unions.iter().flat_map(|it| it.cases.iter().filter_map(|case| case.ty.as_ref())))
                .find_map(|of_types| part(of_types, &ty))
                .or_else(|| {
                    let vars = self.unit.module.functions.iter().flat_map(|function| &function.vars);
                    vars.filter_map(|var| if let ValueType::Ref(of_module) = &var.ty { Some(of_module) } else { None })
                        .find_map(|of_module| part(of_module, &ty))
                }),
        }
    }
}

/// Returns the part of a type that equals another one.
fn part<'t>(ty: &'t Type, wanted: &Type) -> Option<&'t Type> {
    match ty {
        _ if ty == wanted => Some(ty),
        Type::List(element) | Type::Array(element, _) => part(element, wanted),
        _ => None,
    }
}
