//! Chains and nets as numbered steps.

use std::fmt;

use super::phrases::{Conclusion, House, NoneOf, all, any, verb, write_seeing};
use crate::human::step::{Link, LockedCells, Node, Step, Strength};
use crate::human::technique::Technique;
use crate::model::geometry::{Candidate, Digit};

/// A node with the claim that it holds its digit, or that it does not.
#[derive(Clone, Copy)]
struct Claim<'a> {
    node: &'a Node,
    is_true: bool,
    /// The almost locked set whose cells are those of the node, if it is one.
    set: Option<&'a LockedCells>,
}

impl PartialEq for Claim<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node && self.is_true == other.is_true
    }
}

impl fmt::Display for Claim<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cells, digit) = (&self.node.cells[..], self.node.digit);
        if let Some(set) = self.set {
            return write!(f, "{} have no {digit} and hold {}", all(cells), all(&others(set, digit)));
        }
        match (self.is_true, cells.len()) {
            (true, _) => write!(f, "{} is {digit}", any(cells)),
            (false, 1) => write!(f, "{} is not {digit}", all(cells)),
            (false, _) => write!(f, "{} is {digit}", NoneOf(cells)),
        }
    }
}

/// Returns the digits that the set holds without this one.
fn others(set: &LockedCells, digit: Digit) -> Vec<Digit> {
    set.digits.iter().copied().filter(|&other| other != digit).collect()
}

/// Returns the chains of the step: another one begins where a link does not begin at the end of the one
/// before it, or assumes the opposite.
fn chains(step: &Step) -> impl Iterator<Item = &[Link]> {
    let is_net = [Technique::ForcingNetContradiction, Technique::ForcingNetVerity].contains(&step.technique);
    step.links.chunk_by(move |link, next| link.to == next.from && (is_net || link.strength != next.strength))
}

/// Returns the claims of a chain in their order: the first one is an assumption, and each of the others
/// follows from the one before it.
fn claims<'a>(step: &'a Step, chain: &'a [Link]) -> Vec<Claim<'a>> {
    let claim = |node: &'a Node, is_true: bool| {
        let mut sets = step.sets.iter();
        let set = sets.find(|set| !is_true && node.cells.len() > 1 && set.cells[..] == node.cells[..]);
        Claim { node, is_true, set }
    };
    let first = chain.first().map(|link| claim(&link.from, link.strength == Strength::Weak));
    first
        .into_iter()
        .chain(chain.iter().map(|link| claim(&link.to, link.strength == Strength::Strong)))
        .collect()
}

/// Writes numbered steps.
struct Numbered<'a> {
    /// The number of the last step.
    number: usize,
    /// True if a step may depend on several earlier ones.
    is_net: bool,
    /// What is known under the current assumption, in the order in which it was written.
    known: Vec<Claim<'a>>,
}

impl<'a> Numbered<'a> {
    fn new() -> Self {
        Numbered { number: 0, is_net: false, known: Vec::new() }
    }

    /// Writes a chain. What is known already is not written again.
    fn write(&mut self, step: &'a Step, chain: &'a [Link], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut claims = claims(step, chain);
        if let (true, Some(first)) = (self.is_net, claims.first_mut()) {
            // A branch begins at an earlier claim; its first link need not tell which.
            first.is_true ^= !self.known.contains(first);
        }
        for (link, ends) in chain.iter().zip(claims.windows(2)) {
            let (from, to) = (ends[0], ends[1]);
            if self.known.contains(&to) {
                continue;
            }
            self.number += 1;
            write!(f, "{}. ", self.number)?;
            // The cell is not named twice in a sentence.
            let is_same = from.node.cells == to.node.cells && to.set.is_none() && to.node.cells.len() == 1;
            let is_named = self.known.last() != Some(&from);
            if !is_named {
                f.write_str("Then ")?;
            } else if self.is_net || self.known.contains(&from) {
                write!(f, "As {from}, ")?;
            } else {
                self.known.push(from);
                write!(f, "If {from}, ")?;
            }
            let (digit, why) = (to.node.digit, Why { link, from, to, is_net: self.is_net });
            match to.set {
                Some(set) => {
                    write!(
                        f,
                        "{} have no {digit}{why}, and hold {}",
                        all(&to.node.cells),
                        all(&others(set, digit))
                    )?;
                }
                // That a cell holds one digit needs no words there.
                None if is_same && is_named && !to.is_true => write!(f, "it is not {digit}")?,
                None if is_same && is_named => write!(f, "it is {digit}{why}")?,
                None => write!(f, "{to}{why}")?,
            }
            f.write_str(". ")?;
            self.known.push(to);
        }
        Ok(())
    }
}

/// Why a claim follows from the one before it, as a part of a sentence.
struct Why<'a> {
    link: &'a Link,
    from: Claim<'a>,
    to: Claim<'a>,
    is_net: bool,
}

