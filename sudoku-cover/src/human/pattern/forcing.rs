//! Consequences of assumptions: forcing chains and nets, and singles that follow from a candidate.

use std::fmt;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use smallvec::SmallVec;

use super::chain::{Claim, Numbered, chains, tell_branches};
use super::conclusion::Conclusion;
use super::marks::StepMarks;
use super::notation::{write_forcing_chains, write_placements};
use super::reason::{Say, Teller, all, any, say, tell};
use super::shape::Shape;
use crate::human::parts::{HouseName, Link, Node};
use crate::human::technique::Technique;
use crate::model::geometry::rules::Rule;
use crate::model::geometry::{Candidate, Cell, Digit};

/// Where consequences contradict each other, or the cases are that lead to the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Place {
    /// A cell and its candidates.
    Cell {
        /// The cell.
        cell: Cell,
    },
    /// The places of a digit in a house.
    House {
        /// The house.
        house: HouseName,
        /// The digit.
        digit: Digit,
    },
    /// Cells whose digits and candidates do not fit a rule.
    Rule {
        /// The rule.
        #[serde(serialize_with = "as_text")]
        #[cfg_attr(feature = "schema", schema(value_type = String))]
        rule: Arc<Rule>,
        /// The cells.
        cells: SmallVec<[Cell; 4]>,
    },
}

/// Serializes a rule as the text from which it is read.
pub(super) fn as_text<S: Serializer>(rule: &Arc<Rule>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(rule)
}

impl Place {
    fn mark(&self, digit: Option<Digit>, marks: &mut StepMarks) {
        match self {
            Place::Cell { cell } => {
                marks.cells.push(*cell);
                marks.digits.extend(digit);
            }
            Place::House { house, digit } => {
                marks.houses.push(*house);
                marks.digits.push(*digit);
            }
            Place::Rule { cells, .. } => marks.cells.clone_from(cells),
        }
    }

    /// Writes the place: `r1c1`, `b4 for 7`.
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Cell { cell } => write!(f, "{cell}"),
            Place::House { house, digit } => write!(f, "{house} for {digit}"),
            Place::Rule { rule, .. } => write!(f, "{rule}"),
        }
    }
}

impl Say for Place {
    fn say(&self, to: &mut Teller) {
        match self {
            Place::Cell { cell } => say!(to, "So ", cell, " has no candidate left"),
            Place::House { house, digit } => say!(to, "So ", house, " has no place left for ", digit),
            Place::Rule { rule, .. } => say!(to, "So the rule that ", rule.sentence(), " cannot hold"),
        }
    }
}

/// Chains or nets from an assumption that end in a contradiction, or from each of several to the same conclusion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Forcing {
    /// The place of the contradiction, or of the cases.
    pub place: Place,
    /// The cells of the house that would hold its digit at once, if it is not that none would.
    #[serde(skip_serializing_if = "SmallVec::is_empty")]
    pub held: SmallVec<[Cell; 4]>,
    /// The cases, one of which is true; one alone stands for it and its opposite.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cases: Vec<Candidate>,
    /// The chains, one after the other.
    pub links: Vec<Link>,
}

impl Shape for Forcing {
    fn write(&self, end: &Conclusion<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(" in ")?;
        match &self.place {
            Place::House { house, .. } if !is_net(end) => write!(f, "{house}")?,
            place => place.write(f)?,
        }
        f.write_str(" (")?;
        write_forcing_chains(f, &self.links)?;
        f.write_str(")")
    }

    fn explain(&self, end: &Conclusion<'_>, to: &mut Teller) {
        match end.technique {
            Technique::ForcingChainVerity => {
                self.tell_cases(to);
                tell_branches(&self.links, to);
                tell!(to, "In every case ", end);
            }
            Technique::ForcingNetVerity => self.tell_net_verity(end, to),
            _ => self.tell_contradiction(end, to),
        }
    }

    fn mark(&self, end: &Conclusion<'_>, marks: &mut StepMarks) {
        let mut concluded = end.placements.iter().chain(end.eliminations).map(|part| part.digit);
        self.place.mark(concluded.next(), marks);
        marks.fins.clone_from(&self.held);
        marks.trail.clone_from(&self.cases);
        marks.links.clone_from(&self.links);
    }
}

fn is_net(end: &Conclusion<'_>) -> bool {
    matches!(end.technique, Technique::ForcingNetContradiction | Technique::ForcingNetVerity)
}

