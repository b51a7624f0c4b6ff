//! Proof types of instruction sets, which run code that is compiled for them.

/// Defines a type that can be constructed only if the processor has the listed features, and that
/// runs tasks compiled for them.
///
/// Without a macro for run-time detection, the features of the compilation target decide.
macro_rules! processor {
    ($(#[$doc:meta])* $name:ident, $all:literal $(, $detected:ident, [$($feature:tt),+])?) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name(());

        impl $name {
            /// The only constructor: `None` if the processor lacks one of the features.
            pub(crate) fn detect() -> Option<Self> {
                processor!(@has $all $($detected [$($feature),+])?).then_some(Self(()))
            }

            /// Runs `task` compiled for these features.
            #[inline(always)]
            pub(crate) fn run<K: $crate::simd::lane::Lane, T: $crate::simd::task::Task<K>>(self, task: T) -> T::Output
            where
                Self: $crate::simd::measures::Measures<K>,
            {
                #[target_feature(enable = $all)]
                #[inline(never)]
                fn compiled<K: $crate::simd::lane::Lane, T: $crate::simd::task::Task<K>>(
                    task: T,
                    lanes: $name,
                ) -> T::Output
                where
                    $name: $crate::simd::measures::Measures<K>,
                {
                    task.run(lanes)
                }
                // SAFETY: `compiled` needs the features in `$all`. `self` exists, and its only
                // constructor, `detect`, has found all of them on this processor.
                unsafe { compiled(task, self) }
            }
        }
    };
    (@has $all:literal) => {
        cfg!(target_feature = $all)
    };
    (@has $all:literal $detected:ident [$($feature:tt),+]) => {{
        #[cfg(feature = "std")]
        let has_all = true $(&& std::arch::$detected!($feature))+;
        #[cfg(not(feature = "std"))]
        let has_all = cfg!(all($(target_feature = $feature),+));
        has_all
    }};
}
