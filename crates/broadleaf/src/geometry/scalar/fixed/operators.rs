//! The operators `+ - * /`, which saturate.

use super::number::Fixed;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

macro_rules! operator {
    ($Operator:ident::$operator:ident, $Assign:ident::$assign:ident, $saturating:ident) => {
        impl<const FRAC: u32> $Operator for Fixed<FRAC> {
            type Output = Self;
            fn $operator(self, other: Self) -> Self {
                self.$saturating(other)
            }
        }
        impl<const FRAC: u32> $Assign for Fixed<FRAC> {
            fn $assign(&mut self, other: Self) {
                *self = self.$saturating(other);
            }
        }
    };
}
operator!(Add::add, AddAssign::add_assign, saturating_add);
operator!(Sub::sub, SubAssign::sub_assign, saturating_sub);
operator!(Mul::mul, MulAssign::mul_assign, saturating_mul);
operator!(Div::div, DivAssign::div_assign, saturating_div);

impl<const FRAC: u32> Neg for Fixed<FRAC> {
    type Output = Self;
    fn neg(self) -> Self {
        Self::ZERO - self
    }
}
