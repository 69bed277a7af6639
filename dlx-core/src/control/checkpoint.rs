//! The position of a search as a value with a text form: a search can be paused in one process and resumed in
//! another.
//!
//! ```text
//! dlx checkpoint 3
//! problem 38e2a7d1c40f9b6638e2a7d1c40f9b66    digest of the problem, 32 hexadecimal digits
//! tree 1                                      version of the trees that the rules define
//! rule fewest                                 choice rule
//! forced 3 17                                 given options
//! forbidden                                   forbidden options
//! symmetries 5d0c3ab1f7e29846… 12 0           of a listing up to symmetry alone: the digest of the symmetries, the
//!                                             number of representatives so far, and the number of forced options
//!                                             that no other one replaces
//! closed 0                                    number of levels that are never backtracked to
//! solutions 12                                found so far
//! levels 1 4 9                                nodes so far, by level
//! path left                                   `left`: the last choice is done; `entered`: it is next
//! 4 17                                        for each level: the item, and the option or - for "enough"
//! 6 20
//! checksum 5d0c3ab1f7e29846                   XXH3 of all bytes before this line, 16 hexadecimal digits
//! ```
//!
//! Items and options are numbered from 0. The checksum is compared before any line between the first and the
//! last is read, so that a truncated or altered text is refused.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

use crate::control::counters::Tally;
use crate::control::rule::{Rule, TREE};
use crate::control::stopped::Stopped;
use crate::problem::digest::Digest;
use crate::problem::givens::GivenError;
use crate::problem::ids::{ItemId, OptionId};

/// The choice at one level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) item: ItemId,
    /// The option, or `None` for "enough".
    pub(crate) option: Option<OptionId>,
}

/// The position of a search in its tree: the choice at each level, with the rule and the givens of the
/// search.
///
/// [`Search::checkpoint`](crate::Search::checkpoint) returns one, and
/// [`Search::resume`](crate::Search::resume) continues from it: the remaining solutions are exactly those
/// that the original search would have found next. The text form ([`Display`](fmt::Display) and [`FromStr`])
/// has a version, the [digest](crate::Problem::digest) of the problem, the version of the search tree, the
/// rule and the givens, the counters, a line for each level of the path, and a checksum of all that. A
/// truncated or altered text is refused. Its size is proportional to the depth.
///
/// ```
/// use dlx_core::{Checkpoint, Limits, Problem, Search};
///
/// let problem = Problem::builder().primary(["a"]).option(["a"]).option(["a"]).option(["a"]).build()?;
/// let mut search = Search::new(&problem);
/// search.first(&mut Limits::none())?;
/// let text = search.checkpoint().to_string();
///
/// let mut later = Search::new(&problem);
/// later.resume(&text.parse::<Checkpoint>()?, &mut Limits::none())?;
/// assert_eq!(later.count_rest(&mut Limits::none()).exact()?, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    pub(crate) problem: Digest,
    pub(crate) rule: Rule,
    pub(crate) forced: Vec<OptionId>,
    pub(crate) forbidden: Vec<OptionId>,
    pub(crate) closed: usize,
    pub(crate) solutions: u64,
    pub(crate) levels: Vec<u64>,
    pub(crate) path: Vec<Choice>,
    pub(crate) path_end: PathEnd,
    /// The listing up to symmetry that the search is a branch of, if it is. The givens are those of the branch.
    pub(crate) listing: Option<SymmetricListing>,
}

/// A listing of representatives, in a [`Checkpoint`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SymmetricListing {
    /// The digest of the symmetries.
    pub(crate) symmetries: Digest,
    /// The number of representatives before the position.
    pub(crate) found: u64,
    /// The number of choices of orbits that are never taken back: the forced options are the choices.
    pub(crate) closed: usize,
}

impl SymmetricListing {
    /// Returns the listing after this number of representatives.
    pub(crate) fn after(self, found: u64) -> Self {
        Self { found, ..self }
    }
}

/// A position within a known tree: a checkpoint without the parts that all positions of the tree share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TreePosition {
    pub(crate) closed: usize,
    pub(crate) path: Vec<Choice>,
    pub(crate) path_end: PathEnd,
}

impl TreePosition {
    /// Returns the end of the part of the tree that this position is in.
    pub(crate) fn end(mut self) -> Self {
        self.path.truncate(self.closed);
        Self { path_end: PathEnd::Left, ..self }
    }
}

/// The state of a search at the end of its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PathEnd {
    /// The node below the last choice, or the root, has not been expanded yet.
    Entered,
    /// The last choice is finished; the next one at its level follows.
    Left,
}

impl Checkpoint {
    /// Returns the number of solutions found before this position; of a listing up to symmetry, that of the
    /// representatives.
    #[must_use]
    pub fn solutions(&self) -> u64 {
        self.listing.map_or(self.solutions, |listing| listing.found)
    }

