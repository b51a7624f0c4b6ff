//! Progress, which is shown only on a terminal.

use crate::desk::Desk;

impl Desk {
    /// The output of the program on a terminal.
    fn on_terminal(&self, arguments: &str) -> String {
        let program = assert_cmd::cargo::cargo_bin!("broadleaf");
        let line = format!("{} {arguments}", program.display());
        // `script` runs a command on a pseudo-terminal.
        let outcome = std::process::Command::new("script")
            .args(["--quiet", "--return", "--command", &line, "/dev/null"])
            .env("TERM", "xterm")
            .current_dir(self.path("."))
            .output()
            .expect("script is part of util-linux");
        let text = String::from_utf8_lossy(&outcome.stdout).into_owned();
        assert!(outcome.status.success(), "{arguments}: {text}");
        text
    }
}

#[test]
fn work_shows_its_progress() {
    let desk = Desk::new();
    desk.succeed("scene uniform -n 3000 --frames 3 -o a.aabbs");
    desk.prepare();
    for (arguments, label) in [
        ("run a.aabbs", "playing"),
        ("run a.aabbs --check", "playing and checking"),
        ("broad-phase a.aabbs --check", "playing and checking"),
        ("query a.aabbs --nearest 0,0,0", "building the structure"),
        ("stats a.aabbs", "building the structure"),
        ("draw a.aabbs -o a.svg", "drawing"),
        ("draw a.aabbs --frame 2 --broad-phase -o a.svg", "reading"),
        ("forces a.aabbs --check", "summing directly"),
        ("scene uniform -n 3000 -o b.aabbs", "generating"),
        ("ccd frame0.obj frame1.obj", "reading the meshes"),
        ("diff alice.trace bob.trace", "reading the logs"),
    ] {
        let seen = desk.on_terminal(arguments);
        assert!(seen.contains(label), "{label} in {seen}");
    }
}
