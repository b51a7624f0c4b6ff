//! The name that programs look for at run time, with the ABI version: see `broadleaf.h`.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let system = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    let name = match system.as_str() {
        "linux" | "android" | "freebsd" | "netbsd" | "openbsd" => "-Wl,-soname,libbroadleaf.so.0",
        "macos" | "ios" => "-Wl,-install_name,@rpath/libbroadleaf.0.dylib",
        _ => return,
    };
    println!("cargo:rustc-cdylib-link-arg={name}");
}
