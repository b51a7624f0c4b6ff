//! Prints the hashes of all golden traces.

fn main() {
    print!("{}", broadleaf_golden::report());
}
