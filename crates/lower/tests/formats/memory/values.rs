//! Values of single members, by ABI.

use crate::support::Codec;
use polywire_model::attr::FormatOptions;
use polywire_model::c::{CItem, CLayout, CMember, CRecord, CScalar, CText, CType};
use polywire_model::{BytesMeaning, DeclKind, Field, Model, Struct, Type};
use polywire_test_models::make::declare;

/// Returns the codec of a struct with one member.
fn codec(abi: &str, c: CScalar, ty: Type) -> Codec {
    let mut model = Model { options: options(abi), ..Model::default() };
    let member = CMember {
        name: "x".to_owned(),
        ty: CType::Scalar(c),
        bits: None,
        layout: CLayout::default(),
        told_by: None,
        text: CText::Nul,
    };
    let record = CRecord { name: "struct s".to_owned(), items: vec![CItem::Member(member)], ..CRecord::default() };
    let mut it = Struct { fields: vec![Field::new("x", ty)], ..Struct::default() };
    it.attrs.c = Some(Box::new(record));
    declare(&mut model, "S", DeclKind::Struct(it));
    Codec::new(&model, "memory", "corner.S")
}

fn options(abi: &str) -> FormatOptions {
    FormatOptions::default().with(&format!("memory.abi={abi}")).expect("an ABI")
}

fn long_double(abi: &str) -> Codec {
    codec(abi, CScalar::LongDouble, Type::meant_bytes(BytesMeaning::Float128))
}

#[test]
fn doubles_become_wide_floats_and_come_back() {
    let bits: [u64; 11] = [
        0,
        1 << 63,
        1,
        0x000f_ffff_ffff_ffff,
        0x8000_0000_0001_2345,
        0x0010_0000_0000_0000,
        0x3ff0_0000_0000_0001,
        0xbff1_9999_9999_999a,
        0x7fef_ffff_ffff_ffff,
        0x7ff0_0000_0000_0000,
        0xfff8_0000_0000_0001,
    ];
    for bits in bits {
        assert_eq!(long_double("armhf").again(&bits.to_le_bytes()), Ok(bits.to_le_bytes().to_vec()), "{bits:x}");
        assert_eq!(long_double("mips-o32").again(&bits.to_be_bytes()), Ok(bits.to_be_bytes().to_vec()), "{bits:x}");
    }
}

#[test]
fn a_double_is_the_same_value_in_all_forms() {
    // 1.1 as a double.
    let value = long_double("armhf").decode(&0x3ff1_9999_9999_999a_u64.to_le_bytes()).expect("accepted");
    let forms = [
        ("x86_64-sysv", "00d0cccccccccc8cff3f000000000000"),
        ("i386-sysv", "00d0cccccccccc8cff3f0000"),
        ("m68k", "3fff00008cccccccccccd000"),
        ("aarch64", "00000000000000a0999999999919ff3f"),
        ("s390x", "3fff199999999999a000000000000000"),
        ("x86_64-msvc", "9a9999999999f13f"),
    ];
    for (abi, digits) in forms {
        let bytes = long_double(abi).encode(&value).expect("fits");
        assert_eq!(crate::support::digits_of(&bytes), digits, "{abi}");
        assert_eq!(long_double(abi).decode(&bytes), Ok(value.clone()), "{abi}");
    }
}

#[test]
fn floats_that_do_not_fit_are_refused() {
    let third = "5555555555555555 5555555555 55 fd3f";
    let value = long_double("aarch64").decode(&crate::support::hex(third)).expect("accepted");
    for abi in ["x86_64-sysv", "m68k", "armhf"] {
        assert_eq!(long_double(abi).encode(&value), Err("out_of_range".to_owned()), "{abi}");
    }
    let without_first_bit = "0000000000000000 ff3f 000000000000";
    assert_eq!(long_double("x86_64-sysv").again_hex(without_first_bit), Err("out_of_range".to_owned()));
}

#[test]
fn integers_have_the_width_of_the_abi() {
    let long = |abi| codec(abi, CScalar::Long { signed: true }, Type::int(64, true));
    let value = long("x86_64-sysv").decode(&(-3i64).to_le_bytes()).expect("accepted");
    assert_eq!(long("x86_64-msvc").encode(&value), Ok((-3i32).to_le_bytes().to_vec()));
    assert_eq!(long("powerpc").encode(&value), Ok((-3i32).to_be_bytes().to_vec()));
    let large = long("x86_64-sysv").decode(&(1i64 << 31).to_le_bytes()).expect("accepted");
    assert_eq!(long("x86_64-msvc").encode(&large), Err("out_of_range".to_owned()));
    let wide = |abi| codec(abi, CScalar::Exact { bits: 128, signed: true }, Type::fixed_bytes(16));
    let bytes: Vec<u8> = (1..=16).collect();
    let value = wide("x86_64-sysv").decode(&bytes).expect("accepted");
    let reversed: Vec<u8> = bytes.into_iter().rev().collect();
    assert_eq!(wide("s390x").encode(&value), Ok(reversed));
}
