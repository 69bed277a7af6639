//! Many puzzles of one recipe: candidates are tried on several threads, and taken in the order of their numbers.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use dlx_core::{Limits, Stopped};

use super::Generator;
use super::recipe::{Maker, Recipe};
use dlx_ordered::Output;

/// Size assumed in the reorder buffer for each candidate tried ahead of its turn, in bytes; most are
/// discarded. It lets 64 candidates per thread wait.
const BYTES_OF_A_NUMBER: usize = 1 << 16;

/// Makes puzzles until `wanted` of them are taken. The candidates of the generator are tried one after the other: `make` makes
/// the one with this number, or returns `None` if it does not meet the requirements. `take` gets what `make` has returned, in
/// the order of the numbers, which makes the series independent of the number of threads.
///
/// ```
/// use std::num::NonZeroUsize;
///
/// use dlx_core::Limits;
/// use sudoku_cover::{Design, GenerateError, Generator, Geometry, Recipe, generate};
///
/// let generator = Generator::new(&Geometry::of_side(4)?, 1);
/// let recipe = Recipe::of_design(Design::new());
/// let mut puzzles = Vec::new();
/// generate::series(
///     generator,
///     &recipe,
///     3,
///     NonZeroUsize::MIN,
///     &mut Limits::none(),
///     |maker, number, _| maker.make(number, Limits::none),
///     |made| {
///         puzzles.extend(made.map(|made| made.generated.puzzle));
///         Ok::<(), GenerateError>(())
///     },
/// )?;
/// assert_eq!(puzzles.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first error of `make` or `take`, in the order of the numbers, or the limit that was reached. All puzzles before it have
/// been taken.
pub fn series<T: Send, E: From<Stopped> + Send>(
    mut generator: Generator,
    recipe: &Recipe,
    wanted: u64,
    threads: NonZeroUsize,
    limits: &mut Limits<'_>,
    make: impl Fn(&mut Maker<'_>, u64, &mut Limits<'_>) -> Result<Option<T>, E> + Sync,
    mut take: impl FnMut(Option<T>) -> Result<(), E> + Send,
) -> Result<(), E> {
    if wanted == 0 {
        return Ok(());
    }
    if wanted > 1 {
        generator.prepare();
    }
    // More threads than puzzles help only if candidates are discarded.
    let threads = match usize::try_from(wanted).ok().and_then(NonZeroUsize::new) {
        Some(few) if recipe.suits_all_numbers() => threads.min(few),
        _ => threads,
    };
    let mut missing = wanted;
    let sink = |tried: &mut Tried<T>| {
        let made = tried.0.take();
        missing -= u64::from(made.is_some());
        take(made).map_err(End::Error)?;
        if missing > 0 { Ok(()) } else { Err(End::Complete) }
    };
    let generator = Mutex::new(generator);
    let ended = dlx_ordered::run(threads, 0.., sink, limits, |worker| {
        let mut maker = recipe.maker(generator.lock().unwrap_or_else(PoisonError::into_inner).clone());
        worker.each(|number, tried: &mut Tried<T>, limits| {
            tried.0 = make(&mut maker, *number, limits).map_err(End::Error)?;
            Ok(())
        })
    });
    match ended {
        // There are always more numbers.
        Ok(()) | Err(End::Complete) => Ok(()),
        Err(End::Error(error)) => Err(error),
    }
}

/// The result for a number, if it is a puzzle.
struct Tried<T>(Option<T>);

impl<T> Default for Tried<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: Send> Output for Tried<T> {
    fn bytes(&self) -> usize {
        BYTES_OF_A_NUMBER
    }
}

/// Why no more numbers are tried.
enum End<E> {
    Complete,
    Error(E),
}

impl<E: From<Stopped>> From<Stopped> for End<E> {
    fn from(why: Stopped) -> Self {
        Self::Error(why.into())
    }
}
