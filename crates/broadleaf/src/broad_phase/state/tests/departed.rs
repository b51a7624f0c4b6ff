//! Tests of `departed.rs`.

use super::{Departed, ProxyId};

#[test]
fn the_data_of_each_proxy_is_found() {
    let mut departed = Departed::default();
    let slots = [7, 2, 9, 0, 4];
    for slot in slots {
        departed.push(ProxyId::new(slot, 1), slot);
    }
    departed.sort();
    for slot in 0..10 {
        let data = departed.get(ProxyId::new(slot, 1));
        assert_eq!(data, slots.contains(&slot).then_some(&slot));
        assert_eq!(departed.get(ProxyId::new(slot, 0)), None);
    }
}
