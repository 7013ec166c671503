//! The text of elements (XML 1.0, sections 2.4, 2.7 and 2.11).

use super::Tokens;
use super::run::{Stops, next_is_odd};
use super::tag::Inside;
use crate::text::class::{since, start};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arg, Arm, Block, Const, Datum, ErrorCode, Expr, Function, ReadLeaf, ValueType, VarId};

/// What ends a run of text.
pub(in crate::xml) const STOPS: &[u8] = b"<&]\r";

const TEXT: [(&str, ValueType); 1] = [("text", ValueType::Bytes)];
const MORE: [(&str, ValueType); 1] = [("more", ValueType::Bool)];

impl Tokens {
    /// Reads the text of an element without elements, and its end.
    pub fn text(&self, b: &mut FunctionBuilder, inside: Inside) -> VarId {
        b.call(self.text, inside.args().into(), &[("text", ValueType::Bytes)])[0]
    }

    /// As [`Self::text`], for an element with this local name; its end is found by its bytes if it has no prefix.
    pub fn text_of(&self, b: &mut FunctionBuilder, inside: Inside, local: &str) -> VarId {
        let text = |b: &mut FunctionBuilder| {
            let plain = b.call(self.plain_text, vec![], &TEXT)[0];
            let is_bare = Expr::from(inside.name).bytes_len().is(local.len() as u64);
            let end = format!("</{local}>");
            let closed = |b: &mut FunctionBuilder| vec![b.matches("closed", end.as_bytes()).into()];
            let closed = b.if_yields(is_bare, &[("closed", ValueType::Bool)], closed, |_| vec![false.into()]);
            let other = |b: &mut FunctionBuilder| vec![self.text_end(b, plain, inside.name)];
            vec![b.if_yields(closed[0].into(), &TEXT, |_| vec![plain.into()], other)[0].into()]
        };
        b.if_yields(inside.is_empty.into(), &TEXT, |_| vec![b"".as_slice().into()], text)[0]
    }

    /// `text(name, scope, attributes, is_empty) -> text`. The attributes have been read.
    pub(super) fn read_text(&self) -> Function {
        let mut b = FunctionBuilder::new("text");
        let inside = Inside::params(&mut b);
        let text = |b: &mut FunctionBuilder| {
            let plain = b.call(self.plain_text, vec![], &TEXT)[0];
            vec![self.text_end(b, plain, inside.name)]
        };
        let read = b.if_yields(inside.is_empty.into(), &TEXT, |_| vec![b"".as_slice().into()], text);
        b.finish(vec![read[0].into()], vec![ValueType::Bytes])
    }

    /// `plain_text() -> plain`: the characters up to what is none, most often the end.
    pub(super) fn read_plain_text(&self) -> Function {
        let mut b = FunctionBuilder::new("plain_text");
        let start = start(&mut b);
        Stops::from(STOPS).skip_plain(&mut b);
        let is_odd = next_is_odd(&mut b);
        let odd =
            |b: &mut FunctionBuilder| vec![b.call(self.odd_text, vec![Arg::Value(start.clone())], &TEXT)[0].into()];
        let read = b.if_yields(is_odd, &TEXT, odd, |_| vec![since(start.clone())]);
        b.finish(vec![read[0].into()], vec![ValueType::Bytes])
    }

    /// `odd_text(start) -> plain`: goes on with a plain text that starts at a position.
    pub(super) fn read_odd_text(&self) -> Function {
        let mut b = FunctionBuilder::new("odd_text");
        b.rare();
        let start = b.value_param("start", ValueType::U64);
        self.skip_odd(&mut b, STOPS.into());
        b.finish(vec![since(start.into())], vec![ValueType::Bytes])
    }

    fn text_end(&self, b: &mut FunctionBuilder, plain: VarId, name: VarId) -> Expr {
        let args = [plain, name].map(|it| Arg::Value(it.into()));
        b.call(self.text_end, args.into(), &TEXT)[0].into()
    }

    /// `text_end(plain, name) -> text`: the plain text, what follows, and the end.
    pub(super) fn read_text_end(&self) -> Function {
        let mut b = FunctionBuilder::new("text_end");
        let plain = b.value_param("plain", ValueType::Bytes);
        let name = b.value_param("name", ValueType::Bytes);
        let closed = b.matches("closed", b"</");
        let long =
            |b: &mut FunctionBuilder| vec![b.call(self.long_text, vec![Arg::Value(plain.into())], &TEXT)[0].into()];
        let text = b.if_yields(closed.into(), &TEXT, |_| vec![plain.into()], long);
        self.end(&mut b, name);
        b.finish(vec![text[0].into()], vec![ValueType::Bytes])
    }

