#![no_main]

// Compiling the codecs takes long; it is not part of an input's time limit.
libfuzzer_sys::fuzz_target!(init: polywire_fuzz::compile_codecs(), |data: &[u8]| polywire_fuzz::json(data));
