//! The golden traces on every target that is installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// One way to build and run the traces.
struct Way {
    name: String,
    /// What `cargo` is told: the toolchain, if it is not the usual one, and options of `cargo run`.
    toolchain: Option<&'static str>,
    options: Vec<String>,
    environment: Vec<(String, String)>,
}

/// A machine that is not this one.
struct Target {
    /// As `.ci/install-targets` calls it.
    name: &'static str,
    triple: &'static str,
    /// What links programs for it; of wasm32 it comes with Rust.
    linker: Option<&'static str>,
    /// What runs them.
    runner: &'static str,
}

const TARGETS: [Target; 3] = [
    Target {
        name: "i686",
        triple: "i686-unknown-linux-gnu",
        linker: Some("i686-linux-gnu-gcc"),
        runner: "/usr/i686-linux-gnu/lib/ld-linux.so.2 --library-path /usr/i686-linux-gnu/lib",
    },
    Target {
        name: "aarch64",
        triple: "aarch64-unknown-linux-gnu",
        linker: Some("aarch64-linux-gnu-gcc"),
        runner: "qemu-aarch64 -L /usr/aarch64-linux-gnu",
    },
    Target {
        name: "wasm32",
        triple: "wasm32-unknown-unknown",
        linker: None,
        runner: "node crates/broadleaf-golden/report.mjs",
    },
];

/// The workspace's profile that is a release in all but link-time optimisation, which would take
/// minutes.
const OPTIMISED: &str = "--profile golden";
/// The toolchains that may have a target's library: the usual one, and the one that
/// `.ci/install-targets` makes.
const TOOLCHAINS: [Option<&str>; 2] = [None, Some("+debian")];

/// Runs the traces in every way there is, and says which there are not. Other targets' code is
/// optimised only if that is asked for: it takes minutes.
///
/// # Errors
/// If a report is not that of `golden.txt`, or something that is installed does not build or run.
pub(crate) fn check(root: &Path, optimised: bool) -> Result<String, String> {
    let path = root.join("crates/broadleaf-golden/golden.txt");
    let expected =
        fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    println!("{expected}");
    let (mut golden, mut wrong) = (0, 0);
    for way in native_ways()
        .into_iter()
        .map(Ok)
        .chain(TARGETS.iter().map(|target| way_to(target, optimised)))
    {
        let (name, outcome) = match way {
            Ok(way) => (way.name.clone(), run(root, &way)),
            Err(missing) => {
                println!("{missing}");
                continue;
            }
        };
        let is_golden = outcome.as_ref() == Ok(&expected);
        *if is_golden { &mut golden } else { &mut wrong } += 1;
        println!(
            "{name}: {}",
            if is_golden {
                "the same".to_owned()
            } else {
                format!("DIFFERENT\n{}", outcome.unwrap_or_else(|error| error))
            }
        );
    }
    match wrong {
        0 => Ok(format!("Golden in {golden} ways.")),
        _ => Err(format!("Golden in {golden} ways, not in {wrong}.")),
    }
}

/// Unoptimised, optimised, and for every set of instructions that the library has code for and this
/// processor can run.
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
    // Without `std` the library does not ask the processor.
    let paths = paths().into_iter().map(|(name, cpu)| {
        way(
            name,
            "--no-default-features",
            Some(format!("-Ctarget-cpu={cpu}")),
        )
    });
    [way("debug", "", None)]
        .into_iter()
        .chain(paths)
        .chain([way("release", OPTIMISED, None)])
        .collect()
}

/// The paths of the library, and a processor that has no better one, as far as this one has what
/// that needs.
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

/// How to build and run the traces for another machine; what is missing otherwise.
fn way_to(target: &Target, optimised: bool) -> Result<Way, String> {
    let &Target {
        name,
        triple,
        linker,
        runner,
    } = target;
    let skipped = |what: &str, how: String| {
        format!("{name}: SKIPPED, {what} is not installed; {how}.ci/install-targets {name}")
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
    Ok(Way {
        name: format!("{name}, {speed}"),
        toolchain,
        options: words(&format!("{profile} --target {triple}")),
        environment: vec![
            (variable("LINKER"), linker.display().to_string()),
            (variable("RUNNER"), runner.to_owned()),
        ],
    })
}

/// What the traces report.
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

/// Where a toolchain has, or would have, its library for a target; `None` if there is no such
/// toolchain.
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

/// The linker that comes with the usual toolchain.
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

/// Whether there is a program, at its place or on the search path.
fn is_installed(program: &Path) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    program.exists() || std::env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}
