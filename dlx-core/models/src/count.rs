//! The memo of dlx-core over numbered jobs, and what it adds.

pub(crate) mod memo;

/// What values are added in.
pub(crate) mod semiring {
    /// Why a value is not there.
    #[derive(Clone, Copy, Debug)]
    pub(crate) enum Unfit {
        Overflow,
    }

    pub(crate) trait Semiring: Sync {
        type Value: Clone + std::fmt::Debug + Default;
        fn of(&self, job: u64) -> Self::Value;
        fn plus(&self, one: Self::Value, other: &Self::Value) -> Self::Value;
    }

    pub(crate) trait Algebra {
        type Value: Clone + std::fmt::Debug;
        fn zero(&self) -> Self::Value;
        fn of(&self, job: u64) -> Self::Value;
        fn plus(&self, one: Self::Value, other: &Self::Value) -> Self::Value;
    }

    pub(crate) struct Plain<'s, S>(pub(crate) &'s S);

    impl<S: Semiring> Algebra for Plain<'_, S> {
        type Value = S::Value;

        fn zero(&self) -> S::Value {
            S::Value::default()
        }

        fn of(&self, job: u64) -> S::Value {
            self.0.of(job)
        }

        fn plus(&self, one: S::Value, other: &S::Value) -> S::Value {
            self.0.plus(one, other)
        }
    }

    /// The value of a job is its number and one.
    pub(crate) struct Numbers;

    impl Semiring for Numbers {
        type Value = u64;

        fn of(&self, job: u64) -> u64 {
            job + 1
        }

        fn plus(&self, one: u64, other: &u64) -> u64 {
            one + other
        }
    }
}
