//! Chains and loops of links, as numbered steps of a proof.

use std::fmt;

use serde::Serialize;
use smallvec::SmallVec;

use super::conclusion::Conclusion;
use super::marks::StepMarks;
use super::notation::{write_chain, write_list};
use super::reason::{NoneOf, Role, Say, Teller, all, any, say, tell, verb};
use super::shape::Shape;
use crate::human::parts::{Link, LinkRule, LockedCells, Node, Strength};
use crate::human::technique::Technique;
use crate::model::geometry::Digit;

/// A chain whose links are alternately strong and weak, or a loop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Chain {
    /// The digits of the eliminations, which are those of an open chain's ends.
    pub digits: SmallVec<[Digit; 4]>,
    /// The links in their order.
    pub links: Vec<Link>,
    /// The almost locked sets among the nodes.
    pub sets: Vec<LockedCells>,
}

impl Shape for Chain {
    fn write(&self, end: &Conclusion<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Technique::*;

        let Self { digits, links, sets } = self;
        f.write_str(": ")?;
        write_list(f, digits, if end.technique == XChain { "," } else { "/" })?;
        f.write_str(" ")?;
        let (Some(first), Some(last)) = (links.first(), links.last()) else { return Ok(()) };
        match end.technique {
            // The ends are not both false: `3- r1c5 -7- r2c6 -3`.
            XyChain | Aic | GroupedAic => {
                write!(f, "{}- ", first.from.digit)?;
                write_chain(f, links, sets)?;
                write!(f, " -{}", last.to.digit)
            }
            // The digits of the first and the last link are at the ends:
            // `9= r1c8 =6= r1c4 -6- r3c6 =6= r5c6 =9= r5c5 -9- r1c5 =9= r1c8 =6`.
            ContinuousNiceLoop | GroupedContinuousNiceLoop => {
                write!(f, "{}= ", last.to.digit)?;
                write_chain(f, links, sets)?;
                write!(f, " ={}", first.to.digit)
            }
            _ => write_chain(f, links, sets),
        }
    }

    fn explain(&self, end: &Conclusion<'_>, to: &mut Teller) {
        use Technique::*;

        match end.technique {
            ContinuousNiceLoop | GroupedContinuousNiceLoop => self.tell_continuous(end, to),
            DiscontinuousNiceLoop | GroupedDiscontinuousNiceLoop => self.tell_discontinuous(end, to),
            _ => self.tell_open(end, to),
        }
    }

    fn mark(&self, _: &Conclusion<'_>, marks: &mut StepMarks) {
        marks.digits.clone_from(&self.digits);
        marks.links.clone_from(&self.links);
        marks.sets.clone_from(&self.sets);
    }
}

impl Chain {
    /// Chains whose ends are not both false.
    fn tell_open(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let (Some(first), Some(last)) = (self.links.first(), self.links.last()) else { return };
        Numbered::new(&self.sets).explain_chain(&self.links, to);
        let (first, last) = (&first.from, &last.to);
        let (one, other) = (all(&first.cells), all(&last.cells));
        if first == last {
            tell!(to, "So ", one, " is ", first.digit, " in any case");
            return end.tell_seeing("it", to);
        }
        if first.digit == last.digit {
            tell!(to, "So ", one, " or ", other, " is ", last.digit);
            return end.tell_seeing("both", to);
        }
        tell!(to, "So ", one, " is ", first.digit, " or ", other, " is ", last.digit);
        tell!(to, "As the two cells see each other, in both cases ", end);
    }

    /// Nice loops that refute or prove a candidate of the cell in which they begin and end.
    fn tell_discontinuous(&self, end: &Conclusion<'_>, to: &mut Teller) {
        Numbered::new(&self.sets).explain_chain(&self.links, to);
        let claims = claims(&self.sets, &self.links);
        let (Some(first), Some(last)) = (claims.first(), claims.last()) else { return };
        match (first.is_true, last.is_true) {
            (true, _) => tell!(to, "This contradicts the assumption that ", first, ", so ", end),
            (false, true) => tell!(to, "So ", last, " in any case, and ", end),
            (false, false) => {
                let held = Claim { is_true: true, ..*first };
                tell!(to, "So either ", held, ", or ", last, ", and in both cases ", end);
            }
        }
    }

