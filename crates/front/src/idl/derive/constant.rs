//! Constants.

use super::enumeration::is_enum;
use super::ty::Owner;
use super::{Decl, DeclId, DeclKind, Printer, names, scope};
use polywire_model::attr::CorbaForm;
use polywire_model::{Literal, Meaning, NamedConstant, Type};

impl Printer<'_> {
    pub(super) fn constant(&mut self, id: DeclId, decl: &Decl, it: &NamedConstant) {
        let Some((ty, value)) = self.typed(decl, it) else {
            self.lost.push(format!("the constant {}: IDL has none of this type and value", decl.path()));
            return;
        };
        self.doc(&decl.doc);
        self.out.line(format!("const {ty} {} = {value};", names::escaped(self.names.own(id))));
    }

    fn typed(&mut self, decl: &Decl, it: &NamedConstant) -> Option<(String, String)> {
        let model = self.model;
        let scope = scope(decl);
        let owner = Owner { name: "Constant", scope: &scope };
        match (&it.ty, &it.value) {
            (Type::Int { meaning: Meaning::Decimal { scale }, .. }, Literal::Int(number)) => {
                Some(("fixed".to_owned(), crate::idl::decimal_text(*number, *scale) + "d"))
            }
            (Type::Int { bits: 8, meaning: Meaning::Character, .. }, Literal::Int(it)) => {
                Some(("char".to_owned(), format!("'\\x{it:02x}'")))
            }
            (Type::Int { bits: 16, meaning: Meaning::Character, .. }, Literal::Int(it)) => {
                Some(("wchar".to_owned(), format!("L'\\u{it:04x}'")))
            }
            (Type::Named(id), Literal::Int(number)) => match &model.decl(*id).kind {
                DeclKind::Enum(of) if is_enum(of) => {
                    let place = of.members.iter().position(|member| i128::from(member.number) == *number)?;
                    Some((self.names.absolute(*id), self.names.absolute_enumerator(*id, place)))
                }
                _ => Some((self.names.absolute(*id), number.to_string())),
            },
            (ty, Literal::Int(number)) => {
                let value = match ty {
                    Type::Int { bits: 8, .. } if !self.is_idl => Some((*number as u8).to_string()),
                    Type::Int { bits, signed: true, .. } => signed(*number, *bits),
                    _ => Some(number.to_string()),
                };
                Some((self.member_type(&owner, ty, &CorbaForm::default()).ty, value?))
            }
            (Type::Bool, Literal::Bool(it)) => Some(("boolean".to_owned(), it.to_string().to_uppercase())),
            (Type::Float { bits }, Literal::Float(it)) => {
                let word = if *bits == 32 { "float" } else { "double" };
                let it = f64::from_bits(*it);
                it.is_finite().then(|| (word.to_owned(), format!("{it:?}")))
            }
            (Type::Text(_), Literal::Text(it)) => text(it),
            _ => None,
        }
    }
}

/// Returns the text of an integer; `None` for the least number of 32 and 64 bits, which omniidl takes in no form.
pub(super) fn signed(number: i128, bits: u8) -> Option<String> {
    (bits < 32 || number != -(1i128 << (bits - 1))).then(|| number.to_string())
}

/// Returns a string, or a wide one if a character needs it. IDL has no NUL in them.
fn text(it: &str) -> Option<(String, String)> {
    if it.contains('\0') {
        return None;
    }
    let is_wide = it.chars().any(|it| u32::from(it) > 0xFF);
    let escape = |it: char| match it {
        '"' | '\\' => format!("\\{it}"),
        ' '..='~' => it.to_string(),
        _ if is_wide => {
            let mut units = [0; 2];
            it.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")).collect()
        }
        _ => format!("\\{:03o}", u32::from(it)),
    };
    let escaped: String = it.chars().map(escape).collect();
    Some(if is_wide {
        ("wstring".to_owned(), format!("L\"{escaped}\""))
    } else {
        ("string".to_owned(), format!("\"{escaped}\""))
    })
}
