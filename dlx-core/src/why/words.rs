//! The text of an answer of [`why()`](crate::inner::why()).

use std::fmt::{self, Display, Formatter};

use super::{Core, Minimality, Why};
use crate::problem::ids::{ItemId, OptionId};
use crate::problem::{Bounds, ItemKind, Problem};

/// The `Display` form of an answer.
struct Words<'a> {
    answer: &'a Why,
    problem: &'a Problem,
}

impl Why {
    /// Returns the answer as lines of text, with the names of `problem`, which must be the problem of the
    /// question. The text is empty if the answer is not known.
    ///
    /// ```
    /// use dlx_core::inner::why;
    /// use dlx_core::{Givens, Limits, Problem};
    ///
    /// let problem = Problem::builder().primary(["a", "b"]).option(["a"]).build()?;
    /// let answer = why(&problem, Givens::none(), &mut Limits::none())?;
    /// assert!(answer.display(&problem).to_string().starts_with("no cover: an item cannot be covered:\n  b, once\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn display<'a>(&'a self, problem: &'a Problem) -> impl Display + 'a {
        Words { answer: self, problem }
    }
}

impl Display for Words<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.answer {
            Why::Unknown(_) => Ok(()),
            Why::Solvable(cover) => {
                writeln!(f, "there is a cover:")?;
                self.write_options(cover, f)
            }
            Why::Core(core) => self.write_core(core, f),
        }
    }
}

impl Words<'_> {
    fn write_core(&self, core: &Core, f: &mut Formatter<'_>) -> fmt::Result {
        let (subject, together) = match core.items.len() {
            1 => ("an item".to_owned(), ""),
            count => (format!("{count} items"), " together"),
        };
        writeln!(f, "no cover: {subject} cannot be covered{together}:")?;
        for &item in &core.items {
            writeln!(f, "  {}, {}", self.problem.name(item), times(self.problem.bounds(item)))?;
        }
        if core.options.is_empty() {
            writeln!(f, "no option that may be chosen uses it")?;
        } else {
            writeln!(f, "the options that use {}:", if together.is_empty() { "it" } else { "them" })?;
            self.write_options(&core.options, f)?;
        }
        if !core.given.is_empty() {
            writeln!(f, "given are:")?;
            self.write_options(&core.given, f)?;
        }
        if !core.conflicts.is_empty() {
            writeln!(f, "the options conflict in:")?;
            for &item in &core.conflicts {
                writeln!(f, "  {}, {}", self.problem.name(item), self.ceiling(item))?;
            }
        }
        match core.minimality {
            Minimality::Proved => writeln!(f, "nothing of this can be left out"),
            Minimality::Unknown(_) => writeln!(f, "some of this may not be needed"),
        }
    }

    fn write_options(&self, options: &[OptionId], f: &mut Formatter<'_>) -> fmt::Result {
        options
            .iter()
            .try_for_each(|&option| writeln!(f, "  {option}: {}", self.problem.display_option(option)))
    }

    /// Returns in words how often an item may be covered.
    fn ceiling(&self, item: ItemId) -> String {
        match (self.problem.kind(item), self.problem.bounds(item).high) {
            (ItemKind::Secondary, _) if self.problem.is_colored() => {
                "at most once or in one color".to_owned()
            }
            (_, 0) => "never".to_owned(),
            (_, 1) => "at most once".to_owned(),
            (_, high) => format!("at most {high} times"),
        }
    }
}

/// Returns in words how often an item must be covered.
fn times(bounds: Bounds) -> String {
    match bounds {
        Bounds::ONCE => "once".to_owned(),
        Bounds { low, high } if low == high => format!("{high} times"),
        bounds => bounds.to_string(),
    }
}
