use crate::filter::filter::Filter;

fn filter(category: u32, mask: u32, group: i32) -> Filter {
    Filter::new(category, mask).with_group(group)
}

#[test]
fn groups_decide_before_masks() {
    let allows = |a: Filter, b: Filter| {
        assert_eq!(a.allows(&b), b.allows(&a));
        a.allows(&b)
    };
    assert!(allows(filter(1, 2, 0), filter(2, 1, 0)));
    assert!(!allows(filter(1, 2, 0), filter(2, 4, 0)));
    assert!(!allows(filter(1, 2, 5), filter(4, 1, 6)));
    assert!(allows(filter(1, 0, 5), filter(1, 0, 5)));
    assert!(!allows(filter(1, 1, -5), filter(1, 1, -5)));
    assert!(allows(filter(1, 1, -5), filter(1, 1, -6)));
    assert!(!allows(filter(1, 1, i32::MIN), filter(1, 1, i32::MIN)));
}

/// Checks the sentences of the documentation for all filters of a few bits.
#[test]
fn one_way_is_half_of_both_ways() {
    let all = || {
        let bits = (0..4).flat_map(|category| (0..4).map(move |mask| (category, mask)));
        bits.flat_map(|(c, m)| [-2, -1, 0, 1, 2].map(|group| filter(c, m, group)))
    };
    for (a, b) in all().flat_map(|a| all().map(move |b| (a, b))) {
        if a.group == b.group && a.group != 0 {
            let always = a.group > 0;
            assert_eq!([a.admits(&b), b.admits(&a), a.allows(&b)], [always; 3]);
        } else {
            assert_eq!(a.admits(&b), a.mask & b.category != 0);
            assert_eq!(a.allows(&b), a.admits(&b) && b.admits(&a));
        }
    }
}
