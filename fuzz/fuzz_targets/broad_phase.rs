#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| broadleaf_fuzz::broad_phase(bytes));
