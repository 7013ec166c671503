//! The members of a struct and of its groups, in one list.

use crate::capnp::ast::{Annotation, Decl, DeclKind, Expression, Param, Word};
use crate::capnp::codes;
use polywire_model::capnp_layout::{Layout, Scope, UnionId};
use polywire_source::{Diagnostic, Diagnostics, Span};

/// A struct that is being laid out.
#[derive(Default)]
pub(super) struct Plan<'a> {
    pub layout: Layout,
    /// The struct and its groups, outer ones first.
    pub parts: Vec<StructPart<'a>>,
    pub members: Vec<Member<'a>>,
    /// Members with ordinals.
    pub events: Vec<Event>,
}

/// The struct, or a group or named union in it.
pub(super) struct StructPart<'a> {
    /// Index of this part in the enclosing part's members; `None` for the struct itself.
    pub member: Option<usize>,
    pub union: Option<UnionId>,
    /// The number of union members placed so far.
    pub cases: u16,
    /// Members in the order in which they were placed.
    pub placed: Vec<usize>,
    /// The number of members collected so far.
    members: u16,
    pub name: &'a str,
    pub doc: &'a str,
    pub span: Span,
}

/// A member of a part.
pub(super) struct Member<'a> {
    pub part: usize,
    pub name: &'a Word,
    pub doc: &'a str,
    pub annotations: &'a [Annotation],
    pub code_order: u16,
    pub ordinal: Option<u16>,
    pub is_case: bool,
    pub index: Option<usize>,
    pub discriminant: Option<u16>,
    pub kind: MemberKind<'a>,
}

#[derive(Clone, Copy)]
pub(super) enum MemberKind<'a> {
    Slot {
        ty: &'a Expression,
        default: Option<&'a Expression>,
        scope: Scope,
    },
    /// The index of the part that a group or named union forms.
    Group(usize),
    Union(usize),
}

/// Something with an ordinal.
pub(super) struct Event {
    pub ordinal: Option<(u64, Span)>,
    /// Set if the event places the discriminant of a union, not a member.
    pub union: Option<UnionId>,
    pub member: Option<usize>,
}

/// The scope whose members are being collected.
#[derive(Clone, Copy)]
struct Inside {
    part: usize,
    scope: Scope,
    union: Option<UnionId>,
}

impl<'a> Plan<'a> {
    /// The plan of a struct that is declared.
    pub fn of_struct(decl: &'a Decl, diagnostics: &mut Diagnostics) -> Self {
        let mut plan = Self::default();
        plan.add_part(None, &decl.name, &decl.doc);
        let top = Inside { part: 0, scope: Scope::Struct, union: None };
        decl.nested.iter().for_each(|member| plan.collect(member, top, diagnostics));
        plan
    }

    /// The plan of a struct that a method declares.
    pub fn of_params(name: &'a Word, params: &'a [Param]) -> Self {
        let mut plan = Self::default();
        plan.add_part(None, name, "");
        for (param, ordinal) in params.iter().zip(0..) {
            let kind = MemberKind::Slot { ty: &param.ty, default: param.default.as_ref(), scope: Scope::Struct };
            let top = Inside { part: 0, scope: Scope::Struct, union: None };
            let member = plan.add_member(top, &param.name, "", &param.annotations, kind);
            plan.members[member].ordinal = u16::try_from(ordinal).ok();
            plan.events.push(Event { ordinal: Some((ordinal, param.name.span)), union: None, member: Some(member) });
        }
        plan
    }

