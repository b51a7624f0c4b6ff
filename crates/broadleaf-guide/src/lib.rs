//! The pages of the guide, whose Rust examples run as documentation tests.

macro_rules! pages {
    ($($page:ident: $file:literal,)*) => {$(
        #[doc = include_str!(concat!("../../../docs/guide/", $file, ".md"))]
        pub mod $page {}
    )*};
}

pages! {
    first_pairs: "first-pairs",
    choosing: "choosing",
    events: "events",
    filters: "filters",
    queries: "queries",
    meshes: "meshes",
    rollback: "rollback",
    files: "files",
    intervals: "intervals",
    neighbours: "neighbours",
}
