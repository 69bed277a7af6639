//! Semirings: the values that distinguish counting, weighing, finding the cheapest cover and compiling.
//!
//! The engines that do not list covers add over alternatives and multiply over what is chosen together. Over
//! natural numbers with the value 1 for each option, the total is the number of covers; other semirings
//! answer other questions with the same algorithm.

use std::fmt::Debug;
use std::marker::PhantomData;

use num_bigint::BigUint;

use crate::count::number::Number;
pub use crate::count::number::Overflow;
use crate::problem::Problem;
use crate::problem::ids::OptionId;

/// A commutative semiring with a value for each option. The value of a cover is the product over its options,
/// the total of a problem is the sum over its covers.
///
/// `plus` and `times` must be associative and commutative, `times` must distribute over `plus`, `zero` must
/// be neutral for `plus` and give `zero` in every product, `one` must be neutral for `times`. This is not
/// checked.
///
/// ```
/// use dlx_core::semiring::{Overflow, Semiring};
/// use dlx_core::{Givens, Limits, OptionId, Problem, total};
///
/// /// The greatest number of options of a cover; `None` if there is no cover.
/// struct MostOptions;
///
/// impl Semiring for MostOptions {
///     type Value = Option<u32>;
///
///     fn zero(&self) -> Option<u32> {
///         None
///     }
///     fn one(&self) -> Option<u32> {
///         Some(0)
///     }
///     fn weight(&self, _: OptionId) -> Option<u32> {
///         Some(1)
///     }
///     fn is_zero(&self, value: &Option<u32>) -> bool {
///         value.is_none()
///     }
///     fn plus(&self, one: &Option<u32>, other: &Option<u32>) -> Result<Option<u32>, Overflow> {
///         Ok(*one.max(other))
///     }
///     fn times(&self, one: &Option<u32>, other: &Option<u32>) -> Result<Option<u32>, Overflow> {
///         Ok(one.zip(*other).map(|(one, other)| one + other))
///     }
/// }
///
/// let problem =
///     Problem::builder().primary(["a", "b"]).option(["a"]).option(["b"]).option(["a", "b"]).build()?;
/// assert_eq!(total(&problem, Givens::none(), &MostOptions, &mut Limits::none())?, Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Semiring: Sync {
    /// A value.
    type Value: Clone + Debug + Send + Sync;

    /// Returns the total of a problem without a cover.
    fn zero(&self) -> Self::Value;
    /// Returns the value of the empty cover.
    fn one(&self) -> Self::Value;
    /// Returns the value of an option.
    fn weight(&self, option: OptionId) -> Self::Value;
    /// Returns true if a value is that of no cover at all. Only such values are dropped.
    fn is_zero(&self, value: &Self::Value) -> bool;
    /// Returns the total of two disjoint sets of covers.
    ///
    /// # Errors
    /// A value that does not fit into its type.
    fn plus(&self, one: &Self::Value, other: &Self::Value) -> Result<Self::Value, Overflow>;
    /// Returns the total of all pairs of a cover of one part and a cover of another.
    ///
    /// # Errors
    /// A value that does not fit into its type.
    fn times(&self, one: &Self::Value, other: &Self::Value) -> Result<Self::Value, Overflow>;
    /// Returns the sum of `sum` and of the covers of `rest` with this option added to each.
    ///
    /// # Errors
    /// A value that does not fit into its type.
    fn branch(
        &self,
        sum: &Self::Value,
        option: OptionId,
        rest: &Self::Value,
    ) -> Result<Self::Value, Overflow> {
        self.plus(sum, &self.times(&self.weight(option), rest)?)
    }
}

/// The reason why an algebra cannot compute a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AlgebraError {
    /// The number does not fit in its type.
    Overflow,
    /// The algebra may not hold that many bytes, or cannot number that many values.
    Memory,
}

impl From<Overflow> for AlgebraError {
    fn from(_: Overflow) -> Self {
        Self::Overflow
    }
}

/// The operations of a search tree or a frontier on values: those of every [`Semiring`], and of diagrams,
/// which cannot add.
pub(crate) trait Algebra {
    type Value: Clone + Debug;

