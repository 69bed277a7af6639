//! The symmetries that the command line means.

use std::collections::HashSet;
use std::io::{BufRead, Read};
use std::path::{Path, PathBuf};

use dlx_core::inner::{GeneratorError, GeneratorErrorKind, SymmetrySearch};
use dlx_core::inner::{nearest, suggestion};
use dlx_core::text::ReadError;
use dlx_core::{BigUint, ItemId, Limits, Problem, Stopped, Symmetries};

use crate::shared::fault::InputError;
use crate::shared::flags::{ChosenSymmetries, Source, UpToSymmetry};
use crate::shared::input::{Input, Loaded, Subject, is_standard, open};
use crate::shared::{Fault, Session};

/// The symmetries that are meant, by names: each problem of a run has items of its own.
pub(super) enum Chosen<'a> {
    /// All that satisfy conditions.
    Satisfying { fix: &'a [String], classes: Option<NamedLines> },
    /// All products of given ones.
    Generated(NamedLines),
}

/// A file of one class of items or one generator on each line.
pub(super) struct NamedLines {
    /// The file, read to its end.
    input: Input,
    /// The lines that are neither blank nor comments, with their numbers from 1.
    lines: Vec<(usize, String)>,
}

impl<'a> Chosen<'a> {
    /// Reads the file of classes or generators, if there is one. If standard input has something else, `standard`
    /// says what, as [`the_problem`] does.
    pub(super) fn read(
        flags: &'a ChosenSymmetries,
        standard: Option<&str>,
        session: &Session,
    ) -> Result<Self, Fault> {
        let read = |path: &Option<PathBuf>, what: &str| {
            path.as_deref().map(|path| NamedLines::read(path, what, standard, session)).transpose()
        };
        if let Some(generators) = read(&flags.generators, "generators")? {
            return Ok(Self::Generated(generators));
        }
        Ok(Self::Satisfying { fix: &flags.fix, classes: read(&flags.classes, "classes")? })
    }

    /// Returns the problem of an input and its name. The covers of a compiled file may be only some of those of
    /// its problem, and symmetries may map them to others.
    pub(super) fn problem(loaded: Loaded) -> Result<(String, Problem), Fault> {
        match loaded.subject {
            Subject::Problem(problem) => Ok((loaded.name, problem)),
            Subject::Compiled(_) => Err(Fault::usage(
                "--up-to-symmetry cannot be used with a compiled file: it needs the problem",
            )),
        }
    }

    /// Returns the symmetries of a problem that flags mean, if they ask for covers up to symmetry. Otherwise like
    /// [`read`](Self::read) and [`of`](Self::of).
    pub(super) fn if_wanted(
        flags: &'a UpToSymmetry,
        problem: &Problem,
        standard: Option<&str>,
        session: &Session,
    ) -> Result<Result<Option<Symmetries>, Stopped>, Fault> {
        let Some(flags) = flags.chosen() else { return Ok(Ok(None)) };
        let chosen = Self::read(flags, standard, session)?;
        Ok(session.watched(|| chosen.of(problem, &mut session.limits(None)))?.map(Some))
    }

    /// Returns these symmetries of a problem, or why the limits stopped the search for them.
    pub(super) fn of(
        &self,
        problem: &Problem,
        limits: &mut Limits<'_>,
    ) -> Result<Result<Symmetries, Stopped>, Fault> {
        match self {
            Self::Satisfying { fix, classes } => {
                let mut search = SymmetrySearch::of(problem);
                for names in *fix {
                    search = search.fix(&fixed(problem, names)?);
                }
                if let Some(classes) = classes {
                    for (number, line) in &classes.lines {
                        search = search.keep(&classes.class(problem, *number, line)?);
                    }
                }
                Ok(search.run(limits))
            }
            Self::Generated(generators) => generators.group(problem, limits),
        }
    }
}

/// Returns what standard input has if a problem is read from it: the words before what else is read.
pub(super) fn the_problem<'s>(mut problems: impl Iterator<Item = Source<'s>>) -> Option<&'static str> {
    problems.any(|problem| problem.file.is_none_or(is_standard)).then_some("the problem and its")
}

/// Returns the items of an argument of `--fix`.
fn fixed(problem: &Problem, names: &str) -> Result<Vec<ItemId>, Fault> {
    let mut items = Vec::new();
    for word in names.split_whitespace() {
        // The name of an item may contain commas.
        if let Some(item) = problem.item(word) {
            items.push(item);
            continue;
        }
        for name in word.split(',').filter(|name| !name.is_empty()) {
            let unknown = || Fault::Usage(format!("--fix: {}", unknown(problem, name)));
            items.push(problem.item(name).ok_or_else(unknown)?);
        }
    }
    Ok(items)
}

fn unknown(problem: &Problem, name: &str) -> String {
    let near = nearest(name, problem.items().map(|item| problem.name(item)));
    format!("expected an item of the problem, found `{name}`{}", suggestion(near))
}

