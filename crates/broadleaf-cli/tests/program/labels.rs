//! `broadleaf index build --id`: texts of a column in an index file.

use std::fs;

use crate::desk::Desk;

/// The data of each box of an index, by its id.
fn data(desk: &Desk, file: &str) -> Vec<(u64, String)> {
    let found = desk.json(&format!("index query {file} --box -99,-99,99,99 --json"));
    let found = found["found"].as_array().unwrap().iter();
    let data = found.map(|found| {
        let text = found["data"].as_str().unwrap().to_owned();
        (found["id"].as_u64().unwrap(), text)
    });
    data.collect()
}

#[test]
fn ids_of_text_are_stored_with_the_boxes() {
    let desk = Desk::new();
    let header = "name,code,xmin,ymin,xmax,ymax";
    let texts = ["way/7", "Zo\u{eb}, 2", "", "007", "7"];
    let rows = texts.iter().enumerate().map(|(i, text)| {
        let end = if i == 3 {
            String::new()
        } else {
            (i + 1).to_string()
        };
        format!("\"{text}\",{},{i},0,{end},1\n", 10 * i)
    });
    fs::write(
        desk.path("a.csv"),
        format!("{header}\n{}", rows.collect::<String>()),
    )
    .unwrap();
    let build = |arguments: &str| {
        let outcome = desk.run(&format!("index build {arguments}"));
        assert_eq!(outcome.code, 0, "{arguments}: {}", outcome.err);
    };
    build("a.csv --missing skip --id name -o a.index");
    // Row 3 has no box, and the others keep their numbers.
    let wanted = [0, 1, 2, 4].map(|i| (i as u64, texts[i].to_owned()));
    assert_eq!(data(&desk, "a.index"), wanted);
    build("a.csv --missing skip --id code -o code.index");
    let codes = [0, 1, 2, 4].map(|i| (i, (10 * i).to_string()));
    assert_eq!(data(&desk, "code.index"), codes);
    // A file of another library.
    let corpus = format!(
        "{}/../broadleaf-outofcore/tests/corpus",
        env!("CARGO_MANIFEST_DIR")
    );
    build(&format!("{corpus}/ids/string.parquet --id id -o b.index"));
    let pairs = desk.run(&format!(
        "pairs {corpus}/ids/string.parquet --id id --how anti --distance 0 -o alone.csv"
    ));
    assert_eq!(pairs.code, 0, "{}", pairs.err);
    let names: Vec<_> = data(&desk, "b.index")
        .into_iter()
        .map(|(_, text)| text)
        .collect();
    assert_eq!(names[..2], ["way/7", "Zo\u{eb}, 2"]);
    let alone = fs::read_to_string(desk.path("alone.csv")).unwrap();
    assert_eq!(alone, format!("a\n\"{}\"\n", names[2].replace('"', "\"\"")));
    // A copy keeps the texts.
    build("a.index -o copy.index");
    assert_eq!(data(&desk, "copy.index"), wanted);
}

#[test]
fn ids_that_do_not_fit_are_refused() {
    let desk = Desk::new();
    fs::write(desk.path("a.csv"), "name,x,y\nA,0,0\n").unwrap();
    desk.succeed("scene uniform -n 5 -o a.aabbs");
    desk.succeed("index build a.aabbs -o a.index");
    for (arguments, message) in [
        ("a.csv --id title", "a.csv: there is no column title"),
        (
            "a.aabbs --id name",
            "a.aabbs: an .aabbs file has no columns to choose from",
        ),
        (
            "built-in --id name",
            "the built-in scene: a recording has no rows and columns for --id",
        ),
        ("a.index --id name", "a.index: an index has fixed boxes"),
        (
            "a.csv --id name --format flatbush",
            "a flatbush file has no data, so --id does",
        ),
    ] {
        let refusal = desk.refusal(&format!("index build {arguments} -o b.index"));
        assert!(refusal.starts_with(message), "{refusal}");
    }
    assert!(!desk.path("b.index").exists());
}
