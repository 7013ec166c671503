//! The targets accept their seeds and damaged copies of them.

use polywire_cross_engine::random_mutation;

/// Damaged copies per seed.
const COPIES: u64 = 5;

#[test]
fn targets_hold_for_seeds_and_damaged_copies() {
    let seeds = polywire_fuzz::seeds();
    for (target, run) in TARGETS {
        let mut count = 0;
        for seed in seeds.iter().filter(|seed| seed.target == *target) {
            count += 1;
            run(&seed.bytes);
            (0..COPIES).for_each(|number| run(&random_mutation(&seed.bytes, number)));
        }
        assert!(count > 0, "{target} has no seeds");
    }
}

/// A target by its name.
type Target = (&'static str, fn(&[u8]));

const TARGETS: &[Target] = &[
    ("proto_text", polywire_fuzz::proto_text),
    ("descriptor_set", polywire_fuzz::descriptor_set),
    ("capnp_text", polywire_fuzz::capnp_text),
    ("fbe_text", polywire_fuzz::fbe_text),
    ("fbs_text", polywire_fuzz::fbs_text),
    ("idl_text", polywire_fuzz::idl_text),
    ("c_text", polywire_fuzz::c_text),
    ("xsd_text", polywire_fuzz::xsd_text),
    ("sbe_text", polywire_fuzz::sbe_text),
    ("sbeir", polywire_fuzz::sbeir),
    ("go_text", polywire_fuzz::go_text),
    ("avsc_text", polywire_fuzz::avsc_text),
    ("avpr_text", polywire_fuzz::avpr_text),
    ("avdl_text", polywire_fuzz::avdl_text),
    ("avro_file", polywire_fuzz::avro_file),
    ("zebrapack_schema", polywire_fuzz::zebrapack_schema),
    ("capnp_request", polywire_fuzz::capnp_request),
    ("codec", polywire_fuzz::codec),
    ("json", polywire_fuzz::json),
    ("untyped", polywire_fuzz::untyped),
    ("xml_document", polywire_fuzz::xml_document),
    ("calls_capnp", polywire_fuzz::calls_capnp),
    ("calls_http", polywire_fuzz::calls_http),
    ("calls_stream", polywire_fuzz::calls_stream),
];
