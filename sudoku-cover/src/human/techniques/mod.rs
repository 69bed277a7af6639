//! The techniques, one file for each family. Each examines a board and describes what it finds as a [`Step`].
//!
//! A technique changes no board, asks no solver and contains no text. Its conclusions must hold for every way
//! of filling the board that the rules of its houses allow, or, where [`Needs`](crate::Needs) says so, for
//! the only one.

mod almost_locked;
mod bug;
mod cages;
mod coloring;
mod combinations;
mod common_peers;
mod death_blossom;
mod deduction;
mod exocet;
mod finds;
mod fireworks;
mod fish;
mod forcing;
mod graph;
mod guardians;
mod implications;
mod innies;
mod joint;
mod locked;
mod net;
mod nice_loops;
mod rectangles;
mod rule_links;
mod rules;
mod sectors;
mod simple_chains;
mod single_digit;
mod singles;
mod subsets;
mod sue_de_coq;
mod sums;
mod tables;
mod templates;
mod ways;
mod wings;

use std::sync::Arc;

use crate::human::candidates::Candidates;
use crate::human::step::Step;
use crate::human::technique::Technique;
use crate::work::Work;
use finds::Finds;
use rule_links::RuleLinks;

pub(crate) use forcing::refute;
pub(crate) use net::assume;

/// Intermediate results about a board that several techniques share, valid until the board changes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    almost_locked: Option<almost_locked::Sets>,
    rule_links: Option<Arc<RuleLinks>>,
}

impl Memory {
    /// Discards the results, as the board has changed.
    pub(crate) fn forget(&mut self) {
        self.almost_locked = None;
        self.rule_links = None;
    }
}

impl Memory {
    /// Returns the links that rules make.
    fn rule_links(&mut self, board: &Candidates, work: &Work<'_, '_>) -> Arc<RuleLinks> {
        Arc::clone(self.rule_links.get_or_insert_with(|| Arc::new(RuleLinks::new(board, work))))
    }
}

/// Fills the step with the first pattern of this technique. Returns true if there is one.
///
/// Singles are taken from their queue; outdated entries are discarded.
pub(crate) fn find(
    technique: Technique,
    board: &mut Candidates,
    memory: &mut Memory,
    step: &mut Step,
    work: &Work<'_, '_>,
) -> bool {
    match technique {
        Technique::FullHouse | Technique::NakedSingle | Technique::HiddenSingle => {
            singles::first(board, technique, step)
        }
        _ => search(technique, board, memory, &mut Finds::new(technique, step, None).by_default(), work),
    }
}

/// Returns the techniques that HoDoKu searches together with this one, to compare their patterns before it takes one;
/// `None` if it takes the first pattern.
pub(crate) fn family(technique: Technique) -> Option<&'static [Technique]> {
    use Technique::*;
    match technique {
        RemotePair => Some(&[RemotePair]),
        TurbotFish => Some(&[TurbotFish]),
        XChain => Some(&[XChain]),
        XyChain => Some(&[XyChain]),
        ContinuousNiceLoop | DiscontinuousNiceLoop | Aic => {
            Some(&[ContinuousNiceLoop, DiscontinuousNiceLoop, Aic])
        }
        GroupedContinuousNiceLoop | GroupedDiscontinuousNiceLoop | GroupedAic => {
            Some(&[GroupedContinuousNiceLoop, GroupedDiscontinuousNiceLoop, GroupedAic])
        }
        AlsChain => Some(&[AlsChain]),
        ForcingChainContradiction | ForcingChainVerity => {
            Some(&[ForcingChainContradiction, ForcingChainVerity])
        }
        ForcingNetContradiction | ForcingNetVerity => Some(&[ForcingNetContradiction, ForcingNetVerity]),
        _ => None,
    }
}

/// Returns the patterns of these techniques of a family from which HoDoKu takes one.
pub(crate) fn find_compared(
    techniques: &[Technique],
    board: &mut Candidates,
    memory: &mut Memory,
    work: &Work<'_, '_>,
) -> Vec<Step> {
    let (mut step, mut all) = (Step::blank(), Vec::new());
    let is_forcing = techniques.first().is_some_and(|first| *first >= Technique::ForcingChainContradiction);
    if is_forcing {
        // The first one is the best one.
        let mut finds = Finds::new(techniques[0], &mut step, None);
        if tables::find(board, techniques, &memory.rule_links(board, work), &mut finds, work) {
            all.push(step);
        }
        return all;
    }
    for &technique in techniques {
        let mut finds = Finds::new(technique, &mut step, Some(&mut all)).by_default();
        search(technique, board, memory, &mut finds, work);
    }
    all
}

/// Returns all patterns of this technique, none with the same content as another.
pub(crate) fn find_all(
    technique: Technique,
    board: &mut Candidates,
    memory: &mut Memory,
    work: &Work<'_, '_>,
) -> Vec<Step> {
    let (mut step, mut all) = (Step::blank(), Vec::new());
    search(technique, board, memory, &mut Finds::new(technique, &mut step, Some(&mut all)), work);
    all
}

