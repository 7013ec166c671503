//! Setting scalars, texts and bytes.

use super::Printer;
use super::place::{Kind, Path};
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
                    Kind::Value | Kind::Pointer => {
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
                let (value, is_string) = self.chars(value);
                self.assign_bytes(&path, &value, is_string);
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
            Kind::Member([union, set, _]) => self.line(format!("{union}.{set}({value})")),
            Kind::Bits([_, set, _]) => self.line(format!("{text}.{set}({value})")),
            _ => self.line(format!("{} = {value}", path.object())),
        }
    }

    pub(super) fn assign_bytes(&mut self, path: &Path<'m>, value: &str, _is_string: bool) {
        if path.kind == Kind::Opt {
            let inner = self.local(
                "opened",
                &format!(
                    "*{}",
                    path.ty.map_or(String::new(), |ty| match ty {
                        Type::FixedBytes(len) => format!("[{len}]byte"),
                        _ => "[]byte".to_owned(),
                    })
                ),
            );
            self.line(format!("{inner} = {}.Open()", path.text));
            let path = Path { text: inner, kind: Kind::Pointer, ty: path.ty };
            return self.assign_bytes(&path, value, false);
        }
        if let (Kind::Member([union, set, constant]), Some(ty)) = (&path.kind, path.ty) {
            let zero = self.zero_value(ty);
            self.when(&format!("{union}.which != {constant}"), &format!("{union}.{set}({zero})"));
        }
        match path.ty {
            Some(Type::FixedBytes(_)) => self.line(format!("copy({}[:], {value})", path.operand())),
            _ => self.line(format!("{} = append({}[:0], {value}...)", path.object(), path.operand())),
        }
    }

    /// Converts an IR value to a scalar of a native type.
    fn native_value(&mut self, ty: Option<&'m Type>, value: &Ir) -> String {
        match ty {
            Some(Type::Float { bits }) => self.float(value, *bits),
            Some(Type::Bool) => self.text(value),
            Some(Type::Int { bits, signed }) => {
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
            Some(ty @ Type::Enum(_)) => {
                let (ty, text) = (self.native_type(ty), self.text(value));
                format!("{ty}({text})")
            }
            _ => {
                self.problem("a place that holds no scalar is set");
                self.text(value)
            }
        }
    }
}
