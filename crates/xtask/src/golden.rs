//! The golden traces on every installed target.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// One way to build and run the traces.
struct Way {
    name: String,
    /// The toolchain, if it is not the default one.
    toolchain: Option<&'static str>,
    /// Options of `cargo run`.
    options: Vec<String>,
    environment: Vec<(String, String)>,
}

/// A target other than this machine.
struct Target {
    /// The name in `.ci/install-targets`.
    name: &'static str,
    triple: &'static str,
    /// The program that links; `None` if it comes with Rust.
    linker: Option<&'static str>,
    /// The command that runs a program for the target.
    runner: &'static str,
    /// A processor feature that programs may use beyond the target's baseline.
    feature: Option<&'static str>,
}

const WASM32: Target = Target {
    name: "wasm32",
    triple: "wasm32-unknown-unknown",
    linker: None,
    runner: "node crates/broadleaf-golden/report.mjs",
    feature: None,
};

const TARGETS: [Target; 5] = [
    Target {
        name: "i686",
        triple: "i686-unknown-linux-gnu",
        linker: Some("i686-linux-gnu-gcc"),
        runner: "/usr/i686-linux-gnu/lib/ld-linux.so.2 --library-path /usr/i686-linux-gnu/lib",
        feature: None,
    },
    Target {
        name: "aarch64",
        triple: "aarch64-unknown-linux-gnu",
        linker: Some("aarch64-linux-gnu-gcc"),
        runner: "qemu-aarch64 -L /usr/aarch64-linux-gnu",
        feature: None,
    },
    // The only big-endian target.
    Target {
        name: "s390x",
        triple: "s390x-unknown-linux-gnu",
        linker: Some("s390x-linux-gnu-gcc"),
        runner: "qemu-s390x -L /usr/s390x-linux-gnu",
        feature: None,
    },
    WASM32,
    Target {
        feature: Some("simd128"),
        ..WASM32
    },
];

/// A release without link-time optimization, which would take minutes.
const OPTIMISED: &str = "--profile golden";
/// The toolchains that may have the standard library for a target: the default one, and the one
/// that `.ci/install-targets` makes.
const TOOLCHAINS: [Option<&str>; 2] = [None, Some("+debian")];

/// Runs the traces in every installed way, except that of the package's own test, and prints which
/// are not installed; or only on the named targets. Code for other targets is unoptimized unless
/// `optimised`, since optimizing takes minutes.
///
/// # Errors
/// If a report differs from `golden.txt`, if the traces do not build or run although everything is
/// installed, or if a named target is unknown or not installed.
pub(crate) fn check(root: &Path, optimised: bool, names: &[&str]) -> Result<String, String> {
    let path = root.join("crates/broadleaf-golden/golden.txt");
    let expected =
        fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    println!("{expected}");
    let (mut golden, mut wrong) = (0, 0);
    for way in ways(optimised, names)? {
        match run(root, &way) {
            Ok(report) if report == expected => {
                golden += 1;
                println!("{}: the same", way.name);
            }
            Ok(text) | Err(text) => {
                wrong += 1;
                println!("{}: DIFFERENT\n{text}", way.name);
            }
        }
    }
    match wrong {
        0 => Ok(format!("Golden in {golden} ways.")),
        _ => Err(format!("Golden in {golden} ways, not in {wrong}.")),
    }
}

/// The ways to the named targets, or all installed ways.
fn ways(optimised: bool, names: &[&str]) -> Result<Vec<Way>, String> {
    let is_known = |name: &&str| TARGETS.iter().any(|target| target.name == *name);
    if let Some(name) = names.iter().find(|name| !is_known(name)) {
        return Err(format!("unknown target {name}"));
    }
    if !names.is_empty() {
        let named = TARGETS.iter().filter(|target| names.contains(&target.name));
        return named.map(|target| way_to(target, optimised)).collect();
    }
    let mut ways = native_ways();
    for target in &TARGETS {
        match way_to(target, optimised) {
            Ok(way) => ways.push(way),
            Err(missing) => println!("{missing}"),
        }
    }
    Ok(ways)
}

/// Optimized, by the best SIMD path of this processor, and one way for each of its other paths. The
/// package's own test covers the unoptimized code of the best path.
fn native_ways() -> Vec<Way> {
    let way = |name: &str, options: &str, flags: Option<String>| Way {
        name: format!("{}, {name}", std::env::consts::ARCH),
        toolchain: None,
        options: words(options),
        environment: flags
            .into_iter()
            .map(|flags| ("RUSTFLAGS".to_owned(), flags))
            .collect(),
    };
    // Without `std` the library does not detect the processor. With it, it takes the last path.
    let mut paths = paths();
    paths.pop();
    let paths = paths.into_iter().map(|(name, cpu)| {
        way(
            name,
            "--no-default-features",
            Some(format!("-Ctarget-cpu={cpu}")),
        )
    });
    paths.chain([way("release", OPTIMISED, None)]).collect()
}