impl NamedLines {
    fn read(path: &Path, what: &str, standard: Option<&str>, session: &Session) -> Result<Self, Fault> {
        if let Some(other) = standard.filter(|_| is_standard(path)) {
            return Err(Fault::Usage(format!(
                "expected one of the two from standard input, found {other} {what}"
            )));
        }
        let mut input = open(path, session)?;
        let mut lines = Vec::new();
        for (number, line) in (1..).zip(input.text.by_ref().lines()) {
            let line = line.map_err(|source| Fault::named(&*input.name, ReadError::Io(source)))?;
            if !line.trim().is_empty() && !line.trim_start().starts_with('|') {
                lines.push((number, line));
            }
        }
        Ok(Self { input, lines })
    }

    /// Returns the symmetries that the lines generate.
    fn group(
        &self,
        problem: &Problem,
        limits: &mut Limits<'_>,
    ) -> Result<Result<Symmetries, Stopped>, Fault> {
        let generators = self.lines.iter().map(|(_, line)| line.as_str());
        match Symmetries::generated_by(problem, generators, limits) {
            Ok(symmetries) => Ok(Ok(symmetries)),
            Err(GeneratorError::Stopped(why)) => Ok(Err(why)),
            Err(GeneratorError::Invalid { number, column, kind }) => {
                let (line, _) = self.lines[number - 1];
                let wrong = match &kind {
                    GeneratorErrorKind::UnknownItem { found } => unknown(problem, found),
                    kind => kind.to_string(),
                };
                Err(InputError::new(&self.input.name, line, column, &wrong, &self.input.window).into())
            }
            Err(error) => Err(Fault::named(&*self.input.name, error)),
        }
    }

    /// Returns the items of a line of classes.
    fn class(&self, problem: &Problem, number: usize, line: &str) -> Result<Vec<ItemId>, Fault> {
        let (mut items, mut seen) = (Vec::new(), HashSet::new());
        let mut rest = line;
        while let Some(begin) = rest.find(|letter: char| !letter.is_whitespace()) {
            rest = &rest[begin..];
            let before = &line[..line.len() - rest.len()];
            let misread = |wrong: String| {
                let column = before.chars().count() + 1;
                InputError::new(&self.input.name, number, Some(column), &wrong, &self.input.window)
            };
            let name = rest.split_whitespace().next().unwrap_or_default();
            let item = problem.item(name).ok_or_else(|| misread(unknown(problem, name)))?;
            if !seen.insert(item) {
                return Err(misread(format!("item `{name}` twice in a class")).into());
            }
            items.push(item);
            rest = &rest[name.len()..];
        }
        Ok(items)
    }
}

/// Prints the order of the symmetries to standard error, for `--stats`.
pub(super) fn print_order(symmetries: &Symmetries) {
    stat!("symmetries     {}", short(symmetries.order()));
    stat!(
        "kernel         {} (permutations of items and colors that change no option)",
        short(symmetries.kernel_order())
    );
}

/// Orders of more digits than this are written in short.
const DIGITS: usize = 30;

/// Returns the order of a group as text: of many digits, as a product of primes, or rounded if that is long, too.
pub(super) fn short(order: &BigUint) -> String {
    let digits = order.to_string();
    if digits.len() <= DIGITS {
        return digits;
    }
    // Orders are products of small numbers: of the lengths of orbits.
    let (mut rest, mut factors) = (order.clone(), Vec::new());
    for prime in (2u32..1000).filter(|number| !(2..*number).any(|divisor| number % divisor == 0)) {
        let mut power = 0u32;
        while (&rest % prime) == BigUint::ZERO {
            rest /= prime;
            power += 1;
        }
        match power {
            0 => {}
            1 => factors.push(prime.to_string()),
            power => factors.push(format!("{prime}^{power}")),
        }
    }
    let product = factors.join(" * ");
    if rest == BigUint::from(1u32) && product.len() <= 2 * DIGITS {
        return product;
    }
    format!("about {}.{}e{}", &digits[..1], &digits[1..4], digits.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_of_hundreds_of_digits_are_short() {
        let factorial = |n: u32| (1..=n).map(BigUint::from).product::<BigUint>();
        assert_eq!(short(&factorial(20)), "2432902008176640000");
        assert_eq!(short(&factorial(30)), "2^26 * 3^14 * 5^7 * 7^4 * 11^2 * 13^2 * 17 * 19 * 23 * 29");
        // 100! = 9.33262...e157.
        assert_eq!(short(&factorial(100)), "about 9.332e157");
        assert_eq!(short(&(BigUint::from(2u32).pow(600) * 3u32)), "2^600 * 3");
        // A prime of 39 digits, 2^127 - 1 = 1.70141...e38.
        assert_eq!(short(&(BigUint::from(2u32).pow(127) - 1u32)), "about 1.701e38");
    }
}