    /// Nice loops whose end implies their beginning.
    fn tell_continuous(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let claims = claims(&self.sets, &self.links);
        let (Some(first), Some(last)) = (claims.first(), claims.last()) else { return };
        let mut numbered = Numbered::new(&self.sets);
        let is_closed = first == last;
        numbered.explain_chain(&self.links[..self.links.len() - usize::from(is_closed)], to);
        let closing = numbered.number + 1;
        to.number(closing);
        tell!(to, "Then ", first, ", which closes the loop");
        tell!(to, "So either all of this is true, or all of it is false");
        let weak = self.links.iter().enumerate().filter(|(_, link)| link.strength == Strength::Weak);
        let mut excluding: Vec<usize> = weak.map(|(place, _)| place + 1).collect();
        if !is_closed && !first.is_true {
            excluding.push(closing);
        }
        say!(
            to,
            "In both cases one of the two candidates of each of the steps ",
            all(&excluding),
            " is true"
        );
        if !self.sets.is_empty() {
            say!(to, ", and every other digit of a set is in it or in the cell that the next step fills");
        }
        to.end('.');
        tell!(to, "So ", end);
    }
}

/// A node with the claim that it holds its digit, or that it does not.
#[derive(Clone, Copy)]
pub(super) struct Claim<'a> {
    pub(super) node: &'a Node,
    pub(super) is_true: bool,
    /// The almost locked set whose cells are those of the node, if it is one.
    pub(super) set: Option<&'a LockedCells>,
}

impl PartialEq for Claim<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node && self.is_true == other.is_true
    }
}

impl Say for Claim<'_> {
    fn say(&self, to: &mut Teller) {
        let (cells, digit) = (&self.node.cells[..], self.node.digit);
        to.speak(self.role(), cells, &[digit]);
        if let Some(set) = self.set {
            return say!(to, all(cells), " have no ", digit, " and hold ", all(&others(set, digit)));
        }
        match (self.is_true, cells.len()) {
            (true, _) => say!(to, any(cells), " is ", digit),
            (false, 1) => say!(to, all(cells), " is not ", digit),
            (false, _) => say!(to, NoneOf(cells), " is ", digit),
        }
    }
}

impl Claim<'_> {
    /// Returns how the claim speaks of its candidates. One of several cells of a node is true.
    fn role(&self) -> Role {
        match (self.is_true, self.node.cells.len()) {
            (true, 1) => Role::Holds,
            (true, _) => Role::Possible,
            (false, _) => Role::Excluded,
        }
    }
}

/// Returns the digits that the set holds without this one.
fn others(set: &LockedCells, digit: Digit) -> Vec<Digit> {
    set.digits.iter().copied().filter(|&other| other != digit).collect()
}

/// Returns the claims of a chain in their order: the first one is an assumption, and each of the others follows from
/// the one before it.
fn claims<'a>(sets: &'a [LockedCells], chain: &'a [Link]) -> Vec<Claim<'a>> {
    let claim = |node: &'a Node, is_true: bool| {
        let is_set = |set: &&LockedCells| !is_true && node.cells.len() > 1 && set.cells[..] == node.cells[..];
        Claim { node, is_true, set: sets.iter().find(is_set) }
    };
    let first = chain.first().map(|link| claim(&link.from, link.strength == Strength::Weak));
    let others = chain.iter().map(|link| claim(&link.to, link.strength == Strength::Strong));
    first.into_iter().chain(others).collect()
}

/// Tells numbered steps.
pub(super) struct Numbered<'a> {
    sets: &'a [LockedCells],
    /// The number of the last step.
    number: usize,
    /// True if a step may depend on several earlier ones.
    pub(super) is_net: bool,
    /// What is known under the current assumption, in the order in which it was told.
    pub(super) known: Vec<Claim<'a>>,
}

impl<'a> Numbered<'a> {
    /// Returns steps that begin with the number 1.
    pub(super) fn new(sets: &'a [LockedCells]) -> Self {
        Numbered { sets, number: 0, is_net: false, known: Vec::new() }
    }

