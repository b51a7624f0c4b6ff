//! Finds the installed library: `BROADLEAF_PREFIX` is the prefix.

fn main() {
    println!("cargo:rerun-if-env-changed=BROADLEAF_PREFIX");
    let Ok(prefix) = std::env::var("BROADLEAF_PREFIX") else {
        panic!("BROADLEAF_PREFIX is the folder into which the library was installed");
    };
    println!("cargo:rustc-link-search=native={prefix}/lib");
    println!("cargo:rustc-link-lib=dylib=broadleaf");
    println!("cargo:rustc-link-arg=-Wl,-rpath,{prefix}/lib");
}
