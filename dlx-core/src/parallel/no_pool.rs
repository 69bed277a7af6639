//! The replacement of the pool without the feature `parallel`. No pool can be made, so its methods are never
//! called.

use std::num::NonZeroUsize;

use crate::control::limits::Limits;

/// A pool that cannot be made.
#[derive(Debug)]
pub(crate) enum Pool {}

/// Returns the results of both functions, called one after the other.
pub(crate) fn run_both<A: Send, B>(
    aside: impl FnOnce() -> A + Send,
    here: impl FnOnce(&Aside) -> B,
) -> (A, B) {
    (aside(), here(&Aside))
}

/// The first function, which has returned.
pub(crate) struct Aside;

impl Aside {
    pub(crate) fn wait(&self, _: impl FnMut()) {}
}

impl Pool {
    pub(crate) const MOST_THREADS: NonZeroUsize = NonZeroUsize::MIN;

    pub(crate) fn new(_: NonZeroUsize) -> Option<Self> {
        None
    }

    pub(crate) fn thread_count(&self) -> usize {
        match *self {}
    }

    pub(crate) fn run_beside<S: Send, T>(
        &self,
        _: impl IntoIterator<Item = S>,
        _: impl Fn(S) + Sync,
        _: impl FnOnce() -> T,
    ) -> T {
        match *self {}
    }

    pub(crate) fn run_polled<T: Send>(
        &self,
        _: &mut Limits<'_>,
        _: impl FnOnce(&mut Limits<'_>) -> T + Send,
    ) -> T {
        match *self {}
    }

    pub(crate) fn map<T: Send, R: Send>(&self, _: Vec<T>, _: impl Fn(T) -> R + Sync) -> Vec<R> {
        match *self {}
    }

    pub(crate) fn sort<T: Ord + Send>(&self, _: &mut [T]) {
        match *self {}
    }
}
