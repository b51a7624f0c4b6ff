//! Coordinates as integers in the same order.

use core::fmt::Debug;

/// An integer in whose order coordinates are compared sixteen at a time: `i32` or `i64`.
pub trait Key: Copy + Ord + Default + Debug + Send + Sync + sealed::Sealed + 'static {}

impl Key for i32 {}
impl Key for i64 {}

mod sealed {
    use super::super::{Path, Portable, Task};

    pub trait Sealed: Copy {
        /// Runs a task that is compiled for a path.
        fn dispatch<T: Task<Self>>(path: Path, task: T) -> T::Output;
    }

    macro_rules! sealed {
        ($key:ty) => {
            impl Sealed for $key {
                fn dispatch<T: Task<Self>>(path: Path, task: T) -> T::Output {
                    match path {
                        Path::Portable => task.run(Portable),
                        #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
                        Path::Neon(neon) => neon.run::<$key, T>(task),
                        #[cfg(target_arch = "x86_64")]
                        Path::Sse42(sse42) => sse42.run::<$key, T>(task),
                        #[cfg(target_arch = "x86_64")]
                        Path::Avx2(avx2) => avx2.run::<$key, T>(task),
                        #[cfg(target_arch = "x86_64")]
                        Path::Avx512(avx512) => avx512.run::<$key, T>(task),
                    }
                }
            }
        };
    }
    sealed!(i32);
    sealed!(i64);
}