    /// Explains a chain. Claims that are known already are not repeated.
    pub(super) fn explain_chain(&mut self, chain: &'a [Link], to: &mut Teller) {
        let mut claims = claims(self.sets, chain);
        if let (true, Some(first)) = (self.is_net, claims.first_mut()) {
            // A branch begins at an earlier claim; its first link need not tell which.
            first.is_true ^= !self.known.contains(first);
        }
        for (link, ends) in chain.iter().zip(claims.windows(2)) {
            let (from, end) = (ends[0], ends[1]);
            if self.known.contains(&end) {
                continue;
            }
            self.number += 1;
            to.number(self.number);
            // The cell is not named twice in a sentence.
            let is_same = from.node.cells == end.node.cells && end.set.is_none() && end.node.cells.len() == 1;
            let is_named = self.known.last() != Some(&from);
            if !is_named {
                say!(to, "Then ");
            } else if self.is_net || self.known.contains(&from) {
                say!(to, "As ", from, ", ");
            } else {
                self.known.push(from);
                say!(to, "If ", from, ", ");
            }
            let (digit, why) = (end.node.digit, Why { link, from, end, is_net: self.is_net });
            to.speak(end.role(), &end.node.cells, &[digit]);
            match end.set {
                Some(set) => {
                    say!(to, all(&end.node.cells), " have no ", digit, why, ", and hold ");
                    tell!(to, all(&others(set, digit)));
                }
                // That a cell holds one digit needs no words there.
                None if is_same && is_named && !end.is_true => tell!(to, "it is not ", digit),
                None if is_same && is_named => tell!(to, "it is ", digit, why),
                None => tell!(to, end, why),
            }
            self.known.push(end);
        }
    }
}

/// Why a claim follows from the one before it, as a part of a sentence.
struct Why<'a> {
    link: &'a Link,
    from: Claim<'a>,
    end: Claim<'a>,
    is_net: bool,
}

impl Why<'_> {
    /// Returns true if the claim may depend on more than the one before it.
    fn is_several(&self) -> bool {
        let Why { link, from, end, is_net } = self;
        let is_same_cell = from.node.cells == end.node.cells;
        *is_net
            && match (from.is_true, end.is_true) {
                (false, true) => link.house.is_none(),
                (true, false) => from.node.digit != end.node.digit && !is_same_cell,
                _ => true,
            }
    }
}

impl Say for Why<'_> {
    fn say(&self, to: &mut Teller) {
        let Why { link, from, end, .. } = self;
        if let Some(LinkRule(rule)) = &link.rule {
            return say!(to, ", by the rule that ", rule.sentence());
        }
        if self.is_several() {
            return say!(to, if end.is_true { ", a single" } else { ", as the digits before exclude it" });
        }
        let (cells, digit) = (all(&from.node.cells), end.node.digit);
        let count = end.node.cells.len();
        let sees = verb(from.node.cells.len(), " sees ", " see ");
        match link.house {
            Some(house) if end.is_true => {
                say!(to, ", the only other ", verb(count, "place", "places"), " in ", house);
            }
            Some(house) => say!(to, ", since ", house, " has one already"),
            None if from.set.is_some() && end.is_true => {
                say!(to, ", since they exclude its other candidates");
            }
            None if from.set.is_some() => say!(to, ", since ", cells, " hold the ", digit),
            None if end.set.is_some() => say!(to, ", since ", cells, sees, "every ", digit, " there"),
            None if end.is_true => say!(to, ", its only other candidate"),
            None if from.node.digit == digit => say!(to, ", since ", cells, sees, verb(count, "it", "them")),
            None if from.node.cells == end.node.cells => say!(to, ", since it is ", from.node.digit),
            None => say!(to, ", since adjacent cells hold no consecutive digits"),
        }
    }
}

/// Returns chains one after the other: another one begins where a link does not begin at the end of the one before it,
/// or, unless they are those of a net, assumes the opposite.
pub(super) fn chains(links: &[Link], is_net: bool) -> impl Iterator<Item = &[Link]> {
    links.chunk_by(move |link, next| link.to == next.from && (is_net || link.strength != next.strength))
}

/// Tells the chains, each with an assumption of its own.
pub(super) fn tell_branches(links: &[Link], to: &mut Teller) {
    let mut numbered = Numbered::new(&[]);
    for chain in chains(links, false) {
        numbered.known.clear();
        numbered.explain_chain(chain, to);
    }
}
