//! Generates a WebAssembly module and its JavaScript from a compiled crate: `broadleaf-js-bindgen
//! INPUT.wasm NAME FOLDER [--names]`.

use std::env;

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let [input, name, folder, options @ ..] = &arguments[..] else {
        bail!("expected an input file, a name and a folder");
    };
    let keeps_names = options.iter().any(|option| option == "--names");
    Bindgen::new()
        .input_path(input)
        .web(true)?
        // The package has hand-written types and locates its modules itself.
        .typescript(false)
        .omit_default_module_path(true)
        // Names of functions, which only a debugger shows, are a part in twenty of the download.
        .remove_name_section(!keeps_names)
        .out_name(name)
        .generate(folder)
        .with_context(|| format!("cannot make JavaScript of {input}"))
}
