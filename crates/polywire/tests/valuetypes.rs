//! Valuetypes of CORBA.

use polywire::codec::{Codecs, Transcoder};
use polywire::format;
use polywire::schema::compile_idl_files;
use polywire_front::{LoadError, LoadedFile};

const SCHEMA: &str = "struct Nothing {};
struct Maybe { @optional Nothing it; };
valuetype Base { public long a; };
valuetype Derived : truncatable Base { public Base other; public Maybe some; };
struct Holder { Base held; };";

/// The presence of a member without octets is a count.
#[test]
fn optional_members_without_octets_are_in_chunks() {
    let loader = |name: &str| match name {
        "a.idl" => Ok(LoadedFile { name: name.to_owned(), bytes: SCHEMA.as_bytes().to_vec() }),
        _ => Err(LoadError::NotFound),
    };
    let model = compile_idl_files(&["a.idl"], &loader).model.expect("a schema");
    let codec = |name: &str| {
        let codecs = Codecs::new(&model, format(name).expect("a format")).unwrap_or_else(|it| panic!("{name}: {it:?}"));
        codecs.codec(&model, "Holder").expect("a codec")
    };
    let [mut write, mut read] =
        [("json", "cdr"), ("cdr", "json")].map(|(from, to)| Transcoder::new(codec(from), codec(to)));
    for maybe in ["{}", r#"{"it":{}}"#] {
        let json = format!(r#"{{"held":{{"Derived":{{"a":1,"other":{{"Base":{{"a":2}}}},"some":{maybe}}}}}}}"#);
        let (mut message, mut again) = (Vec::new(), Vec::new());
        assert!(write.transcode(json.as_bytes(), &mut message).is_ok(), "{json}");
        assert!(read.transcode(&message, &mut again).is_ok(), "{json}");
        assert_eq!(String::from_utf8_lossy(&again).replace(r#","some":{}"#, ""), json.replace(r#","some":{}"#, ""));
    }
}
