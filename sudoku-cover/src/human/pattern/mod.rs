//! The patterns that techniques find: one file for each family, with its parts by name, its line in HoDoKu's
//! notation, its reason in sentences and its marks on the board.
//!
//! A pattern knows nothing of the board. What it says about its step follows from its parts, the technique and the
//! conclusion.

mod almost_locked;
mod cage;
mod chain;
mod colors;
pub(crate) mod conclusion;
mod exocet;
mod fireworks;
mod fish;
mod forcing;
mod grave;
mod guardians;
mod joint;
mod locked;
mod marks;
pub(crate) mod notation;
mod reason;
mod rectangle;
mod sectors;
mod shape;
mod single;
mod subset;
mod template;
mod two_links;
mod wing;

use std::fmt;

use serde::Serialize;

pub use almost_locked::{AlmostLocked, DeathBlossom, SueDeCoq};
pub use cage::{Cage, Innies, LockedDigit, RulePattern};
pub use chain::Chain;
pub use colors::Colors;
pub use exocet::{Exocet, ExocetPlaces, ExocetTarget};
pub use fireworks::{Firework, Fireworks};
pub use fish::Fish;
pub use forcing::{Consequence, Forcing, Net, Place};
pub use grave::Grave;
pub use guardians::{Guardians, Tridagon, TridagonBox};
pub use joint::JointRules;
pub use locked::{CommonPeers, Locked};
pub use marks::StepMarks;
pub use reason::{Mention, Reason, Role, Sentence};
pub use rectangle::Rectangle;
pub use sectors::{SectorDigits, Sectors};
pub use single::Single;
pub use subset::Subset;
pub use template::Template;
pub use two_links::{EmptyRectangle, TwoLinks};
pub use wing::{RemotePair, WWing, Wing};

use crate::human::parts::Link;
use conclusion::Conclusion;
use reason::Teller;
use shape::Shape;

macro_rules! patterns {
    ($($name:ident($parts:ident), $words:literal;)*) => {
        /// What a step has found on the board.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
        #[serde(tag = "kind", rename_all = "snake_case")]
        #[non_exhaustive]
        pub enum Pattern {
            $(#[doc = $words] $name($parts),)*
        }

        $(impl From<$parts> for Pattern {
            fn from(parts: $parts) -> Self {
                Self::$name(parts)
            }
        })*

        impl Pattern {
            fn shape(&self) -> &dyn Shape {
                match self {
                    $(Self::$name(parts) => parts,)*
                }
            }
        }
    };
}

patterns! {
    Single(Single), "One possibility left.";
    Locked(Locked), "Locked candidates.";
    CommonPeers(CommonPeers), "Candidates that all places of a digit exclude.";
    Subset(Subset), "A naked or hidden subset.";
    Fish(Fish), "A fish.";
    TwoLinks(TwoLinks), "Two strong links of one digit.";
    EmptyRectangle(EmptyRectangle), "An empty rectangle.";
    Wing(Wing), "An XY-wing or XYZ-wing.";
    WWing(WWing), "A W-wing.";
    RemotePair(RemotePair), "A remote pair.";
    Chain(Chain), "A chain or loop.";
    Colors(Colors), "Simple colors or multi-colors.";
    Rectangle(Rectangle), "A rectangle that would have two solutions.";
    Grave(Grave), "A bivalue universal grave with one further candidate.";
    AlmostLocked(AlmostLocked), "Almost locked sets.";
    DeathBlossom(DeathBlossom), "A death blossom.";
    SueDeCoq(SueDeCoq), "A Sue de Coq.";
    Fireworks(Fireworks), "Fireworks.";
    Sectors(Sectors), "A multi-sector locked set or an SK-loop.";
    Guardians(Guardians), "A broken wing or a bivalue oddagon.";
    Tridagon(Tridagon), "A tridagon.";
    Exocet(Exocet), "A junior exocet.";
    Cage(Cage), "A cage.";
    Innies(Innies), "Innies and outies.";
    Rule(RulePattern), "A rule of several cells.";
    JointRules(JointRules), "Rules with what cells and houses require.";
    Forcing(Forcing), "Forcing chains or nets.";
    Net(Net), "Singles that follow from a candidate.";
    Template(Template), "The templates of a digit.";
}

impl Pattern {
    /// Returns the links of the pattern, chains one after the other: another one begins where a link does not begin at
    /// the end of the one before it.
    #[must_use]
    pub fn links(&self) -> &[Link] {
        match self {
            Self::Fish(fish) => &fish.links,
            Self::TwoLinks(links) => &links.links,
            Self::WWing(wing) => &wing.links,
            Self::RemotePair(pair) => &pair.links,
            Self::Chain(chain) => &chain.links,
            Self::Colors(colors) => &colors.links,
            Self::AlmostLocked(sets) => &sets.links,
            Self::Forcing(forcing) => &forcing.links,
            _ => &[],
        }
    }

    /// Writes the pattern and what it concludes.
    pub(super) fn write(&self, end: &Conclusion<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shape().write_step(end, f)
    }

    /// Returns why the conclusion holds.
    pub(super) fn reason(&self, end: &Conclusion<'_>) -> Reason {
        let mut to = Teller::default();
        self.shape().explain(end, &mut to);
        to.finish()
    }

    /// Returns what the pattern marks on the board.
    pub(super) fn marks(&self, end: &Conclusion<'_>) -> StepMarks {
        let mut marks = StepMarks::default();
        self.shape().mark(end, &mut marks);
        marks
    }
}