    /// `long_text(plain) -> text`: the plain text, and what follows up to an end, which is read up to the name.
    pub(super) fn read_long_text(&self) -> Function {
        let mut b = FunctionBuilder::new("long_text");
        b.rare();
        let plain = b.value_param("plain", ValueType::Bytes);
        let text = b.scratch("text", |b| {
            b.write(Datum::Span(plain.into()));
            self.each_part(b, true, |b| {
                self.markup(b, true, |b| {
                    b.fail(ErrorCode::WrongKind);
                    false.into()
                })
            });
        });
        b.finish(vec![text.into()], vec![ValueType::Bytes])
    }

    /// Reads text up to the next element, behind its `<` (true), or up to the end, behind its `</` (false).
    pub fn mixed(&self, b: &mut FunctionBuilder) -> [VarId; 2] {
        let results = [("text", ValueType::Bytes), ("more", ValueType::Bool)];
        let read = b.call(self.mixed, vec![], &results);
        [read[0], read[1]]
    }

    /// `mixed() -> text, more`.
    pub(super) fn read_mixed(&self) -> Function {
        let mut b = FunctionBuilder::new("mixed");
        let text = b.scratch("text", |b| self.each_part(b, true, |b| self.markup(b, true, |_| false.into())));
        let more = b.matches("more", b"<");
        b.finish(vec![text.into(), more.into()], vec![ValueType::Bytes, ValueType::Bool])
    }

    /// Writes text, or skips it; what begins with `<` runs `markup`, which yields true to go on.
    pub fn each_part(&self, b: &mut FunctionBuilder, writes: bool, markup: impl FnOnce(&mut FunctionBuilder) -> Expr) {
        b.loop_while(
            vec![("more", ValueType::Bool, true.into())],
            |carried| carried[0].into(),
            |b, _| {
                self.run(b, writes, STOPS);
                let next = b.peek("next");
                let arms = vec![
                    part(b, b'<', markup),
                    part(b, b'&', |b| {
                        let code = self.reference(b);
                        if writes {
                            b.call(self.write_code_point, vec![Arg::Value(code)], &[]);
                        }
                        true.into()
                    }),
                    part(b, b'\r', |b| {
                        self.line_end(b, writes);
                        true.into()
                    }),
                    part(b, b']', |b| {
                        let ends_data = b.matches("ends_data", b"]]>");
                        b.check(!ends_data, ErrorCode::Syntax);
                        b.skip(1u64);
                        write_if(b, writes, b"]");
                        true.into()
                    }),
                ];
                let other = self.no_part(b);
                vec![b.switch(next.into(), arms, other, &MORE)[0].into()]
            },
        );
    }

    fn no_part(&self, b: &mut FunctionBuilder) -> Block {
        b.block(|b| {
            self.fail_at_next(b);
            vec![false.into()]
        })
    }

    /// Reads what begins with `<`; yields false behind `</`, or what `element` yields in front of the tag of one.
    fn markup(
        &self,
        b: &mut FunctionBuilder,
        writes: bool,
        element: impl FnOnce(&mut FunctionBuilder) -> Expr,
    ) -> Expr {
        let closed = b.matches("closed", b"</");
        let other = |b: &mut FunctionBuilder| {
            let data = Expr::from(b.matches("data", b"<![CDATA["));
            b.when(data.clone(), |b| self.data(b, writes));
            let other = |b: &mut FunctionBuilder| {
                let skipped = self.aside(b);
                b.if_yields(skipped, &MORE, |_| vec![true.into()], |b| vec![element(b)])
            };
            let more = b.if_yields(data, &MORE, |_| vec![true.into()], |b| vec![other(b)[0].into()]);
            vec![more[0].into()]
        };
        b.if_yields(closed.into(), &MORE, |_| vec![false.into()], other)[0].into()
    }

    /// Skips a comment or a processing instruction; yields true if there is one.
    pub(super) fn aside(&self, b: &mut FunctionBuilder) -> Expr {
        let comment = Expr::from(b.matches("comment", b"<!--"));
        let instruction = Expr::from(b.matches("instruction", b"<?"));
        b.when(comment.clone(), |b| self.comment(b));
        b.when(!comment.clone() & instruction.clone(), |b| self.instruction(b));
        comment | instruction
    }

