//! Cycles in the graph of imports between files.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The files that each file imports, with the line of the first import.
pub(crate) type Graph = BTreeMap<String, BTreeMap<String, usize>>;

/// The shortest cycle through each file that is on one, without duplicates, as `a.rs:1 → b.rs:2 →
/// a.rs`.
pub(crate) fn cycles(graph: &Graph) -> Vec<String> {
    let cycles: BTreeSet<_> = graph
        .keys()
        .filter_map(|file| shortest_cycle(graph, file))
        .map(start_at_least)
        .collect();
    cycles.iter().map(|cycle| describe(graph, cycle)).collect()
}

/// The files on the shortest path from `start` back to `start`.
fn shortest_cycle<'a>(graph: &'a Graph, start: &'a str) -> Option<Vec<&'a str>> {
    let mut came_from = BTreeMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(file) = queue.pop_front() {
        for next in graph.get(file).into_iter().flat_map(BTreeMap::keys) {
            if next == start {
                return Some(way_to(file, start, &came_from));
            }
            if !came_from.contains_key(next.as_str()) {
                came_from.insert(next.as_str(), file);
                queue.push_back(next);
            }
        }
    }
    None
}

/// The files from `start` to `file`.
fn way_to<'a>(
    mut file: &'a str,
    start: &'a str,
    came_from: &BTreeMap<&'a str, &'a str>,
) -> Vec<&'a str> {
    let mut way = vec![file];
    while file != start {
        file = came_from[file];
        way.push(file);
    }
    way.reverse();
    way
}

/// The same cycle, starting at its smallest file.
fn start_at_least(mut cycle: Vec<&str>) -> Vec<&str> {
    let least = (0..cycle.len()).min_by_key(|&i| cycle[i]).unwrap_or(0);
    cycle.rotate_left(least);
    cycle
}

fn describe(graph: &Graph, cycle: &[&str]) -> String {
    let next = |i: usize| cycle[(i + 1) % cycle.len()];
    let hops: Vec<_> = (0..cycle.len())
        .map(|i| format!("{}:{}", cycle[i], graph[cycle[i]][next(i)]))
        .collect();
    format!("{} → {}", hops.join(" → "), cycle[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(edges: &[(&str, &str, usize)]) -> Graph {
        let mut graph = Graph::new();
        for &(from, to, line) in edges {
            let imports = graph.entry(from.to_owned()).or_default();
            imports.insert(to.to_owned(), line);
        }
        graph
    }

    #[test]
    fn every_tangled_file_is_on_a_cycle() {
        let graph = graph(&[
            ("a", "b", 1),
            ("b", "c", 2),
            ("c", "a", 3),
            ("c", "b", 4),
            ("d", "a", 5),
        ]);
        assert_eq!(cycles(&graph), ["a:1 → b:2 → c:3 → a", "b:2 → c:4 → b"]);
    }

    #[test]
    fn a_graph_without_cycles_has_none() {
        let graph = graph(&[("a", "b", 1), ("a", "c", 2), ("b", "c", 3)]);
        assert_eq!(cycles(&graph), [""; 0]);
    }
}
