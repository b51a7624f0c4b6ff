//! One thread or many: an algorithm is written once for both.

#[cfg(feature = "rayon")]
mod awake;
#[cfg(feature = "rayon")]
mod parallel;
mod sequential;
mod traits;

#[cfg(feature = "rayon")]
pub(crate) use parallel::Parallel;
pub(crate) use sequential::Sequential;
pub(crate) use traits::{Divide, Executor};

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn items_are_generated_in_order() {
        for len in [0, 1, 5_000, 20_000] {
            let expected: Vec<_> = (0..len).map(|index| 3 * index).collect();
            assert_eq!(Sequential.generate(len, |index| 3 * index), expected);
            #[cfg(feature = "rayon")]
            assert_eq!(Parallel.generate(len, |index| 3 * index), expected);
        }
    }

    #[test]
    fn for_each_mut_passes_every_item_with_its_index_once() {
        for len in [0, 1, 2, 3, 17, 1000] {
            let expected: Vec<_> = (0..len).map(|index| index + 1).collect();
            let mut items = vec![1; len];
            Sequential.for_each_mut(&mut items, |index, item| *item += index);
            assert_eq!(items, expected);
            #[cfg(feature = "rayon")]
            {
                let mut items = vec![1; len];
                Parallel.for_each_mut(&mut items, |index, item| *item += index);
                assert_eq!(items, expected);
            }
        }
    }
}