fn search(
    technique: Technique,
    board: &mut Candidates,
    memory: &mut Memory,
    finds: &mut Finds<'_>,
    work: &Work<'_, '_>,
) -> bool {
    match technique {
        Technique::FullHouse | Technique::NakedSingle | Technique::HiddenSingle => {
            singles::all(board, technique, finds)
        }
        Technique::CageSingle
        | Technique::CageCombinations
        | Technique::CagePointing
        | Technique::CageClaiming => cages::find(board, technique, finds, work),
        Technique::InniesOuties | Technique::InniesOutiesOfHouses => {
            innies::find(board, technique, finds, work)
        }
        Technique::RuleCombinations => rules::find(board, finds, work),
        Technique::RuleAndPeers
        | Technique::RulePointing
        | Technique::RuleInHouse
        | Technique::RulesOfHouse => joint::find(board, technique, finds, work),
        Technique::RuleForcingNet => net::find(board, finds, work),
        Technique::CommonPeers => common_peers::find(board, finds, work),
        Technique::Pointing | Technique::Claiming => locked::find(board, technique, finds),
        Technique::LockedPair => subsets::locked(board, 2, finds, work),
        Technique::LockedTriple => subsets::locked(board, 3, finds, work),
        Technique::NakedPair => subsets::naked(board, 2, finds, work),
        Technique::NakedTriple => subsets::naked(board, 3, finds, work),
        Technique::NakedQuadruple => subsets::naked(board, 4, finds, work),
        Technique::HiddenPair => subsets::hidden(board, 2, finds, work),
        Technique::HiddenTriple => subsets::hidden(board, 3, finds, work),
        Technique::HiddenQuadruple => subsets::hidden(board, 4, finds, work),
        Technique::RemotePair => wings::remote_pair(board, finds, work),
        Technique::BugPlusOne => bug::plus_one(board, finds),
        Technique::Skyscraper | Technique::TwoStringKite | Technique::TurbotFish => {
            single_digit::two_links(board, technique, finds, work)
        }
        Technique::EmptyRectangle => single_digit::empty_rectangle(board, finds, work),
        Technique::DualTwoStringKite | Technique::DualEmptyRectangle => {
            single_digit::dual(board, technique, finds, work)
        }
        Technique::WWing => wings::w(board, finds, work),
        Technique::XyWing => wings::xy(board, finds, work),
        Technique::XyzWing => wings::xyz(board, finds, work),
        Technique::UniquenessTest1
        | Technique::UniquenessTest2
        | Technique::UniquenessTest3
        | Technique::UniquenessTest4
        | Technique::UniquenessTest5
        | Technique::UniquenessTest6
        | Technique::HiddenRectangle
        | Technique::AvoidableRectangle1
        | Technique::AvoidableRectangle2 => rectangles::find(board, technique, finds, work),
        Technique::SimpleColorsTrap
        | Technique::SimpleColorsWrap
        | Technique::MultiColors1
        | Technique::MultiColors2 => {
            coloring::find(board, technique, &memory.rule_links(board, work), finds, work)
        }
        Technique::SueDeCoq => sue_de_coq::find(board, finds, work),
        Technique::ContinuousNiceLoop
        | Technique::DiscontinuousNiceLoop
        | Technique::Aic
        | Technique::GroupedContinuousNiceLoop
        | Technique::GroupedDiscontinuousNiceLoop
        | Technique::GroupedAic => {
            nice_loops::find(board, technique, &memory.rule_links(board, work), finds, work)
        }
        Technique::XChain => simple_chains::x(board, &memory.rule_links(board, work), finds, work),
        Technique::XyChain => simple_chains::xy(board, &memory.rule_links(board, work), finds, work),
        Technique::WxyzWing
        | Technique::VwxyzWing
        | Technique::AlsXz
        | Technique::AlsXyWing
        | Technique::AlsChain => {
            almost_locked::find(board, &mut memory.almost_locked, technique, finds, work)
        }
        Technique::FireworkTriple => fireworks::triple(board, finds, work),
        Technique::FireworkQuadruple => fireworks::quadruple(board, finds, work),
        Technique::BrokenWing => guardians::broken_wing(board, finds, work),
        Technique::BivalueOddagon => guardians::oddagon(board, finds, work),
        Technique::Tridagon => guardians::tridagon(board, finds, work),
        Technique::SkLoop => sectors::sk_loop(board, finds, work),
        Technique::MultiSectorLockedSet => sectors::multi(board, finds, work),
        Technique::JuniorExocet => exocet::junior(board, finds, work),
        Technique::DeathBlossom => death_blossom::find(board, finds, work),
        Technique::ForcingChainContradiction
        | Technique::ForcingChainVerity
        | Technique::ForcingNetContradiction
        | Technique::ForcingNetVerity => {
            tables::find(board, &[technique], &memory.rule_links(board, work), finds, work)
        }
        Technique::TemplateSet | Technique::TemplateDelete => templates::find(board, technique, finds, work),
        Technique::BruteForce => false,
        // Fish of all sizes and kinds.
        _ => fish::find(board, technique, finds, work),
    }
}
