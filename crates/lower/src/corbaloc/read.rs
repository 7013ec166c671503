use super::{
    ADDRESS_ENDS, BARE, CORBALOC, CORBANAME, DEFAULT_KEY, DEFAULT_PORT, DEFAULT_VERSION, HOST_ENDS, IIOP, RIR, Urls,
    address_case, internet_field, is_none_of, url_field,
};
use crate::text::class::{demand, each_while, is_digit, since, skip_while, start};
use crate::text::hex::read_byte;
use crate::text::number::digits;
use crate::text::space::skip_to_end;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::Type;
use polywire_ir::{ErrorCode, Expr, Order, Place, ValueType, VarId};

impl Urls {
    pub fn read(&self, b: &mut FunctionBuilder, url: &Place) {
        let is_name = Expr::from(b.matches("is_name", CORBANAME));
        b.when(!is_name.clone(), |b| b.expect(CORBALOC, ErrorCode::Mismatch));
        let has_rir = self.read_addresses(b, url);
        read_key(b, url, is_name.clone() | has_rir);
        b.when(is_name, |b| {
            b.open(url.field(url_field::NAME), None, ("name", self.name.clone()), |b, name, _| {
                let has_name = Expr::from(b.matches("has_name", b"#"));
                b.when(has_name, |b| {
                    let text = read_escaped(b, b"#");
                    self.read_name(b, text, &name.into());
                });
            });
        });
        skip_to_end(b);
    }

    /// Returns true if one of them stands for the initial references.
    fn read_addresses(&self, b: &mut FunctionBuilder, url: &Place) -> Expr {
        let carried = [("more", true), ("has_rir", false)].map(|(name, first)| (name, ValueType::Bool, first.into()));
        let last = b.loop_while(
            carried.to_vec(),
            |carried| carried[0].into(),
            |b, carried| {
                let is_rir = Expr::from(b.matches("is_rir", RIR));
                b.push(url.field(url_field::ADDRESSES), ("address", Type::Union(self.address)), |b, address| {
                    let address = Place::from(address);
                    b.if_else(
                        is_rir.clone(),
                        |b| open(b, &address, (address_case::RIR, Type::fixed_bytes(0)), |_, _| {}),
                        |b| self.read_address(b, &address),
                    );
                });
                vec![b.matches("more", b",").into(), is_rir | carried[1]]
            },
        );
        last[1].into()
    }

    fn read_address(&self, b: &mut FunctionBuilder, address: &Place) {
        let is_long = b.matches("is_iiop", IIOP);
        let bare = |b: &mut FunctionBuilder| vec![b.matches("is_bare", BARE).into()];
        let is_internet = b.if_yields(is_long.into(), &[("is_internet", ValueType::Bool)], |_| vec![true.into()], bare);
        b.if_else(
            is_internet[0].into(),
            |b| open(b, address, (address_case::INTERNET, self.internet.clone()), |b, place| read_internet(b, &place)),
            |b| {
                let text = read_run(b, ADDRESS_ENDS);
                b.check(text.clone().bytes_len().is_not(0u64), ErrorCode::Syntax);
                let ty = Type::Text { verified: true };
                open(b, address, (address_case::OTHER, ty), |b, place| b.set(place, text));
            },
        );
    }
}

fn open(
    b: &mut FunctionBuilder,
    address: &Place,
    (case, ty): (u32, Type),
    read: impl FnOnce(&mut FunctionBuilder, Place),
) {
    b.open(address.clone(), Some(case), ("case", ty), |b, bind, _| read(b, bind.into()));
}

fn read_internet(b: &mut FunctionBuilder, place: &Place) {
    read_version(b, place);
    let is_bracketed = Expr::from(b.matches("is_bracketed", b"["));
    let text = [("host", ValueType::Bytes)];
    let bracketed = |b: &mut FunctionBuilder| {
        let host = read_run(b, b",/#]");
        b.expect(b"]", ErrorCode::Syntax);
        vec![host]
    };
    let host = b.if_yields(is_bracketed, &text, bracketed, |b| vec![read_run(b, HOST_ENDS)])[0];
    b.set(place.field(internet_field::HOST), host);
    let has_port = Expr::from(b.matches("has_port", b":"));
    let first = b.peek("first");
    let port = |b: &mut FunctionBuilder| vec![read_number(b, u64::from(u16::MAX))];
    let port = b
        .if_yields(has_port & is_digit(first.into()), &[("port", ValueType::U64)], port, |_| vec![DEFAULT_PORT.into()]);
    b.set(place.field(internet_field::PORT), port[0]);
}

/// Reads the version in front of a host.
fn read_version(b: &mut FunctionBuilder, place: &Place) {
    let has_version = b.at(Expr::Input, Expr::Pos, &[("has_version", ValueType::Bool)], |b| {
        skip_while(b, |byte| is_digit(byte.clone()) | byte.is(u64::from(b'.')));
        let next = b.peek("next");
        vec![next.is(u64::from(b'@'))]
    });
    let parts = [("major", ValueType::U64), ("minor", ValueType::U64)];
    let stated = |b: &mut FunctionBuilder| {
        let major = read_number(b, u64::from(u8::MAX));
        b.expect(b".", ErrorCode::Syntax);
        let minor = read_number(b, u64::from(u8::MAX));
        b.expect(b"@", ErrorCode::Syntax);
        vec![major, minor]
    };
    let version = b.if_yields(has_version[0].into(), &parts, stated, |_| DEFAULT_VERSION.map(Expr::from).to_vec());
    b.set(place.field(internet_field::MAJOR), version[0]);
    b.set(place.field(internet_field::MINOR), version[1]);
}

fn read_number(b: &mut FunctionBuilder, most: u64) -> Expr {
    demand(b, is_digit, ErrorCode::Syntax);
    let number = digits(b, 10, is_digit);
    b.check(number.clone().at_most(most), ErrorCode::OutOfRange);
    number
}

/// Reads the key; without one, the one of a naming service if such a service is meant.
fn read_key(b: &mut FunctionBuilder, url: &Place, is_service: Expr) {
    let has_key = b.matches("has_key", b"/");
    let stated = |b: &mut FunctionBuilder| vec![read_escaped(b, b"#").into()];
    let none = |_: &mut FunctionBuilder| vec![Expr::from(&[][..])];
    let key = b.if_yields(has_key.into(), &[("key", ValueType::Bytes)], stated, none)[0];
    let is_default = Expr::from(key).bytes_len().is(0u64) & is_service;
    let place = url.field(url_field::OBJECT_KEY);
    b.if_else(is_default, |b| b.set(place.clone(), DEFAULT_KEY), |b| b.set(place.clone(), key));
}

/// Returns the next characters but spaces and these.
fn read_run(b: &mut FunctionBuilder, ends: &[u8]) -> Expr {
    let start = start(b);
    skip_while(b, |byte| is_none_of(byte, ends));
    b.let_("run", since(start)).into()
}

/// Returns the octets that the next characters but spaces and these stand for.
fn read_escaped(b: &mut FunctionBuilder, ends: &[u8]) -> VarId {
    b.scratch("octets", |b| {
        each_while(
            b,
            |byte| is_none_of(byte, ends),
            |b| {
                let is_escaped = b.matches("is_escaped", b"%");
                let plain = |b: &mut FunctionBuilder| vec![b.read_int("character", 1, Order::Little).into()];
                let escaped = |b: &mut FunctionBuilder| vec![read_byte(b)];
                let octet = b.if_yields(is_escaped.into(), &[("octet", ValueType::U64)], escaped, plain)[0];
                b.write_int(octet, 1, Order::Little);
            },
        );
    })
}
