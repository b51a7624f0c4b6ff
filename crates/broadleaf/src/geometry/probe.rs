//! Probes: when is this box reached?

use super::aabb::Aabb;
use super::scalar::Scalar;

/// Something that reaches boxes sooner or later, or never: a ray by its parameter, a place by its
/// distance.
///
/// Law: a box around another is reached no later than it. As with [`Region`](super::Region), the law
/// must hold to the last bit.
///
/// Every probe is either a [`Cast`] or a [`Place`]: questions take one or the other. Your own probe is
/// one small impl and a marker; `examples/custom_probe.rs` has one. References to probes are probes.
pub trait Probe<S: Scalar, const D: usize> {
    /// When the box is reached: at least 0 and never NaN, `None` if never.
    fn reach(&self, aabb: &Aabb<S, D>) -> Option<S::Real>;

    /// Whether boxes with these category bits are tested at all. The law is that of
    /// [`Region::admits`](super::Region::admits).
    fn admits(&self, category: u32) -> bool {
        let _ = category;
        true
    }
}

/// A [`Probe`] that moves. Its reach is the parameter of the motion: [`Ray`](super::Ray),
/// [`BoxCast`](super::BoxCast).
pub trait Cast<S: Scalar, const D: usize>: Probe<S, D> {}

/// A [`Probe`] at rest. Its reach is the *squared* distance: the point `[S; D]`, [`Aabb`].
pub trait Place<S: Scalar, const D: usize>: Probe<S, D> {}

impl<S: Scalar, const D: usize, P: Probe<S, D> + ?Sized> Probe<S, D> for &P {
    #[inline]
    fn reach(&self, aabb: &Aabb<S, D>) -> Option<S::Real> {
        (**self).reach(aabb)
    }
    #[inline]
    fn admits(&self, category: u32) -> bool {
        (**self).admits(category)
    }
}

impl<S: Scalar, const D: usize, P: Cast<S, D> + ?Sized> Cast<S, D> for &P {}
impl<S: Scalar, const D: usize, P: Place<S, D> + ?Sized> Place<S, D> for &P {}
