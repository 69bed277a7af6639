//! Fish: base and cover houses of one digit, with their fins, and the chains of kraken fish.

use std::fmt;

use serde::Serialize;
use smallvec::SmallVec;

use super::chain::tell_branches;
use super::conclusion::Conclusion;
use super::marks::StepMarks;
use super::notation::{write_forcing_chains, write_houses};
use super::reason::{Houses, Teller, all, any, number, say, tell, verb};
use super::shape::Shape;
use crate::human::parts::{Cells, HouseName, Link, LockedCells};
use crate::human::technique::Technique;
use crate::model::geometry::{Cell, Digit};

/// A fish of any size and kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Fish {
    /// The digit.
    pub digit: Digit,
    /// The base houses.
    pub base: SmallVec<[HouseName; 3]>,
    /// The cover houses; of siamese fish those of both, one after the other.
    pub cover: SmallVec<[HouseName; 3]>,
    /// The places of the base in the cover.
    pub cells: SmallVec<[Cell; 4]>,
    /// The places of the base outside the cover; of siamese fish those of both.
    pub fins: SmallVec<[Cell; 4]>,
    /// The fins that are in two base houses.
    pub endo_fins: SmallVec<[Cell; 4]>,
    /// The chains of a kraken fish, one after the other.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<Link>,
}

/// Up to this many places are listed: all of a swordfish.
const MOST_PLACES: usize = 9;

impl Shape for Fish {
    fn write(&self, _: &Conclusion<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, ": {} ", self.digit)?;
        write_houses(f, &self.base)?;
        for (place, cover) in self.covers().enumerate() {
            f.write_str(if place > 0 { "/" } else { " " })?;
            write_houses(f, cover)?;
        }
        self.fins.iter().try_for_each(|fin| write!(f, " f{fin}"))?;
        self.endo_fins.iter().try_for_each(|fin| write!(f, " ef{fin}"))?;
        if self.links.is_empty() {
            return Ok(());
        }
        f.write_str(" (")?;
        write_forcing_chains(f, &self.links)?;
        f.write_str(")")
    }

    fn explain(&self, end: &Conclusion<'_>, to: &mut Teller) {
        match end.technique {
            Technique::KrakenFishType1 => self.tell_kraken_1(end, to),
            Technique::KrakenFishType2 => self.tell_kraken_2(end, to),
            _ if self.cover.len() > self.base.len() => self.tell_siamese(end, to),
            _ => self.tell_one(end, to),
        }
    }

    fn mark(&self, _: &Conclusion<'_>, marks: &mut StepMarks) {
        marks.houses.clone_from(&self.base);
        marks.covers.clone_from(&self.cover);
        marks.show(&self.cells, &[self.digit]);
        marks.fins = self.all_fins();
        if !self.endo_fins.is_empty() {
            let digits = [self.digit].into_iter().collect();
            marks.sets.push(LockedCells { cells: self.endo_fins.clone(), digits });
        }
        marks.links.clone_from(&self.links);
    }
}

impl Fish {
    /// Returns the cover of each of siamese fish.
    fn covers(&self) -> impl Iterator<Item = &[HouseName]> {
        self.cover.chunks(self.base.len().max(1))
    }

    /// Returns the fins with those that are in two base houses.
    fn all_fins(&self) -> Cells {
        self.fins.iter().chain(&self.endo_fins).copied().collect()
    }

    /// Tells where the digit can be in the base.
    fn tell_base(&self, to: &mut Teller) {
        let (digit, cells, fins) = (self.digit, &self.cells, self.all_fins());
        say!(to, "In ", Houses(&self.base), " (the base), ", digit, " can only be in ");
        if (1..=MOST_PLACES).contains(&cells.len()) {
            say!(to, any(cells), ", which ", verb(cells.len(), "is", "are"), " in ");
        }
        say!(to, Houses(&self.cover), " (the cover)");
        if !fins.is_empty() {
            say!(to, ", or in the ", verb(fins.len(), "fin ", "fins "), any(&fins));
            self.say_endo_fins(to);
        }
        to.end('.');
    }

    fn say_endo_fins(&self, to: &mut Teller) {
        match &self.endo_fins[..] {
            [] => {}
            [cell] => say!(to, " (", cell, " is in two houses of the base)"),
            cells => say!(to, " (", all(cells), " are each in two houses of the base)"),
        }
    }

    /// Writes that the digits of the base fill the cover.
    fn say_filled(&self, to: &mut Teller) {
        let count = number(self.base.len());
        say!(to, "the base needs ", count, " ", self.digit);
        say!(to, "s, and the cover has room for no more, one in each house");
    }

