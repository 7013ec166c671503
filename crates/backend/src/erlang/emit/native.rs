//! Converts native values to IR values and back.

use super::Emit;
use super::env::{Env, Value};
use super::num::Num;
use super::place::{NodeType, Path};
use crate::erlang::ast::{Callee, Ex};
use crate::erlang::helpers::Helper;
use crate::erlang::names::escaped;
use polywire_ir::types::{EnumId, Type};
use polywire_ir::{Place, SiteId};

impl Emit<'_> {
    /// `Get`: the value at a place, as a value of the IR.
    pub fn get(&mut self, env: &mut Env, place: &Place) -> Value {
        let path = self.locate(env, place);
        self.get_node(env, &path)
    }

    /// The value at a node, as a value of the IR.
    pub fn get_node(&mut self, env: &mut Env, path: &Path) -> Value {
        let node = self.node(env, path);
        let ty = match node.ty {
            NodeType::Value(ty) | NodeType::Optional(ty) => ty,
            NodeType::Mark => return Value::Bytes(Ex::Bytes(vec![])),
        };
        match ty {
            Type::Bool => Value::Bool(node.ex),
            Type::Int { bits, signed, .. } => Value::Num(self.get_int(env, path, u32::from(bits), signed)),
            Type::Float { bits } => Value::Float(node.ex, bits),
            Type::Enum(id) => Value::Num(self.get_enum(env, path, id)),
            Type::Text { verified: true } if self.shared.traced => Value::Bytes(self.get_text(env, path)),
            Type::Text { verified: true } => Value::Bytes(self.get_bytes(env, path, Helper::VerifiedText)),
            Type::Text { verified: false } => Value::Bytes(self.get_bytes(env, path, Helper::Text)),
            Type::Bytes => Value::Bytes(self.get_bytes(env, path, Helper::Bytes)),
            Type::FixedBytes(len, _) => Value::Bytes(self.get_fixed(env, path, len)),
            Type::Struct(_) | Type::Union(_) | Type::List(_) | Type::Array(..) | Type::Map(_) => {
                Value::Bytes(Ex::Bytes(vec![]))
            }
        }
    }

    /// An integer, after a check of its range.
    fn get_int(&mut self, env: &mut Env, path: &Path, bits: u32, signed: bool) -> Num {
        let node = self.node(env, path);
        let num = if signed { Num::signed(node.ex, bits) } else { Num::unsigned(node.ex, bits) };
        if !node.checked && !matches!(num.ex, Ex::Int(_)) {
            self.change_node(env, path, |node| node.checked = true);
            let fail = self.fail(env, "out_of_range", SiteId::OF_FUNCTION);
            env.code.push(Ex::binary("orelse", in_range(&num, bits, signed), fail));
        }
        num
    }

    /// The number of an enumerator.
    fn get_enum(&mut self, env: &mut Env, path: &Path, id: EnumId) -> Num {
        let it = self.shared.types().enumeration(id);
        let (bits, signed) = (u32::from(it.bits), it.signed);
        let node = self.node(env, path);
        let ex = match node.converted {
            Some(ex) => ex,
            None => {
                let place = self.shared.traced.then(|| self.site(env, SiteId::OF_FUNCTION));
                let args = std::iter::once(node.ex).chain(place).collect();
                let call = Ex::Call(Callee::Enum { id, to_number: true }, args);
                let ex = self.bind(env, "number", call);
                self.change_node(env, path, |node| node.converted = Some(ex.clone()));
                ex
            }
        };
        let mut num = if signed { Num::signed(ex, bits) } else { Num::unsigned(ex, bits) };
        let it = self.shared.types().enumeration(id);
        let numbers = || it.members.iter().map(|member| it.integer(member.number));
        if !it.open {
            num.lo = numbers().min().unwrap_or(0);
            num.hi = numbers().max().unwrap_or(0);
        }
        // Numbers are I64 whatever the enum's own type is.
        self.wrapped(num, 64, true)
    }

    fn get_bytes(&mut self, env: &mut Env, path: &Path, helper: Helper) -> Ex {
        let node = self.node(env, path);
        if let Some(ex) = node.converted {
            return ex;
        }
        let ex = self.bind(env, "bytes", Ex::Call(Callee::Helper(helper), vec![node.ex]));
        self.change_node(env, path, |node| node.converted = Some(ex.clone()));
        ex
    }

    /// Returns a text whose validation depends on its place.
    fn get_text(&mut self, env: &mut Env, path: &Path) -> Ex {
        let is_checked = self.node(env, path).converted.is_some();
        let text = self.get_bytes(env, path, Helper::Text);
        if !is_checked {
            let valid = Ex::Call(Callee::Helper(Helper::IsUtf8), vec![text.clone()]);
            env.code.push(Ex::binary("orelse", valid, self.fail(env, "invalid_utf8", SiteId::OF_FUNCTION)));
        }
        text
    }

    fn get_fixed(&mut self, env: &mut Env, path: &Path, len: u32) -> Ex {
        let node = self.node(env, path);
        if let Some(ex) = node.converted {
            return ex;
        }
        let ex = Ex::remote("polywire_value", "fixed", vec![node.ex, Ex::Int(i128::from(len))]);
        let ex = self.bind(env, "bytes", ex);
        self.change_node(env, path, |node| node.converted = Some(ex.clone()));
        ex
    }

    /// Converts an IR value to a native scalar, text or bytes.
    pub fn native(&mut self, env: &mut Env, ty: &Type, value: Value) -> Ex {
        match (ty, value) {
            (Type::Bool, Value::Bool(ex)) => ex,
            (Type::Int { bits, signed, .. }, value) => self.int_to_native(value, u32::from(*bits), *signed),
            (Type::Float { bits }, Value::Float(ex, from)) if *bits == from => ex,
            (Type::Float { bits }, value) => {
                let name = if *bits == 32 { "from_bits32" } else { "from_bits64" };
                let bits = Num::unsigned(self.exact(value).ex, u32::from(*bits));
                Ex::pure("polywire_float", name, vec![bits.ex])
            }
            (Type::Enum(id), value) => {
                let it = self.shared.types().enumeration(*id);
                let number = self.int_to_native(value, u32::from(it.bits), it.signed);
                let member = it.members.iter().find(|member| number == Ex::Int(it.integer(member.number)));
                if let Some(member) = member {
                    return Ex::atom(escaped(&member.name));
                }
                Ex::Call(Callee::Enum { id: *id, to_number: false }, vec![number])
            }
            (_, value) => self.as_bytes(env, value),
        }
    }

    /// Truncates an integer to the width of its type.
    fn int_to_native(&mut self, value: Value, bits: u32, signed: bool) -> Ex {
        if let (Value::Signed(ex, width), true) = (&value, signed)
            && u32::from(*width) <= bits
        {
            return ex.clone();
        }
        let num = self.exact(value);
        self.wrapped(num, bits, signed).ex
    }
}

/// Tests whether a native integer is in its range. Comparisons with bignums are slow, so a helper tests small numbers
/// first.
fn in_range(num: &Num, bits: u32, signed: bool) -> Ex {
    let helper = if signed { Helper::IsI64 } else { Helper::IsU64 };
    if bits == 64 {
        return Ex::Call(Callee::Helper(helper), vec![num.ex.clone()]);
    }
    let is_int = Ex::guard("is_integer", vec![num.ex.clone()]);
    let above = Ex::binary(">=", num.ex.clone(), Ex::Int(num.lo));
    let below = Ex::binary("=<", num.ex.clone(), Ex::Int(num.hi));
    Ex::binary("andalso", Ex::binary("andalso", is_int, above), below)
}