impl Why<'_> {
    /// Returns true if the claim may depend on more than the one before it.
    fn is_several(&self) -> bool {
        let Why { link, from, to, is_net } = self;
        let is_same_cell = from.node.cells == to.node.cells;
        *is_net
            && match (from.is_true, to.is_true) {
                (false, true) => link.house.is_none(),
                (true, false) => from.node.digit != to.node.digit && !is_same_cell,
                _ => true,
            }
    }
}

impl fmt::Display for Why<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Why { link, from, to, .. } = self;
        if self.is_several() {
            return f.write_str(if to.is_true { ", a single" } else { ", as the digits before exclude it" });
        }
        let (cells, digit) = (all(&from.node.cells), to.node.digit);
        let sees = verb(from.node.cells.len(), "sees", "see");
        match link.house.map(House) {
            Some(house) if to.is_true => {
                write!(f, ", the only other {} in {house}", verb(to.node.cells.len(), "place", "places"))
            }
            Some(house) => write!(f, ", since {house} has one already"),
            None if from.set.is_some() && to.is_true => {
                f.write_str(", since they exclude its other candidates")
            }
            None if from.set.is_some() => write!(f, ", since {cells} hold the {digit}"),
            None if to.set.is_some() => write!(f, ", since {cells} {sees} every {digit} there"),
            None if to.is_true => f.write_str(", its only other candidate"),
            None if from.node.digit == digit => {
                write!(f, ", since {cells} {sees} {}", verb(to.node.cells.len(), "it", "them"))
            }
            None if from.node.cells == to.node.cells => write!(f, ", since it is {}", from.node.digit),
            None => f.write_str(", since adjacent cells hold no consecutive digits"),
        }
    }
}

/// X-chains and XY-chains: the digit is in the first cell or in the last one.
pub(super) fn write_open(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (Some(first), Some(last)) = (step.links.first(), step.links.last()) else { return Ok(()) };
    Numbered::new().write(step, &step.links, f)?;
    write_ends(step, &first.from, &last.to, f)
}

/// Writes the conclusion of a chain whose ends are not both false.
fn write_ends(step: &Step, first: &Node, last: &Node, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (one, other) = (all(&first.cells), all(&last.cells));
    if first == last {
        write!(f, "So {one} is {} in any case. ", first.digit)?;
        return write_seeing(step, "it", f);
    }
    if first.digit == last.digit {
        write!(f, "So {one} or {other} is {}. ", last.digit)?;
        return write_seeing(step, "both", f);
    }
    write!(f, "So {one} is {} or {other} is {}. ", first.digit, last.digit)?;
    write!(f, "As the two cells see each other, in both cases {}.", Conclusion(step))
}

/// Nice loops that refute or prove a candidate of the cell in which they begin and end.
pub(super) fn write_discontinuous(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    Numbered::new().write(step, &step.links, f)?;
    let claims = claims(step, &step.links);
    let (Some(first), Some(last)) = (claims.first(), claims.last()) else { return Ok(()) };
    let end = Conclusion(step);
    match (first.is_true, last.is_true) {
        (true, _) => write!(f, "This contradicts the assumption that {first}, so {end}."),
        (false, true) => write!(f, "So {last} in any case, and {end}."),
        (false, false) => {
            let held = Claim { is_true: true, ..*first };
            write!(f, "So either {held}, or {last}, and in both cases {end}.")
        }
    }
}

/// Nice loops whose end implies their beginning.
pub(super) fn write_continuous(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let claims = claims(step, &step.links);
    let (Some(first), Some(last)) = (claims.first(), claims.last()) else { return Ok(()) };
    let mut numbered = Numbered::new();
    let is_closed = first == last;
    numbered.write(step, &step.links[..step.links.len() - usize::from(is_closed)], f)?;
    let closing = numbered.number + 1;
    write!(f, "{closing}. Then {first}, which closes the loop. ")?;
    f.write_str("So either all of this is true, or all of it is false. ")?;
    let weak = step.links.iter().enumerate().filter(|(_, link)| link.strength == Strength::Weak);
    let mut excluding: Vec<usize> = weak.map(|(place, _)| place + 1).collect();
    if !is_closed && !first.is_true {
        excluding.push(closing);
    }
    write!(f, "In both cases one of the two candidates of each of the steps {} is true", all(&excluding))?;
    if !step.sets.is_empty() {
        f.write_str(", and every other digit of a set is in it or in the cell that the next step fills")?;
    }
    write!(f, ". So {}.", Conclusion(step))
}