    /// Returns the number of nodes entered before this position.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.levels.iter().sum()
    }

    /// Returns true if nothing follows this position.
    #[doc(hidden)]
    #[must_use]
    pub fn is_at_the_end(&self) -> bool {
        // The branches of a listing up to symmetry have givens, its end has none.
        let is_in_branch = self.listing.is_some() && !self.forced.is_empty();
        self.path_end == PathEnd::Left && self.path.len() == self.closed && !is_in_branch
    }

    /// Returns the position as one of a listing up to symmetry, or of a plain search.
    pub(crate) fn of_listing(self, listing: Option<SymmetricListing>) -> Self {
        Self { listing, ..self }
    }

    /// Returns true if this is the root before anything was searched.
    pub(crate) fn is_at_the_beginning(&self) -> bool {
        self.path_end == PathEnd::Entered && self.path.is_empty()
    }

    /// Returns another position in the same tree and the same part.
    pub(crate) fn at(&self, tree_position: &TreePosition, tally: &Tally) -> Self {
        Self {
            path: tree_position.path.clone(),
            path_end: tree_position.path_end,
            levels: tally.levels.clone(),
            solutions: tally.solutions,
            ..self.clone()
        }
    }

    /// Returns the rule of the search.
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Returns the [digest](crate::Problem::digest) of the problem.
    #[doc(hidden)]
    #[must_use]
    pub fn problem(&self) -> Digest {
        self.problem
    }

    /// Returns the [digest](crate::Symmetries::digest) of the symmetries that covers are listed up to, or `None` for
    /// a search for all covers.
    #[doc(hidden)]
    #[must_use]
    pub fn symmetries(&self) -> Option<Digest> {
        self.listing.map(|listing| listing.symmetries)
    }

    /// Returns the given options.
    #[doc(hidden)]
    #[must_use]
    pub fn forced(&self) -> &[OptionId] {
        &self.forced
    }

    /// Returns the forbidden options.
    #[doc(hidden)]
    #[must_use]
    pub fn forbidden(&self) -> &[OptionId] {
        &self.forbidden
    }

    /// Returns the options chosen on the path to the beginning of a part, as made by
    /// [`Search::split`](crate::Search::split). Returns `None` if the position is not the beginning of a
    /// part, or if "enough" was chosen for some item on the path.
    #[doc(hidden)]
    #[must_use]
    pub fn chosen(&self) -> Option<Vec<OptionId>> {
        let is_beginning = self.path_end == PathEnd::Entered && self.closed == self.path.len();
        if is_beginning { self.path.iter().map(|choice| choice.option).collect() } else { None }
    }
}

/// The reason why a checkpoint cannot be read or resumed.
/// The message says what is wrong; the variants carry no promise of stability.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The text is not a checkpoint.
    #[error("line {line}: expected {expected}, found `{}`", found.escape_debug())]
    #[doc(hidden)]
    Syntax {
        /// Line number, counted from 1.
        line: usize,
        /// The text found.
        found: String,
        /// The text expected.
        expected: &'static str,
    },
    /// The last line is missing, or is not the checksum of the lines before it.
    #[error("line {line}: expected `checksum {expected:016x}`, found `{}`: the checkpoint was cut off or altered",
        found.escape_debug())]
    #[doc(hidden)]
    Altered {
        /// Line number, counted from 1.
        line: usize,
        /// The last line found.
        found: String,
        /// The checksum of the lines before it.
        expected: u64,
    },
    /// The checkpoint was made by a version of the library whose rules define other trees.
    #[error("the checkpoint is of version {found} of the search tree, this program has version {expected}")]
    #[doc(hidden)]
    OtherTree {
        /// The version of the checkpoint.
        found: u32,
        /// The version of this library.
        expected: u32,
    },
    /// The checkpoint belongs to another problem.
    #[error("the checkpoint is of the problem {found}, this is the problem {expected}")]
    #[doc(hidden)]
    OtherProblem {
        /// The digest of the checkpoint.
        found: Digest,
        /// The digest of the problem that is searched.
        expected: Digest,
    },
    /// The checkpoint was made under another rule, which defines another tree.
    #[error("the checkpoint was made under the rule {found}, this search has the rule {expected}")]
    #[doc(hidden)]
    OtherRule {
        /// The rule of the checkpoint.
        found: Rule,
        /// The rule of the search.
        expected: Rule,
    },
    /// The checkpoint is that of a listing up to symmetry, which a plain search cannot continue.
    #[error("the checkpoint is of covers up to symmetry")]
    #[doc(hidden)]
    UpToSymmetry,
    /// The checkpoint is not that of a listing up to symmetry.
    #[error("the checkpoint is of all covers, not of covers up to symmetry")]
    #[doc(hidden)]
    NotUpToSymmetry,
    /// The checkpoint was made with other symmetries, or under other conditions on them.
    #[error("the checkpoint is of the symmetries {found}, these are the symmetries {expected}")]
    #[doc(hidden)]
    OtherSymmetries {
        /// The digest of the symmetries in the checkpoint.
        found: Digest,
        /// The digest of the symmetries that covers are listed up to.
        expected: Digest,
    },
    /// The symmetries are so many that a listing up to them has no checkpoints: it depends on all representatives
    /// before.
    #[error(
        "there are too many symmetries for a checkpoint: each cover is compared with those before it, which a \
         checkpoint does not contain"
    )]
    #[doc(hidden)]
    ManySymmetries,
    /// The path does not exist in this tree.
    #[error("level {level} of the path is not in the tree")]
    #[doc(hidden)]
    Impossible {
        /// The level, counted from 1.
        level: usize,
    },
    /// The givens contradict one another.
    #[error(transparent)]
    #[doc(hidden)]
    Givens(#[from] GivenError),
    /// A limit was reached on the way to the position.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl CheckpointError {
    /// Returns a result that has only the faults of the checkpoint; `Err` if a limit was reached.
    ///
    /// # Errors
    /// The limit.
    #[doc(hidden)]
    pub fn without_limit<T>(result: Result<T, Self>) -> Result<Result<T, Self>, Stopped> {
        match result {
            Err(Self::Stopped(why)) => Err(why),
            other => Ok(other),
        }
    }
}