    fn collect(&mut self, decl: &'a Decl, inside: Inside, diagnostics: &mut Diagnostics) {
        match &decl.kind {
            DeclKind::Field { ty, default } => {
                let kind = MemberKind::Slot { ty, default: default.as_ref(), scope: self.scope_of_member(inside) };
                let member = self.member(inside, decl, kind);
                self.events.push(Event { ordinal: decl.ordinal, union: None, member: Some(member) });
            }
            DeclKind::Union if decl.name.text.is_empty() => self.unnamed_union(decl, inside, diagnostics),
            DeclKind::Union => {
                let scope = self.scope_of_member(inside);
                let part = self.parts.len();
                let member = self.member(inside, decl, MemberKind::Union(part));
                self.add_part(Some(member), &decl.name, &decl.doc);
                let union = self.begin_union(decl, Inside { part, scope, union: None }, Some(member), diagnostics);
                let inside = Inside { part, scope, union: Some(union) };
                decl.nested.iter().for_each(|member| self.collect(member, inside, diagnostics));
            }
            DeclKind::Group => {
                let scope = self.scope_of_member(inside);
                let part = self.parts.len();
                let member = self.member(inside, decl, MemberKind::Group(part));
                self.add_part(Some(member), &decl.name, &decl.doc);
                if decl.nested.is_empty() {
                    let empty = Diagnostic::error(codes::UNION, "a group has at least one member");
                    diagnostics.push(empty.at(decl.name.span, "").help("remove it until it has one"));
                }
                let inside = Inside { part, scope, union: None };
                decl.nested.iter().for_each(|member| self.collect(member, inside, diagnostics));
            }
            // Not members.
            DeclKind::Using(_)
            | DeclKind::Const { .. }
            | DeclKind::Enum
            | DeclKind::Enumerant
            | DeclKind::Struct
            | DeclKind::Interface { .. }
            | DeclKind::Method { .. }
            | DeclKind::Annotation { .. } => {}
        }
    }

    fn unnamed_union(&mut self, decl: &'a Decl, inside: Inside, diagnostics: &mut Diagnostics) {
        if inside.union.is_some() {
            let bare = Diagnostic::error(codes::UNION, "a union in a union needs a name").at(decl.name.span, "");
            return diagnostics.push(bare.help("write `name :union { … }`"));
        }
        let union = self.begin_union(decl, inside, None, diagnostics);
        let inside = Inside { union: Some(union), ..inside };
        decl.nested.iter().for_each(|member| self.collect(member, inside, diagnostics));
    }

    fn begin_union(
        &mut self,
        decl: &Decl,
        inside: Inside,
        member: Option<usize>,
        diagnostics: &mut Diagnostics,
    ) -> UnionId {
        if decl.nested.len() < 2 {
            let small = Diagnostic::error(codes::UNION, "a union has at least two members").at(decl.name.span, "");
            diagnostics.push(small.help("a single member can be moved into a union later"));
        }
        let union = self.layout.union(inside.scope);
        self.parts[inside.part].union = Some(union);
        if decl.ordinal.is_some() {
            self.events.push(Event { ordinal: decl.ordinal, union: Some(union), member });
        }
        union
    }

    fn scope_of_member(&mut self, inside: Inside) -> Scope {
        inside.union.map_or(inside.scope, |union| self.layout.group(union))
    }

    fn member(&mut self, inside: Inside, decl: &'a Decl, kind: MemberKind<'a>) -> usize {
        let index = self.add_member(inside, &decl.name, &decl.doc, &decl.annotations, kind);
        self.members[index].ordinal = decl.ordinal.and_then(|(ordinal, _)| u16::try_from(ordinal).ok());
        index
    }

    fn add_member(
        &mut self,
        inside: Inside,
        name: &'a Word,
        doc: &'a str,
        annotations: &'a [Annotation],
        kind: MemberKind<'a>,
    ) -> usize {
        let part = &mut self.parts[inside.part];
        let code_order = part.members;
        part.members = part.members.saturating_add(1);
        self.members.push(Member {
            part: inside.part,
            name,
            doc,
            annotations,
            code_order,
            ordinal: None,
            is_case: inside.union.is_some(),
            index: None,
            discriminant: None,
            kind,
        });
        self.members.len() - 1
    }

    fn add_part(&mut self, member: Option<usize>, name: &'a Word, doc: &'a str) {
        let (placed, span) = (Vec::new(), name.span);
        self.parts.push(StructPart { member, union: None, cases: 0, placed, members: 0, name: &name.text, doc, span });
    }

    /// Gives a member, and first the group that contains it, its place in the order of its part.
    pub fn touch(&mut self, member: usize) {
        if self.members[member].index.is_some() {
            return;
        }
        let part = self.members[member].part;
        if let Some(around) = self.parts[part].member {
            self.touch(around);
        }
        let (it, part) = (&mut self.members[member], &mut self.parts[part]);
        it.index = Some(part.placed.len());
        part.placed.push(member);
        if it.is_case {
            it.discriminant = Some(part.cases);
            part.cases = part.cases.saturating_add(1);
        }
    }
}
