//! The tokens of XML 1.0 (5th edition) with namespaces, as functions that all types share.

mod attribute;
mod comment;
mod name;
mod prolog;
mod reference;
mod run;
mod scope;
mod tag;
mod text;
mod told;

use crate::text::class::read_word;
use crate::text::code_point::write_code_point;
use crate::text::transcode::read_code_point;
pub(super) use attribute::Attribute;
pub(super) use name::is_ncname;
use polywire_ir::FuncId;
use polywire_ir::build::ModuleBuilder;
pub(super) use scope::{XML, XMLNS, XSI, constant, declared, each_declared, first_declared, is_declared, scope_of};
pub(super) use tag::{Inside, Tag};
pub(super) use text::STOPS;

/// The functions that read tokens.
#[derive(Clone, Copy)]
pub(super) struct Tokens {
    /// `read_code_point() -> code`.
    pub code_point: FuncId,
    noncharacter: FuncId,
    write_code_point: FuncId,
    ncname: FuncId,
    reference: FuncId,
    comment: FuncId,
    instruction: FuncId,
    namespace: FuncId,
    declare: FuncId,
    attribute: FuncId,
    attribute_value: FuncId,
    check_attributes: FuncId,
    check_first: FuncId,
    check_unknown: FuncId,
    tag: FuncId,
    tag_rest: FuncId,
    end: FuncId,
    text: FuncId,
    plain_text: FuncId,
    odd_text: FuncId,
    text_end: FuncId,
    long_text: FuncId,
    mixed: FuncId,
    is_nil: FuncId,
    told_type: FuncId,
    next: FuncId,
    skip: FuncId,
    prolog: FuncId,
    ill_formed: FuncId,
    misc: FuncId,
    word: FuncId,
}

impl Tokens {
    /// Defines them.
    pub fn define(module: &mut ModuleBuilder) -> Self {
        let code_point = module.add(read_code_point());
        let ncname = module.add(name::ncname(code_point));
        let tokens = Self {
            code_point,
            noncharacter: module.add(run::noncharacter()),
            write_code_point: module.add(write_code_point()),
            ncname,
            reference: module.add(reference::reference(ncname)),
            comment: module.declare(),
            instruction: module.declare(),
            namespace: module.add(scope::namespace()),
            declare: module.add(scope::declare()),
            attribute: module.declare(),
            attribute_value: module.declare(),
            check_attributes: module.declare(),
            check_first: module.add(attribute::check_first()),
            check_unknown: module.add(attribute::check_unknown()),
            tag: module.declare(),
            tag_rest: module.declare(),
            end: module.add(tag::read_end()),
            text: module.declare(),
            plain_text: module.declare(),
            odd_text: module.declare(),
            text_end: module.declare(),
            long_text: module.declare(),
            mixed: module.declare(),
            is_nil: module.declare(),
            told_type: module.declare(),
            next: module.declare(),
            skip: module.declare(),
            prolog: module.declare(),
            ill_formed: module.add(prolog::ill_formed()),
            misc: module.declare(),
            word: module.declare(),
        };
        tokens.define_rest(module);
        tokens
    }

    fn define_rest(&self, module: &mut ModuleBuilder) {
        let functions = [
            (self.word, read_word()),
            (self.comment, self.skip_comment()),
            (self.instruction, self.skip_instruction()),
            (self.attribute, self.read_attribute()),
            (self.attribute_value, self.read_attribute_value()),
            (self.check_attributes, self.check_all_attributes()),
            (self.tag, self.read_tag()),
            (self.tag_rest, self.read_tag_rest()),
            (self.text, self.read_text()),
            (self.plain_text, self.read_plain_text()),
            (self.odd_text, self.read_odd_text()),
            (self.text_end, self.read_text_end()),
            (self.long_text, self.read_long_text()),
            (self.mixed, self.read_mixed()),
            (self.is_nil, self.find_nil()),
            (self.told_type, self.find_type()),
            (self.next, self.read_next()),
            (self.skip, self.skip_element()),
            (self.prolog, self.read_prolog()),
            (self.misc, self.read_misc()),
        ];
        functions.into_iter().for_each(|(id, function)| module.define(id, function));
    }
}