    fn zero(&self) -> Self::Value;
    fn one(&self) -> Self::Value;
    fn is_zero(&self, value: &Self::Value) -> bool;
    /// Returns the covers of `sum`, none of which contains this option, and those of `rest` with this option
    /// added to each.
    fn branch(
        &mut self,
        sum: Self::Value,
        option: OptionId,
        rest: &Self::Value,
    ) -> Result<Self::Value, AlgebraError>;
    /// Returns all pairs of a cover of one part and a cover of another, which share no option.
    fn join(&mut self, one: &Self::Value, other: &Self::Value) -> Result<Self::Value, AlgebraError>;
    /// Returns the number of bytes that the algebra itself holds.
    fn bytes(&self) -> usize {
        0
    }
    /// Sets the number of bytes that the algebra may hold, beside the tables of the walk.
    fn allow(&mut self, _most_bytes: usize) {}
}

/// A semiring as an algebra.
pub(crate) struct Plain<'s, S>(pub(crate) &'s S);

impl<S: Semiring> Algebra for Plain<'_, S> {
    type Value = S::Value;

    #[inline]
    fn zero(&self) -> S::Value {
        self.0.zero()
    }

    #[inline]
    fn one(&self) -> S::Value {
        self.0.one()
    }

    #[inline]
    fn is_zero(&self, value: &S::Value) -> bool {
        self.0.is_zero(value)
    }

    #[inline]
    fn branch(&mut self, sum: S::Value, option: OptionId, rest: &S::Value) -> Result<S::Value, AlgebraError> {
        Ok(self.0.branch(&sum, option, rest)?)
    }

    #[inline]
    fn join(&mut self, one: &S::Value, other: &S::Value) -> Result<S::Value, AlgebraError> {
        Ok(self.0.times(one, other)?)
    }
}

/// The number of covers, in integers of one width, with a multiplicity for each option.
#[derive(Debug)]
pub(crate) struct Numbers<'w, N> {
    /// By option: its multiplicity. Empty if all are 1.
    weights: &'w [u64],
    width: PhantomData<fn() -> N>,
}

impl<'w, N> Numbers<'w, N> {
    pub(crate) fn new(weights: &'w [u64]) -> Self {
        Self { weights, width: PhantomData }
    }
}

impl<N: Number> Semiring for Numbers<'_, N> {
    type Value = N;

    fn zero(&self) -> N {
        N::default()
    }

    fn one(&self) -> N {
        N::from_word(1)
    }

    fn weight(&self, option: OptionId) -> N {
        N::from_word(self.weights.get(option.index()).copied().unwrap_or(1))
    }

    #[inline]
    fn is_zero(&self, value: &N) -> bool {
        value.is_zero()
    }

    #[inline]
    fn plus(&self, one: &N, other: &N) -> Result<N, Overflow> {
        one.plus(other)
    }

    #[inline]
    fn times(&self, one: &N, other: &N) -> Result<N, Overflow> {
        one.times(other)
    }

    #[inline]
    fn branch(&self, sum: &N, option: OptionId, rest: &N) -> Result<N, Overflow> {
        if self.weights.is_empty() { sum.plus(rest) } else { sum.plus(&self.weight(option).times(rest)?) }
    }
}

/// The exact number of covers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Exact;

impl Semiring for Exact {
    type Value = BigUint;

    fn zero(&self) -> BigUint {
        BigUint::ZERO
    }

    fn one(&self) -> BigUint {
        BigUint::from(1u32)
    }

    fn weight(&self, _: OptionId) -> BigUint {
        self.one()
    }

    fn is_zero(&self, value: &BigUint) -> bool {
        *value == BigUint::ZERO
    }

    fn plus(&self, one: &BigUint, other: &BigUint) -> Result<BigUint, Overflow> {
        Ok(one + other)
    }

    fn times(&self, one: &BigUint, other: &BigUint) -> Result<BigUint, Overflow> {
        Ok(one * other)
    }

    fn branch(&self, sum: &BigUint, _: OptionId, rest: &BigUint) -> Result<BigUint, Overflow> {
        Ok(sum + rest)
    }
}

