//! Proof that a processor has some instructions, and code compiled for it.

/// Defines a type that only exists where the processor has these features, and runs tasks compiled
/// for them.
macro_rules! processor {
    ($(#[$doc:meta])* $name:ident, $all:literal, $detected:ident, [$($feature:tt),+]) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name(());

        impl $name {
            pub(crate) fn detect() -> Option<Self> {
                #[cfg(feature = "std")]
                let has_all = true $(&& std::arch::$detected!($feature))+;
                #[cfg(not(feature = "std"))]
                let has_all = cfg!(all($(target_feature = $feature),+));
                has_all.then_some(Self(()))
            }

            /// Runs a task compiled for these features.
            pub(crate) fn run<K: Copy, T: Task<K>>(self, task: T) -> T::Output
            where
                Self: Lanes<K>,
            {
                #[target_feature(enable = $all)]
                #[inline(never)]
                fn compiled<K: Copy, T: Task<K>>(task: T, lanes: $name) -> T::Output
                where
                    $name: Lanes<K>,
                {
                    task.run(lanes)
                }
                // SAFETY: `self` exists, so this processor has the features: see `detect`.
                unsafe { compiled(task, self) }
            }
        }
    };
}