    /// Reads a CDATA section behind what it begins with.
    pub fn data(&self, b: &mut FunctionBuilder, writes: bool) {
        b.loop_while(
            vec![("more", ValueType::Bool, true.into())],
            |carried| carried[0].into(),
            |b, _| {
                self.run(b, writes, b"]\r");
                let next = b.peek("next");
                let arms = vec![
                    part(b, b'\r', |b| {
                        self.line_end(b, writes);
                        true.into()
                    }),
                    part(b, b']', |b| {
                        let end = b.matches("end", b"]]>");
                        b.when(!end, |b| {
                            b.skip(1u64);
                            write_if(b, writes, b"]");
                        });
                        !end
                    }),
                ];
                let other = self.no_part(b);
                vec![b.switch(next.into(), arms, other, &MORE)[0].into()]
            },
        );
    }

    fn run(&self, b: &mut FunctionBuilder, writes: bool, ends: &[u8]) {
        match writes {
            true => copy_run(self, b, ends.into()),
            false => self.skip_run(b, ends.into()),
        }
    }

    /// Reads the end of a line, which is a line feed.
    fn line_end(&self, b: &mut FunctionBuilder, writes: bool) {
        b.skip(1u64);
        b.matches("line_feed", b"\n");
        write_if(b, writes, b"\n");
    }

    /// Moves to the next element, behind its `<` (true), or behind the `</` of the end (false). There is no text.
    pub fn next(&self, b: &mut FunctionBuilder) -> VarId {
        b.call(self.next, vec![], &[("more", ValueType::Bool)])[0]
    }

    /// `next() -> more`.
    pub(super) fn read_next(&self) -> Function {
        let mut b = FunctionBuilder::new("next");
        let results = [("again", ValueType::Bool), ("more", ValueType::Bool)];
        let last = b.loop_while(
            vec![("again", ValueType::Bool, true.into()), ("more", ValueType::Bool, false.into())],
            |carried| carried[0].into(),
            |b, _| {
                b.skip_leaf(ReadLeaf::JsonSpace);
                let closed = Expr::from(b.matches("closed", b"</"));
                let read = b.if_yields(
                    closed,
                    &results,
                    |_| vec![false.into(), false.into()],
                    |b| {
                        let skipped = self.aside(b);
                        let skipped = b.let_("skipped", skipped);
                        b.when(!skipped, |b| {
                            b.check(Expr::Left.is_not(0u64), ErrorCode::Truncated);
                            b.expect(b"<", ErrorCode::WrongKind);
                        });
                        vec![skipped.into(), true.into()]
                    },
                );
                vec![read[0].into(), read[1].into()]
            },
        );
        b.finish(vec![last[1].into()], vec![ValueType::Bool])
    }

    /// Skips an element behind its tag, with any attributes.
    pub fn skip(&self, b: &mut FunctionBuilder, inside: Inside) {
        b.call(self.skip, inside.args().into(), &[]);
    }

    /// `skip(name, scope, attributes, is_empty)`.
    pub(super) fn skip_element(&self) -> Function {
        let mut b = FunctionBuilder::new("skip");
        b.nests();
        let inside = Inside::params(&mut b);
        self.each_attribute(&mut b, (inside.attributes, inside.scope), vec![], |b, attribute, _| {
            self.check_first(b, inside.attributes, attribute);
            vec![]
        });
        b.when(!inside.is_empty, |b| {
            self.each_part(b, false, |b| {
                self.markup(b, false, |b| {
                    b.expect(b"<", ErrorCode::Syntax);
                    let tag = self.tag(b, inside.scope);
                    self.skip(b, tag.inside);
                    true.into()
                })
            });
            self.end(b, inside.name);
        });
        b.finish(vec![], vec![])
    }
}

/// Copies characters up to one of these, a control character or the end.
pub(super) fn copy_run(tokens: &Tokens, b: &mut FunctionBuilder, stops: Stops<'_>) {
    let start = start(b);
    tokens.skip_run(b, stops);
    b.write(Datum::Span(since(start)));
}

fn write_if(b: &mut FunctionBuilder, writes: bool, bytes: &[u8]) {
    if writes {
        b.write_bytes(bytes);
    }
}

/// An arm for a part that begins with a byte; yields true if another part may follow.
fn part(b: &mut FunctionBuilder, byte: u8, read: impl FnOnce(&mut FunctionBuilder) -> Expr) -> Arm {
    Arm { keys: vec![Const::U64(byte.into())], body: b.block(|b| vec![read(b)]) }
}