    /// Tells that some eliminations are in the base itself.
    fn tell_cannibals(&self, base: &[Cell], end: &Conclusion<'_>, to: &mut Teller) {
        let lost = end.losers();
        match lost.into_iter().filter(|cell| base.contains(cell)).collect::<Vec<_>>()[..] {
            [] => {}
            [cell] => tell!(to, cell, " is in the base, but in two cover houses, whose room it would take"),
            ref cells => tell!(
                to,
                all(cells),
                " are in the base, but each in two cover houses, whose room it would take"
            ),
        }
    }

    /// Tells the reason for a fish with or without fins.
    fn tell_one(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let digit = self.digit;
        self.tell_base(to);
        let outside = "of the cover is outside the base";
        match self.fins.len() + self.endo_fins.len() {
            0 => {
                say!(to, "As ");
                self.say_filled(to);
                tell!(to, ", no ", digit, " ", outside, ", and ", end);
            }
            count => {
                let lost = end.losers();
                let (see, are) = (verb(lost.len(), " sees ", " see "), verb(lost.len(), " is", " are"));
                let (a_fin, fins) = if count == 1 { ("the fin", "it") } else { ("a fin", "all fins") };
                say!(to, "If ", a_fin, " is ", digit, ", ", all(&lost), ", which", see, fins, ",");
                tell!(to, are, " not");
                say!(to, "Otherwise ");
                self.say_filled(to);
                tell!(to, ", so no ", digit, " ", outside);
                tell!(to, "In both cases ", end);
            }
        }
        self.tell_cannibals(&self.cells, end, to);
    }

    fn tell_siamese(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let (digit, own) = (self.digit, &self.fins);
        // The first fish has the fins that are not among its other places. Those of the second follow: they are
        // among these, or repeat a fin of the first.
        let is_first =
            |&place: &usize| !self.cells.contains(&own[place]) && !own[..place].contains(&own[place]);
        let count = (0..own.len()).take_while(is_first).count();
        let fins = [&own[..count], &own[count..]].map(|fins| [fins, &self.endo_fins].concat());
        let mut base = [&self.cells[..], &self.all_fins()].concat();
        base.sort_unstable();
        base.dedup();
        say!(to, "In ", Houses(&self.base), " (the base), ", digit, " can only be in ", any(&base));
        self.say_endo_fins(to);
        to.end('.');
        say!(to, "Two fish have this base: ");
        for (place, (cover, fins)) in self.covers().zip(&fins).enumerate() {
            say!(to, if place > 0 { ", and " } else { "" }, "one with ", Houses(cover));
            say!(to, " as cover and the ", verb(fins.len(), "fin ", "fins "), all(fins));
        }
        to.end('.');
        say!(
            to,
            "Each of ",
            all(&end.losers()),
            " is in the cover of one of them and sees all its fins, so it "
        );
        tell!(to, "is not ", digit, " if one of these fins is");
        say!(to, "Otherwise ");
        self.say_filled(to);
        tell!(to, ", so no ", digit, " of the cover is outside the base");
        tell!(to, "In both cases ", end);
        self.tell_cannibals(&base, end, to);
    }

    /// A candidate that the fish would eliminate without fins, and chains from the fins to it.
    fn tell_kraken_1(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let digit = self.digit;
        self.tell_base(to);
        let is_one = self.fins.len() + self.endo_fins.len() == 1;
        say!(to, "If ", if is_one { "the fin is not " } else { "no fin is " }, digit, ", ");
        self.say_filled(to);
        say!(to, ", so no ", digit, " of the cover is outside the base, and ", all(&end.losers()));
        tell!(to, " is not ", digit);
        self.tell_cannibals(&self.cells, end, to);
        let a_fin = if is_one { "the fin is " } else { "a fin is " };
        tell!(to, "If ", a_fin, digit, ", a chain leads to the same");
        tell_branches(&self.links, to);
        tell!(to, "In every case ", end);
    }

    /// A candidate to which chains lead from the fins and from the places in one cover house.
    fn tell_kraken_2(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let digit = self.digit;
        self.tell_base(to);
        let chains = self.links.chunk_by(|link, next| link.to == next.from);
        let starts: Vec<Cell> = chains.flat_map(|chain| &chain[0].from.cells).copied().collect();
        let count = self.base.len();
        let room = count.saturating_sub(1);
        say!(to, "The base needs ", number(count), " ", digit, "s, but without ", all(&starts));
        say!(to, " its places are in only ", number(room), verb(room, " house", " houses"));
        tell!(to, " of the cover, so one of the places that were left out is ", digit);
        tell!(to, "A chain from each leads to the same");
        tell_branches(&self.links, to);
        tell!(to, "In every case ", end);
    }
}