/// An assumption about a candidate whose consequences contradict one another or it.
pub(super) fn write_contradiction(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Some(first) = step.links.first() else { return Ok(()) };
    let premise = Claim { node: &first.from, is_true: step.placements.is_empty(), set: None };
    write!(f, "Suppose that {premise}. ")?;
    let is_net = step.technique == Technique::ForcingNetContradiction;
    let mut numbered = Numbered { number: 0, is_net, known: vec![premise] };
    chains(step).try_for_each(|chain| numbered.write(step, chain, f))?;
    let known = &numbered.known;
    let opposite = Claim { is_true: !premise.is_true, ..premise };
    // What is known about the cell of the contradiction.
    let here = || known.iter().filter(|claim| claim.node.cells[..] == step.cells[..]);
    let held: Vec<Digit> = here().filter(|claim| claim.is_true).map(|claim| claim.node.digit).collect();
    let both = held.iter().find(|&&digit| here().any(|claim| !claim.is_true && claim.node.digit == digit));
    match (step.houses.first(), step.digits.first()) {
        (Some(&house), Some(digit)) if !step.fins.is_empty() => {
            write!(f, "So {} has {digit} in {}", House(house), all(&step.fins))?;
        }
        (Some(&house), Some(digit)) => write!(f, "So {} has no place left for {digit}", House(house))?,
        _ if known.contains(&opposite) => write!(f, "This contradicts the assumption")?,
        _ => match both {
            Some(digit) => write!(f, "So {} is {digit} and is not {digit}", all(&step.cells))?,
            None if held.len() > 1 => write!(f, "So {} is {}", all(&step.cells), all(&held))?,
            None => write!(f, "So {} has no candidate left", all(&step.cells))?,
        },
    }
    write!(f, ", and therefore {}.", Conclusion(step))
}

/// Writes which candidates of a cell or a house are the cases to be considered.
fn write_cases(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match (step.houses.first(), step.trail.first()) {
        (Some(&house), Some(case)) => {
            let cells: Vec<_> = step.trail.iter().map(|case| case.cell).collect();
            write!(f, "{} in {} must be in {}. ", case.digit, House(house), any(&cells))
        }
        (None, Some(case)) if step.trail.len() == 1 => {
            write!(f, "Either {} is {} or it is not. ", case.cell, case.digit)
        }
        (None, Some(case)) => {
            let digits: Vec<_> = step.trail.iter().map(|case| case.digit).collect();
            write!(f, "{} must be {}. ", case.cell, any(&digits))
        }
        _ => Ok(()),
    }
}

/// All candidates of a cell or a house lead to the same placement by chains.
pub(super) fn write_verity(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write_cases(step, f)?;
    write_branches(step, f)?;
    write!(f, "In every case {}.", Conclusion(step))
}

/// Writes the chains, each with an assumption of its own.
pub(super) fn write_branches(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut numbered = Numbered::new();
    chains(step).try_for_each(|chain| {
        numbered.known.clear();
        numbered.write(step, chain, f)
    })
}

/// A candidate from which singles lead to a cell or a house without candidates, or break a rule.
pub(super) fn write_net(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Some((premise, rest)) = step.trail.split_first() else { return write_contradiction(step, f) };
    write!(f, "Suppose that {} is {}. Then by singles: ", premise.cell, premise.digit)?;
    for (place, (placed, house)) in rest.iter().zip(step.trail_houses.iter().skip(1)).enumerate() {
        write!(f, "{}. {} is {}, ", place + 1, placed.cell, placed.digit)?;
        match house {
            Some(house) => write!(f, "the only place left in {}. ", House(*house))?,
            None => f.write_str("the only candidate left there. ")?,
        }
    }
    match (step.houses.first(), step.digits.first(), &step.rule) {
        (.., Some(rule)) => write!(f, "So the rule that {} cannot hold", rule.sentence())?,
        (Some(&house), Some(digit), _) => write!(f, "So {} has no place left for {digit}", House(house))?,
        _ => write!(f, "So {} has no candidate left", all(&step.cells))?,
    }
    write!(f, ", and therefore {}.", Conclusion(step))
}

/// All candidates of a cell or a house, or a candidate and its opposite, lead to the same conclusion by singles.
pub(super) fn write_net_verity(step: &Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write_cases(step, f)?;
    if step.trail.len() == 1 {
        // The links do not tell where the second case begins.
        let nodes = step.links.iter().flat_map(|link| [&link.from, &link.to]);
        let mut cells: Vec<_> = nodes.flat_map(|node| node.cells.iter().copied()).collect();
        cells.sort_unstable();
        cells.dedup();
        write!(f, "Both cases lead by singles in {} to the same: {}.", all(&cells), Conclusion(step))?;
        return Ok(());
    }
    let mut numbered = Numbered { number: 0, is_net: true, known: Vec::new() };
    for chain in chains(step) {
        let start = &chain[0].from;
        let is_case = |case: &Candidate| case.digit == start.digit && start.cells[..] == [case.cell];
        let is_known = numbered.known.iter().any(|claim| claim.node == start);
        if !is_known && step.trail.iter().any(is_case) {
            write!(f, "Suppose that {} is {}. ", all(&start.cells), start.digit)?;
            numbered.known = vec![Claim { node: start, is_true: true, set: None }];
        }
        numbered.write(step, chain, f)?;
    }
    write!(f, "In every case {}.", Conclusion(step))
}
