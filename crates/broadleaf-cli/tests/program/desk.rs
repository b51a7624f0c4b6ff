//! A folder in which the program runs.

use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;
#[cfg(unix)]
use broadleaf::{Aabb, BroadPhase, log::Recorder};
use serde_json::Value;
use tempfile::TempDir;

/// A temporary folder in which the program runs.
pub(crate) struct Desk(TempDir);

pub(crate) struct Outcome {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Desk {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    pub(crate) fn run(&self, arguments: &str) -> Outcome {
        let output = Command::cargo_bin("broadleaf")
            .unwrap()
            .current_dir(&self.0)
            .args(arguments.split_whitespace())
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Outcome {
            code: output.status.code().unwrap(),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }

    #[track_caller]
    pub(crate) fn succeed(&self, arguments: &str) -> String {
        let Outcome { code, out, err } = self.run(arguments);
        assert_eq!((code, err.as_str()), (0, ""), "{arguments}");
        // There are no colors and no progress bars outside a terminal.
        assert!(!out.contains('\x1b'), "{out}");
        out
    }

    #[track_caller]
    pub(crate) fn json(&self, arguments: &str) -> Value {
        serde_json::from_str(&self.succeed(arguments)).unwrap()
    }

    /// The message of a refusal: one line, with exit code 2 and an empty standard output.
    #[track_caller]
    pub(crate) fn refusal(&self, arguments: &str) -> String {
        let Outcome { code, out, err } = self.run(arguments);
        assert_eq!(
            (code, out.as_str(), err.lines().count()),
            (2, "", 1),
            "{arguments}: {err}"
        );
        err.trim_end()
            .strip_prefix("broadleaf: ")
            .unwrap()
            .to_owned()
    }

    /// Writes the files that examples name.
    #[cfg(unix)]
    pub(crate) fn prepare(&self) {
        self.succeed("scene uniform -n 300 --frames 6 -o uniform.aabbs");
        for seed in 1..3 {
            let name = format!("uniform{seed}.aabbs");
            self.succeed(&format!(
                "scene uniform -n 200 --dim 2 --seed {seed} -o {name}"
            ));
        }
        fs::write(self.path("map.csv"), "x,y\n1,2\n1,2\n3,4\n9,5\n4,4\n").unwrap();
        fs::write(self.path("names.txt"), "a\nb\nc\nd\ne\n").unwrap();
        self.succeed("index build built-in -o pile.index");
        self.succeed("index build map.csv --format flatbush -o map.flatbush");
        for (frame, x) in [(0, 0.0), (1, 0.5)] {
            let obj = tetrahedron_as_obj(x);
            fs::write(self.path(&format!("frame{frame}.obj")), obj).unwrap();
            let ply = tetrahedron_as_ply(x);
            fs::write(self.path(&format!("frame{frame}.ply")), ply).unwrap();
        }
        fs::write(self.path("ee.json"), "[[6, 7]]").unwrap();
        fs::write(self.path("vf.json"), "[[0, 13]]").unwrap();
        let mut broad_phase = Recorder::new(BroadPhase::<i32, f32, 2>::default());
        broad_phase.create(Aabb::new([0.0; 2], [1.0; 2]), 0);
        broad_phase.step();
        let log = broad_phase.take_bytes();
        for peer in ["alice", "bob"] {
            fs::write(self.path(&format!("{peer}.trace")), &log).unwrap();
        }
        for folder in [
            ".local/share/bash-completion/completions",
            ".config/fish/completions",
        ] {
            fs::create_dir_all(self.path(folder)).unwrap();
        }
    }

    /// Runs a line in a shell whose home is the folder, and expects success.
    #[cfg(unix)]
    #[track_caller]
    pub(crate) fn shell(&self, line: &str) {
        let program = assert_cmd::cargo::cargo_bin!("broadleaf");
        let search = std::env::var("PATH").unwrap_or_default();
        let output = std::process::Command::new("sh")
            .args(["-c", line])
            .current_dir(&self.0)
            .env("HOME", self.0.path())
            .env(
                "PATH",
                format!("{}:{search}", program.parent().unwrap().display()),
            )
            .output()
            .unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            (output.status.code(), err.as_str()),
            (Some(0), ""),
            "{line}"
        );
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

/// Writes a tetrahedron at two times; one vertex moves.
pub(crate) fn write_tetrahedra(desk: &Desk) {
    for (name, x) in [("a.obj", 0.0), ("b.obj", 0.5)] {
        fs::write(desk.path(name), tetrahedron_as_obj(x)).unwrap();
    }
}

fn tetrahedron_as_obj(x: f32) -> String {
    format!("v {x} 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 3 4\nf 2 3 4\n")
}

#[cfg(unix)]
fn tetrahedron_as_ply(x: f32) -> String {
    format!(
        "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\n\
         property float z\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n\
         {x} 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 1 2\n3 0 1 3\n3 0 2 3\n3 1 2 3\n"
    )
}
