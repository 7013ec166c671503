//! Ranges and null values of numbers, in all formats.

use crate::support::{Codec, digits_of, hex};
use polywire_model::{DeclKind, Model, NumberRange};
use polywire_test_models::find;

/// Members out of their range: each limit, and a number far beyond it.
const WRONG: &[&str] = &[
    r#""percent":101"#,
    r#""percent":255"#,
    r#""degree":-91"#,
    r#""degree":91"#,
    r#""ratio":-1.0000000000000002"#,
    r#""ratio":5e-324"#,
    r#""ratio":1e300"#,
    r#""narrow":0.49999997"#,
    r#""narrow":-1"#,
    r#""wide":0"#,
    r#""most":4611686018427387903"#,
];

/// Members at the limits of their range.
const RIGHT: &[&str] = &[
    r#""percent":100,"degree":-90,"ratio":-1,"narrow":0.5,"wide":-9223372036854775808,"most":4611686018427387904"#,
    r#""percent":0,"degree":90,"ratio":0,"narrow":3e38,"wide":-1,"most":9223372036854775807"#,
    r#""ratio":-0.0"#,
];

/// The places of the struct of these members in a message.
const PLACES: &[(&str, &str)] =
    &[(r#"{"all":[{},{"#, "}]}"), (r#"{"named":{"7":{"#, "}}}"), (r#"{"one":{"#, "}}"), (r#"{"last":{"#, "}}")];

fn without_ranges(model: &Model) -> Model {
    let mut model = model.clone();
    for decl in &mut model.decls {
        if let DeclKind::Struct(it) = &mut decl.kind {
            it.fields.iter_mut().for_each(|field| field.range = NumberRange::default());
        }
    }
    model
}

#[test]
fn numbers_out_of_range_are_neither_read_nor_written() {
    let limited = find("limited_numbers").expect("the model");
    let free = without_ranges(&limited.model);
    let json = Codec::new(&free, "json_plain", "corner.Outer");
    for format in limited.formats {
        let of = |model: &Model| Codec::new(model, format, "corner.Outer");
        let (limited, free) = (of(&limited.model), of(&free));
        for (members, is_right) in RIGHT.iter().map(|it| (it, true)).chain(WRONG.iter().map(|it| (it, false))) {
            for (before, behind) in PLACES {
                let text = format!("{before}{members}{behind}");
                let value = json.decode(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
                let bytes = free.encode(&value).unwrap_or_else(|error| panic!("{format}: {text}: {error}"));
                let expected = if is_right { Ok(value.clone()) } else { Err("out_of_range".to_owned()) };
                assert_eq!(limited.decode(&bytes), expected, "{format}: reading {text}");
                let expected = if is_right { Ok(bytes) } else { Err("out_of_range".to_owned()) };
                assert_eq!(limited.encode(&value), expected, "{format}: writing {text}");
            }
        }
    }
}

#[test]
fn sbe_writes_the_null_values_of_the_schema() {
    let model = find("limited_numbers").expect("the model").model;
    let (sbe, json) = (Codec::new(&model, "sbe", "corner.Inner"), Codec::new(&model, "json_plain", "corner.Inner"));
    let written = |text: &str| {
        let bytes = sbe.encode(&json.decode(text.as_bytes()).expect("a value"))?;
        let digits = digits_of(&bytes);
        let again = sbe.decode(&hex(&digits)).and_then(|value| json.encode(&value));
        Ok::<_, String>((digits[2 * 39..].to_owned(), String::from_utf8_lossy(&again?).into_owned()))
    };
    let pair = |bytes: &str, text: &str| Ok((bytes.to_owned(), text.to_owned()));
    let present = r#"{"narrow":0.5,"wide":-1,"hole":-32768,"pause":-0.0,"gap":18446744073709551615}"#;
    let (hole, pause, gap) = (r#"{"hole":-1}"#, r#"{"pause":0}"#, r#"{"gap":0}"#);
    let absent = r#"{"percent":0,"degree":0,"ratio":0.0,"narrow":0.5,"wide":-1}"#;
    assert_eq!(written("{}"), pair("ffff000000000000000000000000", absent));
    assert_eq!(written(present).map(|(bytes, _)| bytes), Ok("008000000080ffffffffffffffff".to_owned()));
    assert_eq!([hole, pause, gap].map(written), [(); 3].map(|()| Err("out_of_range".to_owned())));
}
