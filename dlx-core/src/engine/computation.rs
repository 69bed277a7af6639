//! Computations of other crates, compiled for each level of vector instructions.

use crate::engine::simd::{Instructions, Kernel, Lanes, Simd};

/// A computation on words and arrays, whose loops the compiler vectorizes for each level of instructions. It
/// is run by a [`Vectorizer`].
///
/// `compute` and all functions on its hot path have to be `#[inline(always)]`: a function that is not inlined
/// is compiled without the instructions.
pub trait Computation {
    /// The result.
    type Output;

    /// Computes the result, which must not depend on the instructions.
    fn compute(self) -> Self::Output;
}

/// Runs a [`Computation`] with the vector instructions of a level.
///
/// ```
/// use dlx_core::{Computation, Simd, Vectorizer};
///
/// struct Ones<'w>(&'w [u64]);
///
/// impl Computation for Ones<'_> {
///     type Output = u32;
///
///     #[inline(always)]
///     fn compute(self) -> u32 {
///         self.0.iter().map(|word| word.count_ones()).sum()
///     }
/// }
///
/// let vectorizer = Vectorizer::new(Simd::best());
/// assert_eq!(vectorizer.run(Ones(&[7, 0, 1])), 4);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Vectorizer(Instructions);

impl Vectorizer {
    /// Returns the vectorizer of this level, or of the highest one below it that this machine has.
    #[must_use]
    pub fn new(simd: Simd) -> Self {
        Self(simd.instructions())
    }

    /// Returns the result of a computation.
    #[inline]
    pub fn run<C: Computation>(self, computation: C) -> C::Output {
        self.0.run(Compiled(computation))
    }
}

struct Compiled<C>(C);

impl<C: Computation> Kernel for Compiled<C> {
    type Output = C::Output;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> C::Output {
        self.0.compute()
    }
}