const FIRST_LINE: &str = "dlx checkpoint 3";

impl fmt::Display for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write_lines(&mut text)?;
        writeln!(f, "{text}checksum {:016x}", xxh3_64(text.as_bytes()))
    }
}

impl Checkpoint {
    /// Writes the lines that the checksum covers.
    fn write_lines(&self, f: &mut impl fmt::Write) -> fmt::Result {
        writeln!(f, "{FIRST_LINE}")?;
        writeln!(f, "problem {}", self.problem)?;
        writeln!(f, "tree {TREE}")?;
        writeln!(f, "rule {}", self.rule)?;
        line(f, "forced", &self.forced)?;
        line(f, "forbidden", &self.forbidden)?;
        if let Some(SymmetricListing { symmetries, found, closed }) = self.listing {
            writeln!(f, "symmetries {symmetries} {found} {closed}")?;
        }
        writeln!(f, "closed {}", self.closed)?;
        writeln!(f, "solutions {}", self.solutions)?;
        line(f, "levels", &self.levels)?;
        let path_end = match self.path_end {
            PathEnd::Entered => "entered",
            PathEnd::Left => "left",
        };
        writeln!(f, "path {path_end}")?;
        for choice in &self.path {
            match choice.option {
                Some(option) => writeln!(f, "{} {option}", choice.item)?,
                None => writeln!(f, "{} -", choice.item)?,
            }
        }
        Ok(())
    }
}

/// Writes a line of a word and a list.
fn line<T: fmt::Display>(f: &mut impl fmt::Write, word: &str, list: &[T]) -> fmt::Result {
    f.write_str(word)?;
    for entry in list {
        write!(f, " {entry}")?;
    }
    f.write_str("\n")
}

impl FromStr for Checkpoint {
    type Err = CheckpointError;

    fn from_str(text: &str) -> Result<Self, CheckpointError> {
        let mut lines = Lines::of(text);
        if lines.next() != FIRST_LINE {
            return Err(lines.fault(FIRST_LINE));
        }
        lines.lines = sealed(text)?.lines();
        lines.lines.next();
        let problem = lines.one("problem", "problem and 32 hexadecimal digits", |word| word.parse().ok())?;
        let tree = lines.one("tree", "tree and a number", |word| word.parse().ok())?;
        if tree != TREE {
            return Err(CheckpointError::OtherTree { found: tree, expected: TREE });
        }
        let rule = lines.one("rule", "rule and its name", |word| word.parse().ok())?;
        let forced = lines.list("forced", "forced and option numbers", option)?;
        let forbidden = lines.list("forbidden", "forbidden and option numbers", option)?;
        let listing = lines.listing(forced.len())?;
        let closed = lines.one("closed", "closed and a number", |word| word.parse().ok())?;
        let solutions = lines.one("solutions", "solutions and a number", |word| word.parse().ok())?;
        let levels: Vec<u64> = lines.list("levels", "levels and numbers", |word| word.parse().ok())?;
        let nodes = levels.iter().try_fold(0u64, |sum, &nodes| sum.checked_add(nodes));
        // No run can add half of the range of 64 bits.
        let Some(nodes) = nodes.filter(|&nodes| nodes < u64::MAX / 2) else {
            return Err(lines.fault("levels whose sum is below 2^63"));
        };
        // Each solution is a node, except one at the root.
        if solutions > nodes + 1 {
            return Err(lines.fault("levels with at least as many nodes as solutions"));
        }
        let expected = "path entered or path left";
        let path_end = lines.one("path", expected, |word| match word {
            "entered" => Some(PathEnd::Entered),
            "left" => Some(PathEnd::Left),
            _ => None,
        })?;
        let mut path = Vec::new();
        while let Some(line) = lines.next_if_any() {
            path.push(choice(line).ok_or_else(|| lines.fault("an item and an option or -"))?);
        }
        if closed > path.len() {
            return Err(lines.fault("at least as many levels as are closed"));
        }
        Ok(Self { problem, rule, forced, forbidden, closed, solutions, levels, path, path_end, listing })
    }
}

