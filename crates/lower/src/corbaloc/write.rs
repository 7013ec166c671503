use super::{
    ADDRESS_ENDS, BARE, CORBALOC, CORBANAME, DEFAULT_KEY, DEFAULT_PORT, DEFAULT_VERSION, HOST_ENDS, IIOP, RIR, Urls,
    address_case, internet_field, is_none_of, url_field,
};
use crate::plan::{arm, block, until_end};
use crate::text::class::{is_word, skip_while};
use crate::text::hex::write_byte;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::Type;
use polywire_ir::{Const, Datum, ErrorCode, Expr, Order, Place, ValueType, WriteLeaf};

/// What need not be escaped besides letters, digits and `_`.
const PLAIN: &[u8] = b";/:?@&=+$,-.!~*'()";

impl Urls {
    pub fn write(&self, b: &mut FunctionBuilder, url: &Place) {
        let name = url.field(url_field::NAME);
        let is_name = Expr::Present(name.clone());
        b.if_else(is_name.clone(), |b| b.write_bytes(CORBANAME), |b| b.write_bytes(CORBALOC));
        let addresses = url.field(url_field::ADDRESSES);
        b.check(Expr::Len(addresses.clone()).is_not(0u64), ErrorCode::MissingField);
        b.each(addresses, ("address", Type::Union(self.address)), None, |b, address, index| {
            b.when(index.is_not(0u64), |b| b.write_bytes(b","));
            write_address(b, &address.into());
        });
        let key = Expr::Get(url.field(url_field::OBJECT_KEY));
        let is_default = is_name.clone() & key.clone().is(DEFAULT_KEY);
        b.when(!is_default & key.clone().bytes_len().is_not(0u64), |b| {
            b.write_bytes(b"/");
            write_escaped(b, key);
        });
        b.when(is_name, |b| {
            let name = name.some();
            b.when(Expr::Len(name.field(0)).is_not(0u64), |b| {
                let text = b.scratch("name", |b| self.write_name(b, &name));
                b.write_bytes(b"#");
                write_escaped(b, text.into());
            });
        });
    }
}

fn write_address(b: &mut FunctionBuilder, address: &Place) {
    let key = |case: u32| vec![Const::U64(u64::from(case) + 1)];
    let arms = vec![
        arm(b, key(address_case::INTERNET), |b| write_internet(b, &address.case(address_case::INTERNET))),
        arm(b, key(address_case::RIR), |b| b.write_bytes(RIR)),
        arm(b, key(address_case::OTHER), |b| write_other(b, Expr::Get(address.case(address_case::OTHER)))),
    ];
    let none = block(b, |b| b.fail(ErrorCode::MissingField));
    b.switch(Expr::Case(address.clone()), arms, none, &[]);
}

fn write_internet(b: &mut FunctionBuilder, place: &Place) {
    b.write_bytes(BARE);
    let get = |field| Expr::Get(place.field(field));
    let [major, minor] = [internet_field::MAJOR, internet_field::MINOR].map(get);
    let is_default = major.clone().is(DEFAULT_VERSION[0]) & minor.clone().is(DEFAULT_VERSION[1]);
    b.when(!is_default, |b| {
        b.write_leaf(WriteLeaf::DecimalUint, vec![major]);
        b.write_bytes(b".");
        b.write_leaf(WriteLeaf::DecimalUint, vec![minor]);
        b.write_bytes(b"@");
    });
    write_host(b, get(internet_field::HOST));
    let port = get(internet_field::PORT);
    b.when(port.clone().is_not(DEFAULT_PORT), |b| {
        b.write_bytes(b":");
        b.write_leaf(WriteLeaf::DecimalUint, vec![port]);
    });
}

/// Appends a host, in brackets if it is an address of IPv6.
fn write_host(b: &mut FunctionBuilder, host: Expr) {
    let found = b.at(host.clone(), 0u64, &[("has_colon", ValueType::Bool)], |b| {
        skip_while(b, |byte| is_none_of(byte, HOST_ENDS));
        let next = b.peek("next");
        let has_colon = b.let_("has_colon", next.is(u64::from(b':')));
        skip_while(b, |byte| is_none_of(byte, b",/#[]@"));
        b.check(Expr::Left.is(0u64), ErrorCode::Syntax);
        vec![has_colon.into()]
    });
    let has_colon = Expr::from(found[0]);
    b.when(has_colon.clone(), |b| b.write_bytes(b"["));
    b.write(Datum::Span(host));
    b.when(has_colon, |b| b.write_bytes(b"]"));
}

/// Appends an address of another protocol. A text that would be read as something else is refused.
fn write_other(b: &mut FunctionBuilder, text: Expr) {
    b.check(text.clone().bytes_len().is_not(0u64), ErrorCode::MissingField);
    b.at(text.clone(), 0u64, &[], |b| {
        for prefix in [IIOP, BARE, RIR] {
            let is_known = b.matches("is_known", prefix);
            b.check(!Expr::from(is_known), ErrorCode::Syntax);
        }
        skip_while(b, |byte| is_none_of(byte, ADDRESS_ENDS));
        b.check(Expr::Left.is(0u64), ErrorCode::Syntax);
        vec![]
    });
    b.write(Datum::Span(text));
}

/// Appends octets; those that cannot be in a URL are escaped.
fn write_escaped(b: &mut FunctionBuilder, octets: Expr) {
    b.at(octets, 0u64, &[], |b| {
        until_end(b, |b| {
            let octet = b.read_int("octet", 1, Order::Little);
            let is_plain = PLAIN.iter().fold(is_word(octet.into()), |any, plain| any | octet.is(u64::from(*plain)));
            b.if_else(
                is_plain,
                |b| b.write_int(octet, 1, Order::Little),
                |b| {
                    b.write_bytes(b"%");
                    write_byte(b, octet);
                },
            );
        });
        vec![]
    });
}
