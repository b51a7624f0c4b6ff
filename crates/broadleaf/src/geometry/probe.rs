//! Probes: shapes that reach boxes at a parameter or at a distance.

use super::aabb::Aabb;
use super::form::Form;
use crate::geometry::scalar::traits::Scalar;

/// A shape that reaches a box at a parameter of its motion or at a distance, or not at all.
///
/// Law: a probe reaches a box around another box no later than that box. As for
/// [`Region`](crate::geometry::Region), the law must hold to the last bit.
///
/// Every probe is either a [`Cast`] or a [`Place`], and each query takes one of the two. Your own
/// shapes need one small impl and the marker trait, as in `examples/custom_probe.rs`. References to
/// probes are probes.
pub trait Probe<S: Scalar, const D: usize> {
    /// The parameter or squared distance at which the box is reached: at least 0 and never NaN.
    /// `None` if the box is not reached.
    fn reach(&self, aabb: &Aabb<S, D>) -> Option<S::Real>;

    /// At most the reach of any box inside `aabb`; `None` if the probe reaches no box inside. Trees
    /// skip the boxes inside if this is beyond the limit.
    ///
    /// The default is [`reach`](Self::reach), which suffices by the law of probes. Differences of
    /// coordinates, sums, products with and quotients by constants, and squares of numbers that are
    /// not negative are monotone under rounding; approximated roots and sines are not. A probe
    /// whose reach is not monotone subtracts a margin here, and need not keep the law in `reach`.
    fn least_reach_inside(&self, aabb: &Aabb<S, D>) -> Option<S::Real> {
        self.reach(aabb)
    }

    /// The numbers of the probe, if it reaches boxes as that form does.
    #[doc(hidden)]
    fn form(&self) -> Form<S, D> {
        Form::Other
    }

    /// Whether boxes with these category bits are tested at all. The law of
    /// [`Region::admits`](super::Region::admits) applies.
    fn admits(&self, category: u32) -> bool {
        let _ = category;
        true
    }
}

/// A moving [`Probe`], whose reach is the parameter of the motion: [`Ray`](crate::geometry::Ray),
/// [`BoxCast`](crate::geometry::BoxCast), [`BallCast`](crate::geometry::BallCast).
pub trait Cast<S: Scalar, const D: usize>: Probe<S, D> {}

/// A fixed [`Probe`], whose reach is the *squared* distance: the point `[S; D]`, [`Aabb`],
/// [`Ball`](crate::geometry::Ball), and on the globe [`LonLat`](crate::geometry::LonLat).
pub trait Place<S: Scalar, const D: usize>: Probe<S, D> {}

impl<S: Scalar, const D: usize, P: Probe<S, D> + ?Sized> Probe<S, D> for &P {
    #[inline]
    fn reach(&self, aabb: &Aabb<S, D>) -> Option<S::Real> {
        (**self).reach(aabb)
    }
    #[inline]
    fn least_reach_inside(&self, aabb: &Aabb<S, D>) -> Option<S::Real> {
        (**self).least_reach_inside(aabb)
    }
    #[inline]
    fn form(&self) -> Form<S, D> {
        (**self).form()
    }
    #[inline]
    fn admits(&self, category: u32) -> bool {
        (**self).admits(category)
    }
}

impl<S: Scalar, const D: usize, P: Cast<S, D> + ?Sized> Cast<S, D> for &P {}
impl<S: Scalar, const D: usize, P: Place<S, D> + ?Sized> Place<S, D> for &P {}