impl Forcing {
    /// An assumption about a candidate whose consequences contradict one another or it.
    fn tell_contradiction(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let Some(first) = self.links.first() else { return };
        let premise = Claim { node: &first.from, is_true: end.placements.is_empty(), set: None };
        tell!(to, "Suppose that ", premise);
        let mut numbered = Numbered::new(&[]);
        numbered.is_net = is_net(end);
        numbered.known.push(premise);
        chains(&self.links, is_net(end)).for_each(|chain| numbered.explain_chain(chain, to));
        let known = &numbered.known;
        let opposite = Claim { is_true: !premise.is_true, ..premise };
        match &self.place {
            Place::House { house, digit } if !self.held.is_empty() => {
                say!(to, "So ", house, " has ", digit, " in ", all(&self.held));
            }
            Place::Cell { .. } if known.contains(&opposite) => say!(to, "This contradicts the assumption"),
            Place::Cell { cell } => {
                // What is known about the cell of the contradiction.
                let here = || known.iter().filter(|claim| claim.node.cells[..] == [*cell]);
                let digits = |is_true| here().filter(move |claim| claim.is_true == is_true);
                let held: Vec<Digit> = digits(true).map(|claim| claim.node.digit).collect();
                let both = held.iter().find(|&&digit| digits(false).any(|claim| claim.node.digit == digit));
                match both {
                    Some(digit) => say!(to, "So ", cell, " is ", digit, " and is not ", digit),
                    None if held.len() > 1 => say!(to, "So ", cell, " is ", all(&held)),
                    None => say!(to, self.place),
                }
            }
            place => say!(to, place),
        }
        tell!(to, ", and therefore ", end);
    }

    /// Tells which candidates of a cell or a house are the cases to be considered.
    fn tell_cases(&self, to: &mut Teller) {
        let Some(case) = self.cases.first() else { return };
        match self.place {
            Place::House { house, .. } => {
                let cells: Vec<_> = self.cases.iter().map(|case| case.cell).collect();
                tell!(to, case.digit, " in ", house, " must be in ", any(&cells));
            }
            _ if self.cases.len() == 1 => {
                tell!(to, "Either ", case.cell, " is ", case.digit, " or it is not");
            }
            _ => {
                let digits: Vec<_> = self.cases.iter().map(|case| case.digit).collect();
                tell!(to, case.cell, " must be ", any(&digits));
            }
        }
    }

    /// All candidates of a cell or a house, or a candidate and its opposite, lead to the same conclusion by singles.
    fn tell_net_verity(&self, end: &Conclusion<'_>, to: &mut Teller) {
        self.tell_cases(to);
        if self.cases.len() == 1 {
            // The links do not tell where the second case begins.
            let nodes = self.links.iter().flat_map(|link| [&link.from, &link.to]);
            let mut cells: Vec<_> = nodes.flat_map(|node: &Node| node.cells.iter().copied()).collect();
            cells.sort_unstable();
            cells.dedup();
            return tell!(to, "Both cases lead by singles in ", all(&cells), " to the same: ", end);
        }
        let mut numbered = Numbered::new(&[]);
        numbered.is_net = true;
        for chain in chains(&self.links, true) {
            let start = &chain[0].from;
            let is_case = |case: &Candidate| case.digit == start.digit && start.cells[..] == [case.cell];
            let is_known = numbered.known.iter().any(|claim| claim.node == start);
            if !is_known && self.cases.iter().any(is_case) {
                tell!(to, "Suppose that ", all(&start.cells), " is ", start.digit);
                numbered.known = vec![Claim { node: start, is_true: true, set: None }];
            }
            numbered.explain_chain(chain, to);
        }
        tell!(to, "In every case ", end);
    }
}

/// A placement that follows from those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Consequence {
    /// The candidate that is placed.
    #[serde(flatten)]
    pub placed: Candidate,
    /// The house of a hidden single; none of a naked one and of the assumption.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub house: Option<HouseName>,
}

/// Singles that follow from a candidate, until a cell or a house has no candidate left or a rule is broken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Net {
    /// The place of the contradiction.
    pub place: Place,
    /// The candidate that is assumed, and what follows from it.
    pub trail: Vec<Consequence>,
}

impl Shape for Net {
    fn write(&self, _: &Conclusion<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(" in ")?;
        self.place.write(f)?;
        f.write_str(" (")?;
        write_placements(f, &self.placed())?;
        f.write_str(")")
    }

    fn explain(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let Some((Consequence { placed, .. }, rest)) = self.trail.split_first() else { return };
        tell!(to, "Suppose that ", placed.cell, " is ", placed.digit);
        if !rest.is_empty() {
            let is_by_rules = end.technique == Technique::RuleForcingNet;
            say!(
                to,
                "Then by singles",
                if is_by_rules { ", and what the rules exclude in between" } else { "" }
            );
            to.end(':');
        }
        for (place, Consequence { placed, house }) in rest.iter().enumerate() {
            to.number(place + 1);
            say!(to, placed.cell, " is ", placed.digit, ", ");
            match house {
                Some(house) => tell!(to, "the only place left in ", house),
                None => tell!(to, "the only candidate left there"),
            }
        }
        tell!(to, self.place, ", and therefore ", end);
    }

    fn mark(&self, _: &Conclusion<'_>, marks: &mut StepMarks) {
        self.place.mark(None, marks);
        marks.trail = self.placed();
    }
}

impl Net {
    /// Returns the candidate that is assumed, and the placements that follow.
    #[must_use]
    pub fn placed(&self) -> Vec<Candidate> {
        self.trail.iter().map(|entry| entry.placed).collect()
    }
}
