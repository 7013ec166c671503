#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| polywire_fuzz::calls_stream(data));