/// The SIMD paths of the library that this processor can run, each with a processor model that has
/// no better one; the best path is last.
#[cfg(target_arch = "x86_64")]
fn paths() -> Vec<(&'static str, &'static str)> {
    let v2 = is_x86_feature_detected!("sse4.2") && is_x86_feature_detected!("popcnt");
    let v3 = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("fma");
    let v4 = v3
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl");
    let paths = [
        ("portable", "x86-64", true),
        ("SSE4.2", "x86-64-v2", v2),
        ("AVX2", "x86-64-v3", v3),
        ("AVX-512", "x86-64-v4", v4),
    ];
    paths
        .into_iter()
        .filter_map(|(name, cpu, can_run)| can_run.then_some((name, cpu)))
        .collect()
}

#[cfg(not(target_arch = "x86_64"))]
fn paths() -> Vec<(&'static str, &'static str)> {
    Vec::new()
}

/// The way to build and run the traces for another target.
///
/// # Errors
/// Names what is not installed, and the command to install it.
fn way_to(target: &Target, optimised: bool) -> Result<Way, String> {
    let &Target {
        name,
        triple,
        linker,
        runner,
        feature,
    } = target;
    let title = match feature {
        Some(feature) => format!("{name} with {feature}"),
        None => name.to_owned(),
    };
    let skipped = |what: &str, how: String| {
        format!("{title}: SKIPPED, {what} is not installed; {how}.ci/install-targets {name}")
    };
    let has_library = |toolchain: &Option<&str>| {
        library(*toolchain, triple).is_some_and(|folder| has_std(&folder))
    };
    let Some(toolchain) = TOOLCHAINS.into_iter().find(has_library) else {
        return Err(skipped(
            "Rust's library",
            format!("rustup target add {triple} or, on Debian, "),
        ));
    };
    let linker = linker
        .map(PathBuf::from)
        .or_else(rust_lld)
        .unwrap_or_default();
    let program = runner
        .split(' ')
        .next()
        .map(PathBuf::from)
        .unwrap_or_default();
    if let Some(missing) = [&linker, &program]
        .into_iter()
        .find(|program| !is_installed(program))
    {
        return Err(skipped(
            &missing.display().to_string(),
            "on Debian ".to_owned(),
        ));
    }
    let variable = |what: &str| {
        format!(
            "CARGO_TARGET_{}_{what}",
            triple.to_uppercase().replace('-', "_")
        )
    };
    let (speed, profile) = if optimised {
        ("release", OPTIMISED)
    } else {
        ("debug", "")
    };
    let flags = feature.map(|feature| format!("-Ctarget-feature=+{feature}"));
    Ok(Way {
        name: format!("{title}, {speed}"),
        toolchain,
        options: words(&format!("{profile} --target {triple}")),
        environment: [
            (variable("LINKER"), linker.display().to_string()),
            (variable("RUNNER"), runner.to_owned()),
        ]
        .into_iter()
        .chain(flags.map(|flags| ("RUSTFLAGS".to_owned(), flags)))
        .collect(),
    })
}

/// Runs the traces and returns their report.
fn run(root: &Path, way: &Way) -> Result<String, String> {
    let mut cargo = Command::new("cargo");
    cargo
        .current_dir(root)
        .args(way.toolchain)
        .args(["run", "--quiet", "--package", "broadleaf-golden"])
        .args(&way.options);
    let output = cargo
        .envs(way.environment.iter().cloned())
        .output()
        .map_err(|error| format!("cargo: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// The folder of a toolchain's standard library for a target, which may not exist; `None` without
/// the toolchain.
fn library(toolchain: Option<&str>, triple: &str) -> Option<PathBuf> {
    print_path(Command::new("rustc").args(toolchain).args([
        "--print",
        "target-libdir",
        "--target",
        triple,
    ]))
}

fn has_std(folder: &Path) -> bool {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    files
        .into_iter()
        .any(|file| file.file_name().to_string_lossy().starts_with("libstd-"))
}

/// The linker that comes with the default toolchain.
fn rust_lld() -> Option<PathBuf> {
    let library = print_path(Command::new("rustc").args(["--print", "target-libdir"]))?;
    Some(library.with_file_name("bin").join("rust-lld"))
}

/// The path that a command prints.
fn print_path(command: &mut Command) -> Option<PathBuf> {
    let output = command
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    Some(PathBuf::from(
        String::from_utf8(output.stdout).ok()?.trim_end(),
    ))
}

/// Whether a program exists, by its path or on the search path.
fn is_installed(program: &Path) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    program.exists() || std::env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}