/// The number of covers modulo a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modulo {
    modulus: u64,
}

impl Modulo {
    /// Returns a semiring that counts modulo this number; 0 counts as 1.
    #[must_use]
    pub fn new(modulus: u64) -> Self {
        Self { modulus: modulus.max(1) }
    }

    fn rest_of(self, value: u128) -> u64 {
        u64::try_from(value % u128::from(self.modulus)).expect("a remainder is less than the modulus")
    }
}

impl Semiring for Modulo {
    /// The remainder, and whether there is any cover: a remainder of 0 does not mean that there is none.
    type Value = Remainder;

    fn zero(&self) -> Remainder {
        Remainder { value: 0, is_none: true }
    }

    fn one(&self) -> Remainder {
        Remainder { value: 1 % self.modulus, is_none: false }
    }

    fn weight(&self, _: OptionId) -> Remainder {
        self.one()
    }

    fn is_zero(&self, value: &Remainder) -> bool {
        value.is_none
    }

    fn plus(&self, one: &Remainder, other: &Remainder) -> Result<Remainder, Overflow> {
        let value = self.rest_of(u128::from(one.value) + u128::from(other.value));
        Ok(Remainder { value, is_none: one.is_none && other.is_none })
    }

    fn times(&self, one: &Remainder, other: &Remainder) -> Result<Remainder, Overflow> {
        let value = self.rest_of(u128::from(one.value) * u128::from(other.value));
        Ok(Remainder { value, is_none: one.is_none || other.is_none })
    }
}

/// A number modulo another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Remainder {
    /// The remainder.
    pub value: u64,
    /// True if there is no cover at all.
    pub is_none: bool,
}

/// The sum over all covers of the product of the weights of their options, as floating-point numbers: with
/// probabilities as weights, the probability that independent draws make a cover.
#[derive(Clone, Copy, Debug)]
pub struct Weights<'w>(
    /// By option; those that are missing weigh 1.
    pub &'w [f64],
);

impl Semiring for Weights<'_> {
    /// The sum; `None` without a cover.
    type Value = Option<f64>;

    fn zero(&self) -> Option<f64> {
        None
    }

    fn one(&self) -> Option<f64> {
        Some(1.0)
    }

    fn weight(&self, option: OptionId) -> Option<f64> {
        Some(self.0.get(option.index()).copied().unwrap_or(1.0))
    }

    fn is_zero(&self, value: &Option<f64>) -> bool {
        value.is_none()
    }

    fn plus(&self, one: &Option<f64>, other: &Option<f64>) -> Result<Option<f64>, Overflow> {
        Ok(match (one, other) {
            (Some(one), Some(other)) => Some(one + other),
            (one, other) => one.or(*other),
        })
    }

    fn times(&self, one: &Option<f64>, other: &Option<f64>) -> Result<Option<f64>, Overflow> {
        Ok(one.zip(*other).map(|(one, other)| one * other))
    }
}

/// The cost of the cheapest cover.
#[derive(Clone, Copy, Debug)]
pub struct LeastCost<'p>(
    /// The problem with the costs.
    pub &'p Problem,
);

impl Semiring for LeastCost<'_> {
    /// The cost in the unit of [`Problem::cost`]; `None` without a cover.
    type Value = Option<i128>;

    fn zero(&self) -> Option<i128> {
        None
    }

    fn one(&self) -> Option<i128> {
        Some(0)
    }

    fn weight(&self, option: OptionId) -> Option<i128> {
        Some(self.0.cost(option))
    }

    fn is_zero(&self, value: &Option<i128>) -> bool {
        value.is_none()
    }

    fn plus(&self, one: &Option<i128>, other: &Option<i128>) -> Result<Option<i128>, Overflow> {
        Ok(match (*one, *other) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        })
    }

    fn times(&self, one: &Option<i128>, other: &Option<i128>) -> Result<Option<i128>, Overflow> {
        match (*one, *other) {
            (Some(one), Some(other)) => one.checked_add(other).map(Some).ok_or(Overflow),
            _ => Ok(None),
        }
    }
}
