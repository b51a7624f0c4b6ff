//! Lanes in several registers.

/// Makes lanes of registers, given the types of a register of keys and of its mask, and how one is
/// filled and compared. The bits are those of all masks together, and keys are packed all at once.
/// With the later and the earlier of two, overlaps are found with fewer comparisons.
macro_rules! lanes {
    (
        $path:ident, $key:ty: [$register:ty; $registers:literal], $mask:ty,
        load: $load:ident,
        splat: $splat:ident,
        all: $all:expr,
        at_most: |$among:ident, $a:ident, $b:ident| $at_most:expr,
        bits: |$masks:pat_param| $bits:expr,
        pack: $pack:ident,
        $(later: $later:ident, earlier: $earlier:ident,)?
    ) => {
        #[allow(unused_unsafe, reason = "some of it is plain code")]
        impl Lanes<$key> for $path {
            type Keys = [$register; $registers];
            type Mask = [$mask; $registers];

            #[inline(always)]
            fn load(self, keys: &[$key; LANES]) -> Self::Keys {
                const { assert!(size_of::<$register>() == size_of::<[$key; LANES / $registers]>()) }
                let mut loaded = Lanes::<$key>::splat(self, 0);
                for (register, keys) in loaded.iter_mut().zip(keys.as_chunks::<{ LANES / $registers }>().0) {
                    // SAFETY: as in `run`; the pointer is to a register's keys.
                    *register = unsafe { $load(keys.as_ptr().cast()) };
                }
                loaded
            }

            #[inline(always)]
            fn splat(self, key: $key) -> Self::Keys {
                // SAFETY: as in `run`.
                unsafe { [$splat(key); $registers] }
            }

            #[inline(always)]
            fn all(self) -> Self::Mask {
                // SAFETY: as in `run`.
                unsafe { [$all; $registers] }
            }

            #[inline(always)]
            fn at_most(self, mut among: Self::Mask, a: Self::Keys, b: Self::Keys) -> Self::Mask {
                for (mask, ($a, $b)) in among.iter_mut().zip(a.into_iter().zip(b)) {
                    let $among = *mask;
                    // SAFETY: as in `run`.
                    *mask = unsafe { $at_most };
                }
                among
            }

            #[inline(always)]
            fn bits(self, $masks: Self::Mask) -> u32 {
                // SAFETY: as in `run`.
                unsafe { $bits }
            }

            #[inline(always)]
            fn pack(self, from: &[$key; LANES], bits: u32, to: &mut [$key; LANES]) {
                // SAFETY: as in `run`.
                unsafe { $pack(from, bits, to) }
            }

            $(
                // Half as many comparisons: they take longest here.
                #[inline(always)]
                fn overlapping<const D: usize>(self, min: &[Self::Keys; D], max: &[Self::Keys; D], low: [$key; D], high: [$key; D]) -> u32 {
                    let mut among = Lanes::<$key>::all(self);
                    for axis in 0..D {
                        let (mut start, mut end) = (Lanes::<$key>::splat(self, low[axis]), Lanes::<$key>::splat(self, high[axis]));
                        for register in 0..$registers {
                            // SAFETY: as in `run`.
                            unsafe {
                                start[register] = $later(start[register], min[axis][register]);
                                end[register] = $earlier(end[register], max[axis][register]);
                            }
                        }
                        among = Lanes::<$key>::at_most(self, among, start, end);
                    }
                    Lanes::<$key>::bits(self, among)
                }
            )?
        }
    };
}
