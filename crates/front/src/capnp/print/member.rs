//! Members of structs and groups.

use super::{At, Printer};
use crate::capnp::nodes::{Field, FieldKind, NodeKind, Object, Struct, Value};

impl<'n> Printer<'n> {
    /// Prints the members in the order of the text; those of the unnamed union are in their own block.
    pub(super) fn members(&mut self, at: At<'n>, it: &'n Struct) {
        let mut order: Vec<&Field> = it.fields.iter().collect();
        order.sort_by_key(|field| field.code_order);
        let mut is_open = false;
        for field in order {
            if field.discriminant.is_some() != is_open {
                if is_open {
                    self.out.close();
                } else {
                    self.out.open("union");
                }
                is_open = !is_open;
            }
            self.member(at, field);
        }
        if is_open {
            self.out.close();
        }
    }

    fn member(&mut self, at: At<'n>, field: &'n Field) {
        let annotations = self.annotations(at, &field.annotations);
        match &field.kind {
            FieldKind::Slot { .. } => {
                let typed = self.typed(at, field);
                let ordinal = field.ordinal.unwrap_or_default();
                self.out.line(format!("{} @{ordinal} {typed}{annotations};", field.name));
                self.doc(&field.doc);
            }
            FieldKind::Group(id) => {
                let group = self.node(*id).map(|node| (&node.doc, &node.kind));
                if let Some((doc, NodeKind::Struct(it))) = group {
                    self.group((at, field), (it, &annotations), doc);
                }
            }
        }
    }

    /// Prints `:Type = default` of a field or parameter.
    pub(super) fn typed(&mut self, at: At<'n>, field: &'n Field) -> String {
        let FieldKind::Slot { ty, default, is_explicit, .. } = &field.kind else { return String::new() };
        let name = self.type_name(at, ty);
        if !is_explicit {
            return format!(":{name}");
        }
        let value = match default {
            Value::List(Object::Null) | Value::Struct(Object::Null) => Some("null".to_owned()),
            default => self.value(at, ty, default),
        };
        match value {
            Some(value) => format!(":{name} = {value}"),
            None => {
                self.lost.push(format!("the default of `{}`", field.name));
                format!(":{name}")
            }
        }
    }

    /// Prints a group. If all of its members are in its union, it is a named union.
    fn group(&mut self, (at, field): (At<'n>, &'n Field), (it, annotations): (&'n Struct, &str), doc: &str) {
        let is_union = !it.fields.is_empty() && it.fields.iter().all(|field| field.discriminant.is_some());
        let ordinal = field.ordinal.map(|ordinal| format!(" @{ordinal}!")).unwrap_or_default();
        let keyword = if is_union { "union" } else { "group" };
        self.out.open(&format!("{}{ordinal} :{keyword}{annotations}", field.name));
        self.doc(if field.doc.is_empty() { doc } else { &field.doc });
        if is_union {
            let mut order: Vec<&Field> = it.fields.iter().collect();
            order.sort_by_key(|field| field.code_order);
            order.into_iter().for_each(|field| self.member(at, field));
        } else {
            self.members(at, it);
        }
        self.out.close();
    }
}
