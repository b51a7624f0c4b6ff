//! The choice of an instruction set.

#[cfg(target_arch = "x86_64")]
use super::avx2::Avx2;
#[cfg(target_arch = "x86_64")]
use super::avx512::Avx512;
use super::lane::Lane;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
use super::neon::Neon;
use super::portable::Portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::simd128::Simd128;
#[cfg(target_arch = "x86_64")]
use super::sse42::Sse42;
use super::task::Task;

/// An instruction set that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    Portable,
    #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
    Neon(Neon),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128(Simd128),
    #[cfg(target_arch = "x86_64")]
    Sse42(Sse42),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Path {
    /// The fastest path that this processor supports.
    pub(crate) fn fastest() -> Self {
        Self::supported().last().unwrap_or(Self::Portable)
    }

    /// All paths that this processor supports, slowest first.
    pub(crate) fn supported() -> impl Iterator<Item = Self> {
        let paths = [
            Some(Self::Portable),
            #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
            Neon::detect().map(Self::Neon),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Simd128::detect().map(Self::Simd128),
            #[cfg(target_arch = "x86_64")]
            Sse42::detect().map(Self::Sse42),
            #[cfg(target_arch = "x86_64")]
            Avx2::detect().map(Self::Avx2),
            #[cfg(target_arch = "x86_64")]
            Avx512::detect().map(Self::Avx512),
        ];
        paths.into_iter().flatten()
    }

    /// Runs `task` compiled for this path.
    ///
    /// Inlined down to the compiled function, so that a task is written to where it is read. A copy
    /// would read with wide loads what narrow stores have just written, which stalls processors.
    #[inline(always)]
    pub(crate) fn run<K: Dispatch, T: Task<K>>(self, task: T) -> T::Output {
        // In WebAssembly the path is known at compile time. This lets the compiler drop the other
        // path from the module.
        let is_certain = cfg!(all(target_arch = "wasm32", not(test)));
        K::dispatch(if is_certain { Self::fastest() } else { self }, task)
    }
}

/// The numbers for which every path implements lanes.
///
/// A trait instead of a `match` in [`Path::run`], where Rust cannot express that all paths
/// implement `Lanes<K>`.
pub trait Dispatch: Lane {
    /// Runs `task` compiled for `path`.
    fn dispatch<T: Task<Self>>(path: Path, task: T) -> T::Output;
}

macro_rules! dispatch {
    ($key:ty) => {
        impl Dispatch for $key {
            #[inline(always)]
            fn dispatch<T: Task<Self>>(path: Path, task: T) -> T::Output {
                match path {
                    Path::Portable => Portable.run::<$key, T>(task),
                    #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
                    Path::Neon(neon) => neon.run::<$key, T>(task),
                    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
                    Path::Simd128(simd128) => simd128.run::<$key, T>(task),
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
dispatch!(i32);
dispatch!(i64);
dispatch!(f32);
dispatch!(f64);
