//! Names that look like comments and like typing errors.

use super::finding::{Finding, FindingKind};
use super::survey::Survey;
use crate::control::limits::{Limits, Stopped};
use crate::problem::Use;
use crate::problem::ids::{Color, ItemId, OptionId};

/// Marks that begin a comment in other formats, also without a blank after them.
const MARKS: [&str; 5] = ["//", "%", ";", "--", "/*"];

/// Returns the items that look like a comment at the end of the line of items: a mark that no option uses, and the
/// items after it, as far as no option uses them.
pub(super) fn comment(survey: &Survey<'_>, limits: &mut Limits<'_>) -> Result<Option<Finding>, Stopped> {
    let problem = survey.problem;
    let is_unused = |item: &ItemId| survey.uses[item.index()] == 0;
    let is_mark = |item: &ItemId| {
        let name = problem.name(*item);
        // Longer names that begin with `#` are those of items that a rule prefers.
        name == "#"
            || MARKS
                .iter()
                .any(|mark| name.strip_prefix(mark).is_some_and(|rest| !rest.starts_with(char::is_numeric)))
    };
    let mut mark = None;
    for item in problem.items() {
        limits.setup(1)?;
        if is_unused(&item) && is_mark(&item) {
            mark = Some(item);
            break;
        }
    }
    let Some(mark) = mark else { return Ok(None) };
    let items: Vec<ItemId> = problem.items().skip(mark.index()).take_while(is_unused).collect();
    let is_proof =
        items.iter().any(|&item| item.index() < problem.primary_count() && problem.bounds(item).low > 0);
    Ok(Some(Finding { kind: FindingKind::Comment, items, options: Vec::new(), is_proof }))
}

/// Names that occur once at most are compared with all others if there are no more of them than this. In problems
/// with more of them, such names are not mistakes.
const SUSPECTS: usize = 40;

/// Returns the items and colors that are probably typing errors.
pub(super) fn misspelt(survey: &Survey<'_>, limits: &mut Limits<'_>) -> Result<Vec<Finding>, Stopped> {
    let problem = survey.problem;
    let mut findings = Vec::new();
    let items = Names { times: &survey.uses, name: &|index| problem.name(ItemId::new(index)) };
    for (item, meant) in items.misspelt(limits)? {
        let id = ItemId::new(item);
        let option =
            if survey.uses[item] == 0 { None } else { first_option(survey, limits, |used| used.item == id)? };
        findings.push(finding("item", problem.name(id), problem.name(ItemId::new(meant)), vec![id], option));
    }
    let mut times = vec![0; problem.color_count()];
    for option in problem.options() {
        limits.setup(problem.uses(option).len())?;
        for used in problem.uses(option).iter().filter(|used| used.color != Color::NONE) {
            times[used.color.index() - 1] += 1;
        }
    }
    let color_name = |index| problem.color_name(Color::new(index + 1)).unwrap_or_default();
    let colors = Names { times: &times, name: &color_name };
    for (color, meant) in colors.misspelt(limits)? {
        let option = first_option(survey, limits, |used| used.color.index() == color + 1)?;
        findings.push(finding("color", color_name(color), color_name(meant), Vec::new(), option));
    }
    Ok(findings)
}

/// Returns the first option with such a use.
fn first_option(
    survey: &Survey<'_>,
    limits: &mut Limits<'_>,
    is_meant: impl Fn(&Use) -> bool,
) -> Result<Option<OptionId>, Stopped> {
    for option in survey.problem.options() {
        let uses = survey.problem.uses(option);
        limits.setup(uses.len())?;
        if uses.iter().any(&is_meant) {
            return Ok(Some(option));
        }
    }
    Ok(None)
}

fn finding(
    what: &'static str,
    found: &str,
    meant: &str,
    items: Vec<ItemId>,
    option: Option<OptionId>,
) -> Finding {
    let kind = FindingKind::Misspelt { what, found: found.to_owned(), meant: meant.to_owned() };
    Finding { kind, items, options: option.into_iter().collect(), is_proof: false }
}

/// Names with the number of times that each occurs.
struct Names<'a> {
    times: &'a [u32],
    name: &'a dyn Fn(usize) -> &'a str,
}

impl Names<'_> {
    /// Returns each name that is probably a typing error, with the name that is probably meant.
    fn misspelt(&self, limits: &mut Limits<'_>) -> Result<Vec<(usize, usize)>, Stopped> {
        let indices = || 0..self.times.len();
        let suspects: Vec<usize> =
            indices().filter(|&index| self.times[index] <= 1).take(SUSPECTS + 1).collect();
        if suspects.len() > SUSPECTS {
            return Ok(Vec::new());
        }
        let mut found = Vec::new();
        for suspect in suspects {
            for other in indices() {
                limits.setup(1)?;
                if self.times[other] > 1 && is_typing_error((self.name)(suspect), (self.name)(other)) {
                    found.push((suspect, other));
                    break;
                }
            }
        }
        Ok(found)
    }
}

/// Returns true if the names differ by one typing error in letters: in the case of letters, by two exchanged
/// letters, or by one letter within the name. Names that differ in a digit or in their last letter, such as `c1` and
/// `c2` or `rowa` and `rowb`, are numbered.
fn is_typing_error(one: &str, other: &str) -> bool {
    let (bytes, others) = (one.as_bytes(), other.as_bytes());
    let (short, long) = (bytes.len().min(others.len()), bytes.len().max(others.len()));
    if short < 4 || long - short > 1 || long > 64 || one == other {
        return false;
    }
    if one.eq_ignore_ascii_case(other) {
        return true;
    }
    let start = bytes.iter().zip(others).take_while(|(a, b)| a == b).count();
    let tails = bytes[start..].iter().rev().zip(others[start..].iter().rev());
    let end = tails.take_while(|(a, b)| a == b).count();
    let (middle, other) = (&bytes[start..bytes.len() - end], &others[start..others.len() - end]);
    let are_letters = middle.iter().chain(other).all(u8::is_ascii_alphabetic);
    let is_exchanged = matches!((middle, other), ([a, b], [c, d]) if a == d && b == c);
    let is_one_within = middle.len() <= 1 && other.len() <= 1 && start > 0 && end > 0 && short >= 5;
    are_letters && (is_exchanged || is_one_within)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbered_names_are_no_typing_errors() {
        for (one, other) in
            [("monday", "mondya"), ("monday", "munday"), ("Monday", "monday"), ("monday", "mnday")]
        {
            assert!(is_typing_error(one, other) && is_typing_error(other, one), "{one} {other}");
        }
        for (one, other) in
            [("cell1", "cell2"), ("rowa", "rowb"), ("p1", "p2"), ("r10c1", "r1c1"), ("one", "noe")]
        {
            assert!(!is_typing_error(one, other), "{one} {other}");
        }
    }
}
