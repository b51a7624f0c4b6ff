#![allow(missing_docs)]
#[derive(Clone, Copy)]
struct Instant(f64);
impl Instant {
    fn now() -> Self {
        let t = std::fs::read_to_string("/proc/self/schedstat").unwrap();
        Self(t.split(' ').next().unwrap().parse::<f64>().unwrap() * 1e-9)
    }
    fn elapsed(self) -> String {
        format!("{:.3} s", Self::now().0 - self.0)
    }
}
use broadleaf::{Aabb, PairFinder};
use broadleaf_tables::intervals::{Intervals, Overlaps, Rule};
struct R(u64);
impl R {
    fn next(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % below
    }
}
fn table(r: &mut R, n: usize, long: u64, shuffled: bool) -> (Vec<i64>, Vec<i64>, Vec<u32>) {
    let mut rows: Vec<(u32, i64, i64)> = (0..n)
        .map(|_| {
            let k = r.next(24) as u32;
            let s = r.next(120_000_000) as i64;
            let l = 1 + r.next(long) as i64;
            (k, s, s + l)
        })
        .collect();
    if !shuffled {
        rows.sort_unstable();
    }
    (
        rows.iter().map(|r| r.1).collect(),
        rows.iter().map(|r| r.2).collect(),
        rows.iter().map(|r| r.0).collect(),
    )
}
fn main() {
    let n: usize = std::env::args().nth(1).unwrap().parse().unwrap();
    let shuffled = std::env::args().nth(2).is_some();
    let r = &mut R(88172645463325252);
    let a = table(r, n, 200, shuffled);
    let b = table(r, n * 12 / 100, 140_000, shuffled);
    let t = Instant::now();
    let la = Intervals::new(&a.0, &a.1).unwrap().by(&a.2).unwrap();
    let lb = Intervals::new(&b.0, &b.1).unwrap().by(&b.2).unwrap();
    let o = Overlaps::between(&la, &lb, Rule::HalfOpen).unwrap();
    println!("sorted and counted {:?} {}", t.elapsed(), o.len());
    let s = o.seconds();
    println!("seconds {:?}", t.elapsed());
    let f = o.firsts();
    println!("ours {:?} {}", t.elapsed(), f.len());
    drop(f);
    let t = Instant::now();
    let gather = |a: &(Vec<i64>, Vec<i64>, Vec<u32>)| {
        let mut g = vec![(Vec::new(), Vec::new()); 24];
        for i in 0..a.0.len() {
            let k = &mut g[a.2[i] as usize];
            k.0.push(Aabb::new([a.0[i]], [a.1[i]]));
            k.1.push(i as u32);
        }
        g
    };
    let (ga, gb) = (gather(&a), gather(&b));
    let mut finder = PairFinder::new();
    let mut heads: Vec<usize> = (0..=a.0.len())
        .map(|r| o.pairs_before(r) as usize)
        .collect();
    let mut out = vec![0_u32; o.len() as usize];
    for k in 0..24 {
        let (ra, rb) = (&ga[k].1, &gb[k].1);
        finder
            .between(&ga[k].0[..], &gb[k].0[..])
            .unwrap()
            .interiors()
            .for_each_pair(|x, y| {
                let h = &mut heads[ra[x.index()] as usize];
                out[*h] = rb[y.index()];
                *h += 1;
            });
    }
    println!(
        "finder per key, scattered to known places, rows' partners unsorted {:?}",
        t.elapsed()
    );
    for r in 0..a.0.len() {
        out[o.pairs_before(r) as usize..o.pairs_before(r + 1) as usize].sort_unstable();
    }
    println!("... and sorted {:?} {}", t.elapsed(), out == s);
    let t = Instant::now();
    let mut count = 0_u64;
    for k in 0..24 {
        count += finder
            .between(&ga[k].0[..], &gb[k].0[..])
            .unwrap()
            .interiors()
            .count_pairs();
    }
    println!("finder per key, only counted {:?} {count}", t.elapsed());
    let two = |a: &(Vec<i64>, Vec<i64>, Vec<u32>)| -> Vec<Aabb<i64, 2>> {
        (0..a.0.len())
            .map(|i| Aabb::new([a.0[i], 2 * a.2[i] as i64], [a.1[i], 2 * a.2[i] as i64 + 1]))
            .collect()
    };
    let t = Instant::now();
    let (ta, tb) = (two(&a), two(&b));
    println!(
        "2D finder, only counted: {} {:?}",
        PairFinder::new()
            .between(&ta[..], &tb[..])
            .unwrap()
            .interiors()
            .count_pairs(),
        t.elapsed()
    );
}