/// Returns the lines before the checksum, if the checksum matches them.
fn sealed(text: &str) -> Result<&str, CheckpointError> {
    let last = text.strip_suffix('\n').unwrap_or(text).rfind('\n').map_or(0, |before| before + 1);
    let (lines, found) = text.split_at(last);
    let expected = xxh3_64(lines.as_bytes());
    if found == format!("checksum {expected:016x}\n") {
        return Ok(lines);
    }
    let found = found.trim_end_matches('\n').to_owned();
    Err(CheckpointError::Altered { line: text.lines().count(), found, expected })
}

fn option(word: &str) -> Option<OptionId> {
    word.parse().ok().map(OptionId)
}

fn choice(line: &str) -> Option<Choice> {
    let (item, chosen) = line.split_once(' ')?;
    let chosen = if chosen == "-" { None } else { Some(option(chosen)?) };
    Some(Choice { item: ItemId(item.parse().ok()?), option: chosen })
}

/// The lines of a text with their numbers.
struct Lines<'t> {
    lines: std::str::Lines<'t>,
    number: usize,
    found: &'t str,
}

impl<'t> Lines<'t> {
    fn of(text: &'t str) -> Self {
        Self { lines: text.lines(), number: 0, found: "" }
    }

    /// Returns the next line, or an empty one at the end.
    fn next(&mut self) -> &'t str {
        self.number += 1;
        self.found = self.lines.next().unwrap_or_default();
        self.found
    }

    /// Returns the next line, if there is one.
    fn next_if_any(&mut self) -> Option<&'t str> {
        self.number += 1;
        self.found = self.lines.next()?;
        Some(self.found)
    }

    fn fault(&self, expected: &'static str) -> CheckpointError {
        CheckpointError::Syntax { line: self.number, found: self.found.to_owned(), expected }
    }

    /// Returns the words of the next line after the first, which must be `word`.
    fn words(
        &mut self,
        word: &str,
        expected: &'static str,
    ) -> Result<std::str::Split<'t, char>, CheckpointError> {
        let mut words = self.next().split(' ');
        if words.next() == Some(word) { Ok(words) } else { Err(self.fault(expected)) }
    }

    /// Reads a line of a word and one value.
    fn one<T>(
        &mut self,
        word: &str,
        expected: &'static str,
        value: impl Fn(&str) -> Option<T>,
    ) -> Result<T, CheckpointError> {
        let mut words = self.words(word, expected)?;
        match (words.next().and_then(value), words.next()) {
            (Some(value), None) => Ok(value),
            _ => Err(self.fault(expected)),
        }
    }

    /// Reads a line of a word and any number of values.
    fn list<T>(
        &mut self,
        word: &str,
        expected: &'static str,
        value: impl Fn(&str) -> Option<T>,
    ) -> Result<Vec<T>, CheckpointError> {
        let values: Option<Vec<T>> = self.words(word, expected)?.map(value).collect();
        values.ok_or_else(|| self.fault(expected))
    }

    /// Reads the listing up to symmetry with this number of choices, if the next line is about one.
    fn listing(&mut self, choices: usize) -> Result<Option<SymmetricListing>, CheckpointError> {
        let mut after = self.lines.clone();
        if !after.next().is_some_and(|line| line.starts_with("symmetries")) {
            return Ok(None);
        }
        let expected =
            "symmetries, 32 hexadecimal digits, a number, and another one up to that of forced options";
        let mut words = self.words("symmetries", expected)?;
        let symmetries = words.next().and_then(|word| word.parse().ok());
        let found = words.next().and_then(|word| word.parse().ok());
        let closed = words.next().and_then(|word| word.parse().ok()).filter(|&closed| closed <= choices);
        match (symmetries, found, closed, words.next()) {
            (Some(symmetries), Some(found), Some(closed), None) => {
                Ok(Some(SymmetricListing { symmetries, found, closed }))
            }
            _ => Err(self.fault(expected)),
        }
    }
}
