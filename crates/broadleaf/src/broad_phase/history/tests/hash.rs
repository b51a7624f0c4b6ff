//! Tests of `hash.rs`.

use super::*;
use crate::geometry::Aabb;

/// Two hashes that every machine and every version must compute.
#[test]
fn hashes_stay_what_they_are() {
    let mut broad_phase = BroadPhase::<u16, i32, 2>::default();
    let [a, b] = [1, 2].map(|data| broad_phase.create(Aabb::new([0, 0], [1, 2]), data));
    broad_phase.step();
    broad_phase.remove(b);
    assert!(broad_phase.contains(a));
    let with_data = broad_phase.state_hash_with(|data, out| out.extend(data.to_le_bytes()));
    let hashes = (broad_phase.state_hash(), with_data);
    assert_eq!(
        hashes,
        (3_199_676_220_549_972_582, 15_156_610_209_784_779_770)
    );
}
