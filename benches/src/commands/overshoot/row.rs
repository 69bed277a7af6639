//! An operation on a problem, which is run with several deadlines.

use dlx_core::Limits;

/// An operation that runs until it is done or the limits stop it.
pub(super) type Run<'a> = Box<dyn FnMut(&mut Limits<'_>) + 'a>;

/// Prepares an operation, and passes it to the callback.
pub(super) type Prepare = Box<dyn Fn(&mut dyn FnMut(Run<'_>))>;

/// An operation on a problem.
pub(super) struct Row {
    /// The operation and the problem, such as `count queens60`.
    pub(super) name: String,
    /// Prepares the operation; this is not timed.
    pub(super) prepare: Prepare,
}

impl Row {
    /// Returns a row that applies `run` to the result of `prepare`.
    pub(super) fn new<T>(
        name: impl Into<String>,
        prepare: impl Fn() -> T + 'static,
        run: impl Fn(&T, &mut Limits<'_>) + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            prepare: Box::new(move |use_it| {
                let made = prepare();
                use_it(Box::new(|limits| run(&made, limits)));
            }),
        }
    }
}
