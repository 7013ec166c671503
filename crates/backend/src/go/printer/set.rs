//! Setting scalars, texts and bytes.

use super::Printer;
use super::place::{Kind, Path};
use crate::go::native::is_meant;
use crate::low::Stmt;
use polywire_ir::types::Type;
use polywire_ir::{ErrorCode, Expr as Ir};

impl<'m> Printer<'_, 'm> {
    pub(super) fn set(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::SetScalar { place, value } => {
                let path = self.path(place);
                let value = self.native_value(path.ty, value);
                self.assign_value(&path, &value);
            }
            Stmt::SetText { place, value, verify, site } => {
                let path = self.path(place);
                let value = self.text(value);
                if !verify {
                    return self.assign_value(&path, &format!("c.Unverified({value})"));
                }
                let ok = self.local("ok", "bool");
                let at = self.position();
                let statement = self.fail(ErrorCode::InvalidUtf8, *site, &at);
                match path.kind {
                    Kind::Value | Kind::Pointer | Kind::Always => {
                        self.when(&format!("{}, {ok} = c.Text({value}); !{ok}", path.object()), &statement);
                    }
                    _ => {
                        let text = self.local("text", "string");
                        self.when(&format!("{text}, {ok} = c.Text({value}); !{ok}"), &statement);
                        self.assign_value(&path, &text);
                    }
                }
            }
            Stmt::SetBytes { place, value } => {
                let path = self.path(place);
                let value = self.chars(value).0;
                self.assign_bytes(&path, &value);
            }
            Stmt::SetCase(place) => match self.path(place) {
                Path { text, kind: Kind::Mark(set), .. } => self.line(format!("{text}.{set}()")),
                _ => self.problem("a case with a value is set without it"),
            },
            Stmt::SetDefault { bind: _, place, cond } => {
                if let Some(first) = self.first_value(place) {
                    let cond = self.text(cond);
                    let path = self.path(place);
                    let set = self.captured(|printer| printer.assign_value(&path, &first));
                    self.line(format!("if {cond} {{"));
                    self.out.indented(|out| out.lines(&set));
                    self.line("}");
                }
            }
            Stmt::Retain { place, format, value } => {
                let Some(member) = self.unknown_member(place) else { return };
                let value = self.text(value);
                self.line(format!("{member}.Keep(\"{format}\", {value})"));
            }
            _ => {}
        }
    }

    /// Assigns a value of the native type.
    pub(super) fn assign_value(&mut self, path: &Path<'m>, value: &str) {
        let text = &path.text;
        match &path.kind {
            Kind::Opt => self.line(format!("{text}.Set({value})")),
            Kind::OptRef => {
                let ty = path.ty.map(|ty| self.native_type(ty)).unwrap_or_default();
                let made = self.runtime("Ref");
                self.line(format!("{text} = {made}[{ty}]({value})"));
            }
            Kind::Case([_, set]) => self.line(format!("{text}.{set}({value})")),
            Kind::Own([union, set, _]) => self.line(format!("{union}.{set}({value})")),
            _ => self.line(format!("{} = {value}", path.object())),
        }
    }

    pub(super) fn assign_bytes(&mut self, path: &Path<'m>, value: &str) {
        let object = match &path.kind {
            Kind::Opt => {
                let ty = path.ty.map(|ty| self.native_type(ty)).unwrap_or_default();
                let inner = self.local("opened", &format!("*{ty}"));
                self.line(format!("{inner} = {}.Open()", path.text));
                let path = Path { text: inner, kind: Kind::Pointer, ty: path.ty };
                return self.assign_bytes(&path, value);
            }
            Kind::Case([get, set]) => {
                return self.line(format!("{0}.{set}(append({0}.{get}()[:0], {value}...))", path.text));
            }
            Kind::Own([union, set, constant]) => {
                let zero = path.ty.map(|ty| self.zero_value(ty)).unwrap_or_default();
                self.when(&format!("{union}.Which() != {constant}"), &format!("{union}.{set}({zero})"));
                path.object()
            }
            _ => path.object(),
        };
        match path.ty {
            Some(Type::FixedBytes(..)) => self.line(format!("copy({}[:], {value})", path.operand())),
            _ => self.line(format!("{object} = append({}[:0], {value}...)", path.operand())),
        }
    }

    /// Converts an IR value to a scalar of a native type.
    fn native_value(&mut self, ty: Option<&'m Type>, value: &Ir) -> String {
        match ty {
            Some(Type::Float { bits }) => self.float(value, *bits),
            Some(Type::Bool) => self.text(value),
            Some(ty) if matches!(ty, Type::Enum(_)) || is_meant(ty) => {
                let (ty, text) = (self.native_type(ty), self.text(value));
                format!("{ty}({text})")
            }
            Some(Type::Int { bits, signed, .. }) => {
                let inner = match value {
                    Ir::Wrap { bits: wrapped, value, .. } if wrapped >= bits => value,
                    _ => value,
                };
                if let Ir::Const(polywire_ir::Const::I64(_) | polywire_ir::Const::U64(_)) = inner {
                    return self.text(value);
                }
                let text = self.text(inner);
                format!("{}({text})", crate::go::native::integer(*bits, *signed))
            }
            _ => {
                self.problem("a place that holds no scalar is set");
                self.text(value)
            }
        }
    }
}
