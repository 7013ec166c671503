//! Messages to structs.

use super::options::{self, Target};
use super::symbol::join;
use super::{Resolver, Site};
use crate::proto::ast::{Field, Member, Message, MessageBody};
use crate::proto::capability::{self, Feature};
use polywire_model::{DeclKind, Struct};

impl Resolver<'_> {
    pub(super) fn define_message(&mut self, site: Site<'_>, message: &Message) {
        let scope = join(site.scope, &message.name.text);
        let site = Site { scope: &scope, ..site };
        let fields = message.body.members.iter().filter_map(|member| match member {
            Member::Field(it) => self.define_field(site, it),
            Member::Oneof(it) => self.define_oneof(site, it),
        });
        let fields = fields.collect();
        self.check_message_options(message);
        self.check_ranges(site, &message.body);
        self.check_field_numbers(message);
        self.check_json_names(site, message);
        if let Some(id) = self.declared.get(&message.name.span) {
            let kind = DeclKind::Struct(Struct { fields, keeps_unknown: true, ..Struct::default() });
            self.model.decls[id.0 as usize].kind = kind;
        }
    }

    fn check_message_options(&mut self, message: &Message) {
        let options = &message.body.options;
        self.check_options(Target::Message, options);
        if let Some((true, span)) = options::flag(options, options::MESSAGE_SET) {
            self.report(capability::missing(Feature::MessageSet, span));
        }
    }
}

/// All fields of a message, those of its oneofs included.
pub(super) fn all_fields(body: &MessageBody) -> impl Iterator<Item = &Field> {
    body.members.iter().flat_map(|member| match member {
        Member::Field(it) => std::slice::from_ref(it),
        Member::Oneof(it) => it.fields.as_slice(),
    })
}

pub(super) fn member_uses_custom_options(member: &Member) -> bool {
    match member {
        Member::Field(it) => options::any_custom(&it.options),
        Member::Oneof(it) => {
            options::any_custom(&it.options) || it.fields.iter().any(|field| options::any_custom(&field.options))
        }
    }
}
