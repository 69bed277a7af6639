//! A place in the tree of one problem, and the verbs that move it.

use std::fmt;

use crate::answers::{Count, Cover, Uniqueness};
use crate::counters::{Counters, Size};
use crate::givens::{GivenError, Givens};
use crate::ids::{Color, OptionId};
use crate::limits::{Limits, Stopped};
use crate::links::Links;
use crate::problem::Problem;
use crate::rule::Rule;
use crate::walk::{Driver, Verbs};

/// A search for the covers of one problem.
///
/// It stands at a place in the tree. [`next_solution`](Self::next_solution), [`count_rest`](Self::count_rest)
/// and the iterators go on from there, so a search is paused by not calling them; [`first`](Self::first),
/// [`count`](Self::count) and [`uniqueness`](Self::uniqueness) ask about the whole problem and begin at the
/// root. Cloning copies the place; the problem's tables are shared.
///
/// A cover lists the given options first, then those chosen, in the order chosen.
///
/// ```
/// use dlx_core::{Limits, Problem, Search};
///
/// let problem = Problem::builder()
///     .primary(["a", "b", "c"])
///     .option(["a", "b"])
///     .option(["c"])
///     .option(["a"])
///     .option(["b", "c"])
///     .build()?;
/// let mut search = Search::new(&problem);
/// while let Some(cover) = search.next_solution(&mut Limits::none())? {
///     let names: Vec<String> = cover.iter().map(|&o| problem.display_option(o).to_string()).collect();
///     println!("{}", names.join(" | "));
/// }
/// assert_eq!(search.count(&mut Limits::none()).exact()?, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Search {
    verbs: Box<dyn Verbs>,
    cover: Cover,
}

impl Search {
    /// A search at the root, choosing the item with the fewest options.
    ///
    /// # Complexity
    /// Linear in the uses of the problem, as is every [`restart`](Self::restart).
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        Self::with_rule(problem, Rule::default())
    }

    /// A search at the root, choosing items by this rule.
    #[must_use]
    pub fn with_rule(problem: &Problem, rule: Rule) -> Self {
        let is_colored =
            problem.options().any(|option| problem.uses(option).iter().any(|used| used.color != Color::NONE));
        if is_colored {
            Self::over(Driver::new(problem, Links::<true>::new(problem, rule)))
        } else {
            Self::over(Driver::new(problem, Links::<false>::new(problem, rule)))
        }
    }

    pub(crate) fn over(verbs: impl Verbs + 'static) -> Self {
        Self { verbs: Box::new(verbs), cover: Cover::new() }
    }

    /// Goes to the root of the tree that these givens leave. Options in conflict with a given one are not
    /// even built. No allocation once the tables have been as large before.
    ///
    /// # Errors
    /// Givens that contradict one another. The search then stands at the root without givens.
    pub fn restart(&mut self, givens: Givens<'_>) -> Result<(), GivenError> {
        self.verbs.restart(givens)
    }

    /// Goes back to the root, with the givens as they are.
    pub fn rewind(&mut self) {
        self.verbs.rewind();
    }

    /// The next cover, or `None` when there are no more.
    ///
    /// # Errors
    /// The limit that stopped the search. It can be gone on with: nothing is lost and nothing comes twice.
    pub fn next_solution(&mut self, limits: &mut Limits<'_>) -> Result<Option<&[OptionId]>, Stopped> {
        if !self.verbs.next(limits)? {
            return Ok(None);
        }
        self.cover.clear();
        self.verbs.path(&mut self.cover);
        Ok(Some(&self.cover))
    }

    /// The first cover of the problem, or `None` if it has none.
    ///
    /// # Errors
    /// The limit that stopped the search before either was known.
    pub fn first(&mut self, limits: &mut Limits<'_>) -> Result<Option<Cover>, Stopped> {
        self.rewind();
        Ok(self.next_solution(limits)?.map(<[OptionId]>::to_vec))
    }

    /// How many covers the problem has.
    pub fn count(&mut self, limits: &mut Limits<'_>) -> Count {
        self.rewind();
        self.count_rest(limits)
    }

    /// How many covers come after this place: those that `next_solution` would still give.
    pub fn count_rest(&mut self, limits: &mut Limits<'_>) -> Count {
        match self.verbs.count(limits) {
            (found, None) => Count::Exact(found),
            (found, Some(why)) => Count::AtLeast(found, why),
        }
    }

    /// Whether the problem has no cover, one, or several.
    pub fn uniqueness(&mut self, limits: &mut Limits<'_>) -> Uniqueness {
        let first = match self.first(limits) {
            Ok(Some(first)) => first,
            Ok(None) => return Uniqueness::None,
            Err(why) => return Uniqueness::Unknown { found: None, why },
        };
        match self.next_solution(limits) {
            Ok(Some(second)) => Uniqueness::Several(first, second.to_vec()),
            Ok(None) => Uniqueness::One(first),
            Err(why) => Uniqueness::Unknown { found: Some(first), why },
        }
    }

    /// What has been done since the search last stood at the root.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.verbs.counters()
    }

    /// Nodes by level: how many options were taken as the first, the second, and so on.
    #[must_use]
    pub fn levels(&self) -> &[u64] {
        self.verbs.levels()
    }

    /// How large the tables of the search are.
    #[must_use]
    pub fn size(&self) -> Size {
        self.verbs.size()
    }

    fn next_cover(&mut self) -> Option<Cover> {
        let next = self.next_solution(&mut Limits::none()).expect("without limits nothing stops a search");
        next.map(<[OptionId]>::to_vec)
    }
}

impl Clone for Search {
    fn clone(&self) -> Self {
        Self { verbs: self.verbs.clone_box(), cover: Cover::new() }
    }
}

impl fmt::Debug for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search").field("counters", &self.counters()).field("size", &self.size()).finish()
    }
}

/// All covers that a search has still to give. There are no limits here, so an end means that there are no
/// more.
#[derive(Debug)]
pub struct IntoSolutions(Search);

/// As [`IntoSolutions`], over a borrowed search, which can be gone on with later.
#[derive(Debug)]
pub struct Solutions<'s>(&'s mut Search);

impl Iterator for IntoSolutions {
    type Item = Cover;

    fn next(&mut self) -> Option<Cover> {
        self.0.next_cover()
    }
}

impl Iterator for Solutions<'_> {
    type Item = Cover;

    fn next(&mut self) -> Option<Cover> {
        self.0.next_cover()
    }
}

// `Search` is no iterator itself: `search.count()` would then mean `Iterator::count`.
impl IntoIterator for Search {
    type Item = Cover;
    type IntoIter = IntoSolutions;

    fn into_iter(self) -> IntoSolutions {
        IntoSolutions(self)
    }
}

impl<'s> IntoIterator for &'s mut Search {
    type Item = Cover;
    type IntoIter = Solutions<'s>;

    fn into_iter(self) -> Solutions<'s> {
        Solutions(self)
    }
}
