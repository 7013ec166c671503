//! The parts of ops and expressions. Each field is named once here; `visit` and `visit_mut` choose among the parts.

use crate::{Arg, Block, Carried, Datum, Expr, Miss, Op, Order, Place, Prefix, ReadWhat, VarId};

/// Declares the parts, to be seen (`parts!(Part, parts, iter)`) or to be changed (`parts!(PartMut, parts_mut, iter_mut, mut)`).
///
/// No pattern ends with `..`, so that the compiler asks about a new field. Parts of a kind come in the order of execution.
macro_rules! parts {
    ($Part:ident, $parts:ident, $iter:ident $(, $mut:tt)?) => {
        /// A part of an op or an expression.
        pub(crate) enum $Part<'a> {
            /// Runs inside an op.
            Block(&'a $($mut)? Block),
            /// Is computed.
            Value(&'a $($mut)? Expr),
            /// Is read, built or visited.
            Place(&'a $($mut)? Place),
            /// May depend on a variable.
            Order(&'a $($mut)? Order),
            /// A variable that is bound.
            Binding(&'a $($mut)? VarId),
            /// A variable that an expression uses.
            Use(&'a $($mut)? VarId),
        }

        impl Op {
            /// Calls `f` with each part of the op itself, without those of its parts.
            pub(crate) fn $parts<'a>(&'a $($mut)? self, f: &mut dyn FnMut($Part<'a>)) {
                use $Part::{Binding, Block, Value};
                let mut results: &'a $($mut)? [VarId] = &$($mut)? [];
                match self {
                    Self::Let { var, value } => { f(Value(value)); f(Binding(var)); }
                    Self::If { cond, then, other, results: last } => {
                        f(Value(cond)); f(Block(then)); f(Block(other)); results = last;
                    }
                    Self::Switch { on, arms, default, results: last } => {
                        f(Value(on));
                        arms.$iter().for_each(|arm| f(Block(&$($mut)? arm.body)));
                        f(Block(default)); results = last;
                    }
                    Self::Loop { carried, cond, body, results: last } => {
                        carried.$iter().for_each(|it| it.$parts(f));
                        f(Value(cond)); f(Block(body)); results = last;
                    }
                    Self::Call { func: _, args, results: last } => {
                        args.$iter().for_each(|it| it.$parts(f)); results = last;
                    }
                    Self::Check { cond, code: _, site: _ } => f(Value(cond)),
                    Self::Charge { cost, site: _ } => f(Value(cost)),
                    Self::Credit { amount } => f(Value(amount)),

                    Self::Read { what, results: last, site: _ } => { what.$parts(f); results = last; }
                    Self::Match { bytes: _, miss: Miss::Yield(var) } => f(Binding(var)),
                    Self::Match { bytes: _, miss: Miss::Fail { code: _, site: _ } } => {}
                    Self::Window { len, body, rest: _, results: last, site: _ } => {
                        f(Value(len)); f(Block(body)); results = last;
                    }
                    Self::At { region, pos, body, results: last, site: _ } => {
                        f(Value(region)); f(Value(pos)); f(Block(body)); results = last;
                    }
                    Self::Section { var, region, pos, len, fill: _, code: _, site: _ } => {
                        f(Value(region)); f(Value(pos)); f(Value(len)); f(Binding(var));
                    }
                    Self::Keyed {
                        index, count, head, key, arms, default, carried, results: last, separation: _, predict: _,
                    } => {
                        if let Some(count) = count { f(Value(count)); }
                        f(Binding(index)); f(Binding(key));
                        carried.$iter().for_each(|it| it.$parts(f));
                        f(Block(head));
                        arms.$iter().for_each(|arm| f(Block(&$($mut)? arm.body)));
                        f(Block(default)); results = last;
                    }

                    Self::Set { place, value, trusted: _, site: _ } => { f($Part::Place(place)); f(Value(value)); }
                    Self::Reset { place } => f($Part::Place(place)),
                    Self::Open { place, case: _, bind, created, body, results: last } => {
                        f($Part::Place(place)); f(Binding(bind)); f(Binding(created)); f(Block(body)); results = last;
                    }
                    Self::Push { place, bind, body, results: last } => {
                        f($Part::Place(place)); f(Binding(bind)); f(Block(body)); results = last;
                    }
                    Self::Fill { place, count, bind, index, body, carried, results: last } => {
                        f($Part::Place(place)); f(Value(count)); f(Binding(bind)); f(Binding(index));
                        carried.$iter().for_each(|it| it.$parts(f));
                        f(Block(body)); results = last;
                    }
                    Self::Make { var, body, results: last } => { f(Binding(var)); f(Block(body)); results = last; }
                    Self::Retain { place, format: _, value } => { f($Part::Place(place)); f(Value(value)); }
                    Self::ReportUnknown { place, what: _, value } => { f($Part::Place(place)); f(Value(value)); }

                    Self::Write { what } | Self::Put { offset: _, what } => what.$parts(f),
                    Self::Measured { prefix, unit: _, bias: _, body, results: last, site: _ } => {
                        prefix.$parts(f); f(Block(body)); results = last;
                    }
                    Self::Block { size, body, results: last } => { f(Value(size)); f(Block(body)); results = last; }
                    Self::Sub { offset: _, body, results: last } | Self::Tail { body, results: last } => {
                        f(Block(body)); results = last;
                    }
                    Self::Each { place, item, index, stride: _, ordered: _, carried, body, results: last } => {
                        f($Part::Place(place)); f(Binding(item)); f(Binding(index));
                        carried.$iter().for_each(|it| it.$parts(f));
                        f(Block(body)); results = last;
                    }
                    Self::Memo { key, body, result } => { f(Value(key)); f(Block(body)); f(Binding(result)); }
                    Self::Scratch { var, body } => { f(Block(body)); f(Binding(var)); }
                }
                results.$iter().for_each(|var| f(Binding(var)));
            }
        }

        impl Carried {
            fn $parts<'a>(&'a $($mut)? self, f: &mut dyn FnMut($Part<'a>)) {
                let Self { var, init } = self;
                f($Part::Value(init));
                f($Part::Binding(var));
            }
        }

        impl Arg {
            fn $parts<'a>(&'a $($mut)? self, f: &mut dyn FnMut($Part<'a>)) {
                match self {
                    Self::Value(value) => f($Part::Value(value)),
                    Self::Place(place) => f($Part::Place(place)),
                }
            }
        }

        impl ReadWhat {
            fn $parts<'a>(&'a $($mut)? self, f: &mut dyn FnMut($Part<'a>)) {
                match self {
                    Self::Int { width: _, order } => f($Part::Order(order)),
                    Self::Span(len) | Self::Skip(len) => f($Part::Value(len)),
                    Self::Align { to, from } => { f($Part::Value(to)); f($Part::Value(from)); }
                    Self::Peek | Self::SkipWhile(_) | Self::Leaf(_) => {}
                }
            }
        }

        impl Datum {
            fn $parts<'a>(&'a $($mut)? self, f: &mut dyn FnMut($Part<'a>)) {
                match self {
                    Self::Int { value, width: _, order } => { f($Part::Value(value)); f($Part::Order(order)); }
                    Self::Span(value) | Self::Zeros(value) => f($Part::Value(value)),
                    Self::Align { to: _, from } => f($Part::Value(from)),
                    Self::Leaf(_, args) => args.$iter().for_each(|value| f($Part::Value(value))),
                    Self::Bytes(_) => {}
                }
            }
        }

        impl Prefix {
            fn $parts<'a>(&'a $($mut)? self, f: &mut dyn FnMut($Part<'a>)) {
                match self {
                    Self::Int { width: _, order } => f($Part::Order(order)),
                    Self::Varint => {}
                }
            }
        }

        impl Expr {
            /// Calls `f` with each part of the expression itself, without those of its parts.
            pub(crate) fn $parts<'a>(&'a $($mut)? self, f: &mut dyn FnMut($Part<'a>)) {
                use $Part::{Use, Value};
                match self {
                    Self::Unary(_, value)
                    | Self::Wrap { bits: _, signed: _, value }
                    | Self::OfBool(value)
                    | Self::IsMember(_, value)
                    | Self::BytesLen(value)
                    | Self::Since(value) => f(Value(value)),
                    Self::Binary(_, left, right) => { f(Value(left)); f(Value(right)); }
                    Self::Select(cond, then, other) => { f(Value(cond)); f(Value(then)); f(Value(other)); }
                    Self::Leaf(_, args) => args.$iter().for_each(|value| f(Value(value))),
                    Self::Get(place)
                    | Self::Len(place)
                    | Self::Present(place)
                    | Self::Case(place)
                    | Self::Unknown { place, format: _ } => f($Part::Place(place)),
                    Self::Var(var) => f(Use(var)),
                    Self::Load { section, offset: _, width: _, order } => { f(Use(section)); f($Part::Order(order)); }
                    Self::Slice { section, offset: _, len: _ } => f(Use(section)),
                    Self::Const(_) | Self::Pos | Self::Left | Self::Input | Self::Base | Self::Tail | Self::Setting(_) => {}
                }
            }
        }
    };
}

parts!(Part, parts, iter);
parts!(PartMut, parts_mut, iter_mut, mut);
