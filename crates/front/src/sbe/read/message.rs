use super::Reader;
use super::attributes::Attributes;
use crate::sbe::codes;
use crate::sbe::schema::{FieldDecl, GroupDecl, Member, MemberKind, Message, Word};
use crate::xml::Element;
use polywire_source::Diagnostic;

impl Reader<'_> {
    pub(super) fn message(&self, element: &Element) -> Message {
        let it = self.attributes(element);
        let message = Message {
            head: it.head(),
            id: it.required_id("id"),
            block_length: it.bytes("blockLength"),
            members: self.members(element),
        };
        it.end();
        message
    }

    /// Reads members, which have an order: fields, groups, data.
    fn members(&self, parent: &Element) -> Vec<Member> {
        let mut members: Vec<Member> = Vec::new();
        for child in &parent.children {
            let Some(member) = self.member(child) else {
                self.unexpected(child, parent, &["field", "group", "data"]);
                continue;
            };
            if let Some(before) = members.iter().rfind(|it| rank(&it.kind) > rank(&member.kind)) {
                let message = format!("`{}` has to stand before groups and data", member.head.name.text);
                let message = match member.kind {
                    MemberKind::Group(_) => format!("the group `{}` has to stand before data", member.head.name.text),
                    MemberKind::Field(_) | MemberKind::Data(_) => message,
                };
                let problem = Diagnostic::error(codes::MEMBER_ORDER, message).at(member.head.name.span, "");
                let problem = problem.related(before.head.name.span, "");
                self.diagnostics.borrow_mut().push(problem.help("the order is: fields, groups, data"));
            }
            members.push(member);
        }
        members
    }

    fn member(&self, element: &Element) -> Option<Member> {
        let it = self.attributes(element);
        let kind = match element.name.as_str() {
            "field" => MemberKind::Field(Box::new(self.field(&it))),
            "group" => MemberKind::Group(self.group(&it, element)),
            "data" => MemberKind::Data(self.data(&it)),
            _ => return None,
        };
        let member = Member { head: it.head(), id: it.required_id("id"), kind };
        it.end();
        Some(member)
    }

    fn field(&self, it: &Attributes<'_, '_>) -> FieldDecl {
        FieldDecl {
            ty: it.required("type"),
            presence: it.presence(),
            value_ref: it.word("valueRef"),
            constant: it.content(),
            limits: it.limits(),
            time: it.time(),
        }
    }

    fn group(&self, it: &Attributes<'_, '_>, element: &Element) -> GroupDecl {
        let dimension = it.word("dimensionType");
        GroupDecl {
            dimension: dimension.unwrap_or_else(|| Word { text: "groupSizeEncoding".to_owned(), span: it.span() }),
            block_length: it.bytes("blockLength"),
            members: self.members(element),
        }
    }

    /// What other members have is allowed and means nothing.
    fn data(&self, it: &Attributes<'_, '_>) -> Word {
        it.presence();
        it.required("type")
    }
}

fn rank(kind: &MemberKind) -> u8 {
    match kind {
        MemberKind::Field(_) => 0,
        MemberKind::Group(_) => 1,
        MemberKind::Data(_) => 2,
    }
}
