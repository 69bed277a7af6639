//! The reasons for steps, in sentences that teach the technique.
//!
//! A sentence is written from the step alone, without the board, so it says no more than the technique has
//! proved.

mod chains;
mod fish;
mod houses;
mod links;
mod phrases;
mod rectangles;
mod sets;
mod sums;

pub(super) use phrases::{Conclusion, Houses};

use std::fmt;

use crate::human::step::Step;
use crate::human::technique::Technique;

/// The reason for a step. Displayed as one or more English sentences; of chains as numbered steps.
#[derive(Clone, Copy, Debug)]
pub struct Reason<'a>(&'a Step);

impl Step {
    /// Returns the reason for the step, which is displayed in sentences.
    ///
    /// ```
    /// use dlx_core::Limits;
    /// use sudoku_cover::{Explainer, Geometry, Grid};
    ///
    /// let puzzle: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let mut explainer = Explainer::new(&Geometry::classic());
    /// explainer.load(&puzzle)?;
    /// let reason = explainer.next_step(&mut Limits::none())?.map(|step| step.reason().to_string());
    /// assert_eq!(reason.as_deref(), Some("5 is the only candidate left in r5c5, so r5c5 is 5."));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn reason(&self) -> Reason<'_> {
        Reason(self)
    }
}

impl fmt::Display for Reason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Technique::*;

        let step = self.0;
        let write = match step.technique {
            FullHouse | NakedSingle | HiddenSingle => houses::write_single,
            Pointing | Claiming => houses::write_locked,
            LockedPair | LockedTriple | NakedPair | NakedTriple | NakedQuadruple => houses::write_naked,
            HiddenPair | HiddenTriple | HiddenQuadruple => houses::write_hidden,
            BugPlusOne => houses::write_bug,
            TemplateSet | TemplateDelete => houses::write_template,
            BruteForce => houses::write_trial,
            Skyscraper | TwoStringKite | DualTwoStringKite | TurbotFish => links::write_two_links,
            EmptyRectangle => links::write_empty_rectangle,
            DualEmptyRectangle => links::write_dual_empty_rectangle,
            WWing => links::write_w_wing,
            XyWing | XyzWing => links::write_wing,
            RemotePair => links::write_remote_pair,
            SimpleColorsTrap => links::write_trap,
            SimpleColorsWrap => links::write_wrap,
            MultiColors1 => links::write_multi_1,
            MultiColors2 => links::write_multi_2,
            UniquenessTest1 | UniquenessTest2 | UniquenessTest3 | UniquenessTest4 | UniquenessTest5
            | UniquenessTest6 | HiddenRectangle | AvoidableRectangle1 | AvoidableRectangle2 => {
                rectangles::write
            }
            XChain | XyChain | Aic | GroupedAic => chains::write_open,
            ContinuousNiceLoop | GroupedContinuousNiceLoop => chains::write_continuous,
            DiscontinuousNiceLoop | GroupedDiscontinuousNiceLoop => chains::write_discontinuous,
            ForcingChainContradiction => chains::write_contradiction,
            ForcingChainVerity => chains::write_verity,
            ForcingNetContradiction => chains::write_net,
            ForcingNetVerity => chains::write_net_verity,
            AlsXz => sets::write_xz,
            AlsXyWing => sets::write_xy_wing,
            AlsChain => sets::write_chain,
            DeathBlossom => sets::write_death_blossom,
            SueDeCoq => sets::write_sue_de_coq,
            CageSingle => sums::write_cage_single,
            CageCombinations => sums::write_combinations,
            CagePointing => sums::write_pointing,
            CageClaiming => sums::write_claiming,
            InniesOuties | InniesOutiesOfHouses => sums::write_innies,
            CommonPeers => sums::write_common_peers,
            RuleCombinations => sums::write_rule,
            // Fish of all sizes and kinds.
            _ => fish::write,
        };
        write(step, f)
    }
}
