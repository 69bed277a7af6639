//! The techniques by name, with HoDoKu's codes, levels and scores, and the order in which they are tried.
//!
//! Names, codes, levels, scores and order are those of HoDoKu's default settings; codes are those of its
//! library format. HoDoKu does not have the techniques without a code, which are trial and error, those of variants,
//! WXYZ-wings and VWXYZ-wings, and those from fireworks to exocets: their names are those of players, and their levels and scores our own, by comparison
//! with the others. The last column is the value of the technique, or of one with the same effect, in Sudoku Explainer; a
//! [`Rating`](crate::Rating) computed from it is an approximation.

use std::fmt;
use std::str::FromStr;

use serde::de::{self, EnumAccess, VariantAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::model::unexpected::Unexpected;

/// The difficulty of a step or a puzzle, as HoDoKu defines it. Displayed as [its word](Level::name), and read from the word
/// in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Singles.
    Easy,
    /// Locked candidates, pairs, triples.
    Medium,
    /// Fish, wings, rectangles, colors.
    Hard,
    /// Chains and almost locked sets.
    Unfair,
    /// Trial and error.
    Extreme,
}

impl Level {
    /// All levels, the easiest first.
    pub const ALL: [Level; 5] = [Level::Easy, Level::Medium, Level::Hard, Level::Unfair, Level::Extreme];

    const NAMES: [&'static str; 5] = ["easy", "medium", "hard", "unfair", "extreme"];

    /// Returns the word for the level, such as `easy`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// Returns the word as a title, such as `Easy`.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Level::Easy => "Easy",
            Level::Medium => "Medium",
            Level::Hard => "Hard",
            Level::Unfair => "Unfair",
            Level::Extreme => "Extreme",
        }
    }

    /// Returns the highest score of a puzzle of this level, if there is one: a puzzle with a higher score has
    /// the next level.
    #[must_use]
    pub const fn highest_score(self) -> Option<u32> {
        match self {
            Level::Easy => Some(800),
            Level::Medium => Some(1000),
            Level::Hard => Some(1600),
            Level::Unfair => Some(1800),
            Level::Extreme => None,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Level {
    type Err = Unexpected;

    fn from_str(word: &str) -> Result<Level, Unexpected> {
        let found = Level::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(word));
        found.ok_or_else(|| Unexpected::text(format!("one of {}", Level::NAMES.join(", ")), word))
    }
}

impl<'de> Deserialize<'de> for Level {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Level, D::Error> {
        struct Word;

        impl<'de> Visitor<'de> for Word {
            type Value = Level;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "one of {}", Level::NAMES.join(", "))
            }

            fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Level, A::Error> {
                let (word, unit): (String, _) = data.variant()?;
                unit.unit_variant()?;
                word.parse().map_err(|_| de::Error::unknown_variant(&word, &Level::NAMES))
            }
        }

        deserializer.deserialize_enum("Level", &Level::NAMES, Word)
    }
}

/// The condition on a board and a puzzle for a technique to be sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Needs {
    /// Houses of any shape: the technique is sound on every variant.
    Houses,
    /// Rules besides rows, columns and boxes: elsewhere other techniques find the same.
    Rules,
    /// Cages.
    Cages,
    /// No rules besides rows, columns and boxes, and a proof that the solution is unique.
    OneSolution,
    /// The solution itself.
    Solution,
}

macro_rules! techniques {
    ($($name:ident, $words:literal, $code:literal, $level:ident, $score:literal, $se:literal, $needs:ident, $tried:ident, [$($other:literal),*];)*) => {
        /// A technique. Displayed by its name in HoDoKu.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Technique {
            $(#[doc = $words] $name,)*
        }

        impl Technique {
            /// All techniques, in the order in which they are tried.
            pub const ALL: &'static [Technique] = &[$(Technique::$name),*];

            const fn facts(self) -> &'static Facts {
                match self {
                    $(Technique::$name => &Facts {
                        name: $words, code: $code, level: Level::$level, score: $score, tenths: $se, needs: Needs::$needs, tried: Tried::$tried,
                        names: &[$($other),*],
                    },)*
                }
            }
        }
    };
}

struct Facts {
    name: &'static str,
    code: &'static str,
    level: Level,
    score: u32,
    /// Value in Sudoku Explainer, or an approximation of it, in tenths.
    tenths: u32,
    needs: Needs,
    tried: Tried,
    /// Its other names. The short ones are those of HoDoKu's library tools.
    names: &'static [&'static str],
}

/// When a technique is tried.
enum Tried {
    Always,
    /// Only if it is asked for, since there are simpler ones for nearly all of its steps.
    Asked,
}

techniques! {
    FullHouse, "Full House", "0000", Easy, 4, 10, Houses, Always, ["fh", "last-digit"];
    NakedSingle, "Naked Single", "0003", Easy, 4, 23, Houses, Always, ["n1", "sole-candidate"];
    HiddenSingle, "Hidden Single", "0002", Easy, 14, 15, Houses, Always, ["h1", "pinned-digit"];
    CageSingle, "Cage Single", "", Easy, 6, 16, Cages, Always, ["cage-last", "last-in-cage"];
    CageCombinations, "Cage Combinations", "", Medium, 10, 25, Cages, Always, ["combinations", "combos"];
    InniesOuties, "Innies and Outies", "", Medium, 20, 25, Cages, Always, [];
    LockedPair, "Locked Pair", "0110", Medium, 40, 30, Houses, Always, ["l2"];
    LockedTriple, "Locked Triple", "0111", Medium, 60, 36, Houses, Always, ["l3"];
    Pointing, "Locked Candidates Type 1 (Pointing)", "0100", Medium, 50, 26, Houses, Always, ["lc1", "pointing", "pointing-pair"];
    Claiming, "Locked Candidates Type 2 (Claiming)", "0101", Medium, 50, 28, Houses, Always, ["lc2", "claiming", "box-line-reduction"];
    CommonPeers, "Common Peer Elimination", "", Medium, 50, 28, Rules, Always, ["cpe", "common-peers"];
    RuleCombinations, "Rule Combinations", "", Medium, 30, 28, Rules, Always, [];
    RuleAndPeers, "Rule and Peers", "", Medium, 40, 29, Rules, Always, [];
    RulePointing, "Rule Pointing", "", Medium, 50, 29, Rules, Always, [];
    CagePointing, "Cage Pointing", "", Medium, 30, 28, Cages, Always, [];
    CageClaiming, "Cage Claiming", "", Medium, 40, 28, Cages, Always, [];
    NakedPair, "Naked Pair", "0200", Medium, 60, 30, Houses, Always, ["n2"];
    NakedTriple, "Naked Triple", "0201", Medium, 80, 36, Houses, Always, ["n3", "naked-triplet"];
    HiddenPair, "Hidden Pair", "0210", Medium, 70, 34, Houses, Always, ["h2"];
    HiddenTriple, "Hidden Triple", "0211", Medium, 100, 40, Houses, Always, ["h3", "hidden-triplet"];
    InniesOutiesOfHouses, "Innies and Outies of Several Houses", "", Hard, 80, 40, Cages, Always, [];
    RuleInHouse, "Rule in a House", "", Hard, 100, 42, Rules, Always, [];
    NakedQuadruple, "Naked Quadruple", "0202", Hard, 120, 50, Houses, Always, ["n4", "naked-quad"];
    HiddenQuadruple, "Hidden Quadruple", "0212", Hard, 150, 54, Houses, Always, ["h4", "hidden-quad"];
    XWing, "X-Wing", "0300", Hard, 140, 32, Houses, Always, ["bf2"];
    Swordfish, "Swordfish", "0301", Hard, 150, 38, Houses, Always, ["bf3"];
    Jellyfish, "Jellyfish", "0302", Hard, 160, 52, Houses, Always, ["bf4"];
    Squirmbag, "Squirmbag", "0303", Unfair, 470, 72, Houses, Asked, ["bf5"];
    Whale, "Whale", "0304", Unfair, 470, 72, Houses, Asked, ["bf6"];
    Leviathan, "Leviathan", "0305", Unfair, 470, 72, Houses, Asked, ["bf7"];
    RemotePair, "Remote Pair", "0703", Hard, 110, 66, Houses, Always, ["rp"];
    BugPlusOne, "Bivalue Universal Grave + 1", "0610", Hard, 100, 56, OneSolution, Always, ["bug1", "bug"];
    Skyscraper, "Skyscraper", "0400", Hard, 130, 66, Houses, Always, ["sk"];
    TwoStringKite, "2-String Kite", "0401", Hard, 150, 66, Houses, Always, ["2sk", "kite", "two-string-kite"];
    DualTwoStringKite, "Dual 2-String Kite", "0404", Hard, 150, 66, Houses, Asked, ["d2sk", "dual-kite", "dual-two-string-kite"];
    TurbotFish, "Turbot Fish", "0403", Hard, 120, 66, Houses, Always, ["tf", "turbot"];
    EmptyRectangle, "Empty Rectangle", "0402", Hard, 120, 66, Houses, Always, ["er"];
    DualEmptyRectangle, "Dual Empty Rectangle", "0405", Hard, 120, 66, Houses, Asked, ["der"];
    WWing, "W-Wing", "0803", Hard, 150, 66, Houses, Always, ["w"];
    XyWing, "XY-Wing", "0800", Hard, 160, 42, Houses, Always, ["xy", "y-wing"];
    XyzWing, "XYZ-Wing", "0801", Hard, 180, 44, Houses, Always, ["xyz"];
    UniquenessTest1, "Uniqueness Test 1", "0600", Hard, 100, 45, OneSolution, Always, ["u1"];
    UniquenessTest2, "Uniqueness Test 2", "0601", Hard, 100, 45, OneSolution, Always, ["u2"];
    UniquenessTest3, "Uniqueness Test 3", "0602", Hard, 100, 46, OneSolution, Always, ["u3"];
    UniquenessTest4, "Uniqueness Test 4", "0603", Hard, 100, 45, OneSolution, Always, ["u4"];
    UniquenessTest5, "Uniqueness Test 5", "0604", Hard, 100, 45, OneSolution, Always, ["u5"];
    UniquenessTest6, "Uniqueness Test 6", "0605", Hard, 100, 45, OneSolution, Always, ["u6"];
    HiddenRectangle, "Hidden Rectangle", "0606", Hard, 100, 48, OneSolution, Always, ["hr"];
    AvoidableRectangle1, "Avoidable Rectangle 1", "0607", Hard, 100, 48, OneSolution, Always, ["ar1"];
    AvoidableRectangle2, "Avoidable Rectangle 2", "0608", Hard, 100, 48, OneSolution, Always, ["ar2"];
    FinnedXWing, "Finned X-Wing", "0310", Hard, 130, 66, Houses, Always, ["fbf2"];
    SashimiXWing, "Sashimi X-Wing", "0320", Hard, 150, 66, Houses, Always, ["sbf2"];
    FinnedSwordfish, "Finned Swordfish", "0311", Unfair, 200, 70, Houses, Always, ["fbf3"];
    SashimiSwordfish, "Sashimi Swordfish", "0321", Unfair, 240, 70, Houses, Always, ["sbf3"];
    FinnedJellyfish, "Finned Jellyfish", "0312", Unfair, 250, 72, Houses, Always, ["fbf4"];
    SashimiJellyfish, "Sashimi Jellyfish", "0322", Unfair, 260, 72, Houses, Always, ["sbf4"];
    FinnedSquirmbag, "Finned Squirmbag", "0313", Unfair, 470, 72, Houses, Asked, ["fbf5"];
    SashimiSquirmbag, "Sashimi Squirmbag", "0323", Unfair, 470, 72, Houses, Asked, ["sbf5"];
    FinnedWhale, "Finned Whale", "0314", Unfair, 470, 72, Houses, Asked, ["fbf6"];
    SashimiWhale, "Sashimi Whale", "0324", Unfair, 470, 72, Houses, Asked, ["sbf6"];
    FinnedLeviathan, "Finned Leviathan", "0315", Unfair, 470, 72, Houses, Asked, ["fbf7"];
    SashimiLeviathan, "Sashimi Leviathan", "0325", Unfair, 470, 72, Houses, Asked, ["sbf7"];
    SiameseFinnedXWing, "Siamese Finned X-Wing", "03101", Hard, 130, 72, Houses, Asked, [];
    SiameseFinnedSwordfish, "Siamese Finned Swordfish", "03111", Unfair, 200, 72, Houses, Asked, [];
    SiameseFinnedJellyfish, "Siamese Finned Jellyfish", "03121", Unfair, 250, 72, Houses, Asked, [];
    SiameseSashimiXWing, "Siamese Sashimi X-Wing", "03201", Hard, 150, 72, Houses, Asked, [];
    SiameseSashimiSwordfish, "Siamese Sashimi Swordfish", "03211", Unfair, 240, 72, Houses, Asked, [];
    SiameseSashimiJellyfish, "Siamese Sashimi Jellyfish", "03221", Unfair, 260, 72, Houses, Asked, [];
    RulesOfHouse, "Rules of a House", "", Unfair, 220, 66, Rules, Always, [];
    SueDeCoq, "Sue de Coq", "1101", Unfair, 250, 50, Houses, Always, ["sdc"];
    SimpleColorsTrap, "Simple Colors Trap", "0500", Hard, 150, 66, Houses, Always, [];
    SimpleColorsWrap, "Simple Colors Wrap", "0501", Hard, 150, 66, Houses, Always, [];
    MultiColors1, "Multi Colors 1", "0502", Hard, 200, 67, Houses, Always, [];
    MultiColors2, "Multi Colors 2", "0503", Hard, 200, 67, Houses, Always, [];
    XChain, "X-Chain", "0701", Unfair, 260, 66, Houses, Always, ["x"];
    XyChain, "XY-Chain", "0702", Unfair, 260, 70, Houses, Always, ["xyc"];
    ContinuousNiceLoop, "Continuous Nice Loop", "0706", Unfair, 280, 70, Houses, Always, ["cnl"];
    DiscontinuousNiceLoop, "Discontinuous Nice Loop", "0707", Unfair, 280, 70, Houses, Always, ["dnl"];
    Aic, "AIC", "0708", Unfair, 280, 70, Houses, Always, [];
    GroupedContinuousNiceLoop, "Grouped Continuous Nice Loop", "0709", Unfair, 300, 70, Houses, Always, ["gcnl"];
    GroupedDiscontinuousNiceLoop, "Grouped Discontinuous Nice Loop", "0710", Unfair, 300, 70, Houses, Always, ["gdnl"];
    GroupedAic, "Grouped AIC", "0711", Unfair, 300, 70, Houses, Always, ["gaic"];
    WxyzWing, "WXYZ-Wing", "", Unfair, 240, 66, Houses, Asked, ["wxyz"];
    VwxyzWing, "VWXYZ-Wing", "", Unfair, 280, 66, Houses, Asked, ["vwxyz"];
    AlsXz, "Almost Locked Set XZ-Rule", "0901", Unfair, 300, 75, Houses, Always, ["axz", "als-xz"];
    AlsXyWing, "Almost Locked Set XY-Wing", "0902", Unfair, 320, 75, Houses, Always, ["axy", "als-xy-wing"];
    AlsChain, "Almost Locked Set Chain", "0903", Unfair, 340, 75, Houses, Always, ["ach", "als-chain"];
    DeathBlossom, "Death Blossom", "0904", Unfair, 360, 75, Houses, Asked, ["db"];
    FrankenXWing, "Franken X-Wing", "0330", Unfair, 300, 72, Houses, Always, ["ff2"];
    FrankenSwordfish, "Franken Swordfish", "0331", Unfair, 350, 72, Houses, Always, ["ff3"];
    FrankenJellyfish, "Franken Jellyfish", "0332", Unfair, 370, 72, Houses, Asked, ["ff4"];
    FrankenSquirmbag, "Franken Squirmbag", "0333", Extreme, 470, 72, Houses, Asked, ["ff5"];
    FrankenWhale, "Franken Whale", "0334", Extreme, 470, 72, Houses, Asked, ["ff6"];
    FrankenLeviathan, "Franken Leviathan", "0335", Extreme, 470, 72, Houses, Asked, ["ff7"];
    FinnedFrankenXWing, "Finned Franken X-Wing", "0340", Unfair, 390, 72, Houses, Always, ["fff2"];
    FinnedFrankenSwordfish, "Finned Franken Swordfish", "0341", Unfair, 410, 72, Houses, Always, ["fff3"];
    FinnedFrankenJellyfish, "Finned Franken Jellyfish", "0342", Unfair, 430, 72, Houses, Asked, ["fff4"];
    FinnedFrankenSquirmbag, "Finned Franken Squirmbag", "0343", Extreme, 470, 72, Houses, Asked, ["fff5"];
    FinnedFrankenWhale, "Finned Franken Whale", "0344", Extreme, 470, 72, Houses, Asked, ["fff6"];
    FinnedFrankenLeviathan, "Finned Franken Leviathan", "0345", Extreme, 470, 72, Houses, Asked, ["fff7"];
    SiameseFinnedFrankenXWing, "Siamese Finned Franken X-Wing", "03401", Unfair, 390, 72, Houses, Asked, [];
    SiameseFinnedFrankenSwordfish, "Siamese Finned Franken Swordfish", "03411", Unfair, 410, 72, Houses, Asked, [];
    SiameseFinnedFrankenJellyfish, "Siamese Finned Franken Jellyfish", "03421", Unfair, 430, 72, Houses, Asked, [];
    MutantXWing, "Mutant X-Wing", "0350", Extreme, 450, 72, Houses, Asked, ["mf2"];
    MutantSwordfish, "Mutant Swordfish", "0351", Extreme, 450, 72, Houses, Asked, ["mf3"];
    MutantJellyfish, "Mutant Jellyfish", "0352", Extreme, 450, 72, Houses, Asked, ["mf4"];
    MutantSquirmbag, "Mutant Squirmbag", "0353", Extreme, 470, 72, Houses, Asked, ["mf5"];
    MutantWhale, "Mutant Whale", "0354", Extreme, 470, 72, Houses, Asked, ["mf6"];
    MutantLeviathan, "Mutant Leviathan", "0355", Extreme, 470, 72, Houses, Asked, ["mf7"];
    FinnedMutantXWing, "Finned Mutant X-Wing", "0360", Extreme, 470, 72, Houses, Asked, ["fmf2"];
    FinnedMutantSwordfish, "Finned Mutant Swordfish", "0361", Extreme, 470, 72, Houses, Asked, ["fmf3"];
    FinnedMutantJellyfish, "Finned Mutant Jellyfish", "0362", Extreme, 470, 72, Houses, Asked, ["fmf4"];
    FinnedMutantSquirmbag, "Finned Mutant Squirmbag", "0363", Extreme, 470, 72, Houses, Asked, ["fmf5"];
    FinnedMutantWhale, "Finned Mutant Whale", "0364", Extreme, 470, 72, Houses, Asked, ["fmf6"];
    FinnedMutantLeviathan, "Finned Mutant Leviathan", "0365", Extreme, 470, 72, Houses, Asked, ["fmf7"];
    SiameseFinnedMutantXWing, "Siamese Finned Mutant X-Wing", "03601", Extreme, 470, 72, Houses, Asked, [];
    SiameseFinnedMutantSwordfish, "Siamese Finned Mutant Swordfish", "03611", Extreme, 470, 72, Houses, Asked, [];
    SiameseFinnedMutantJellyfish, "Siamese Finned Mutant Jellyfish", "03621", Extreme, 470, 72, Houses, Asked, [];
    KrakenFishType1, "Kraken Fish Type 1", "0371", Extreme, 500, 80, Houses, Asked, ["kf1"];
    KrakenFishType2, "Kraken Fish Type 2", "0372", Extreme, 500, 80, Houses, Asked, ["kf2"];
    FireworkTriple, "Firework Triple", "", Unfair, 300, 66, Houses, Asked, ["fw3", "triple-firework"];
    FireworkQuadruple, "Firework Quadruple", "", Unfair, 340, 70, Houses, Asked, ["fw4", "quadruple-firework"];
    BrokenWing, "Broken Wing", "", Unfair, 300, 70, Houses, Asked, ["bw", "guardians"];
    BivalueOddagon, "Bivalue Oddagon", "", Unfair, 360, 75, Houses, Asked, ["bo", "oddagon"];
    Tridagon, "Tridagon", "", Extreme, 450, 80, Houses, Asked, ["trid", "anti-tridagon", "thors-hammer"];
    SkLoop, "SK-Loop", "", Extreme, 450, 80, Houses, Asked, ["skl", "domino-loop"];
    MultiSectorLockedSet, "Multi-Sector Locked Set", "", Extreme, 470, 80, Houses, Asked, ["msls"];
    JuniorExocet, "Junior Exocet", "", Extreme, 480, 80, Houses, Asked, ["je", "exocet"];
    ForcingChainContradiction, "Forcing Chain Contradiction", "1301", Extreme, 500, 80, Houses, Always, ["fcc"];
    ForcingChainVerity, "Forcing Chain Verity", "1302", Extreme, 500, 80, Houses, Always, ["fcv"];
    ForcingNetContradiction, "Forcing Net Contradiction", "1303", Extreme, 700, 85, Houses, Always, ["fnc"];
    ForcingNetVerity, "Forcing Net Verity", "1304", Extreme, 700, 85, Houses, Always, ["fnv"];
    RuleForcingNet, "Rule Forcing Net", "", Extreme, 700, 85, Rules, Always, ["rfn"];
    TemplateSet, "Template Set", "1201", Extreme, 10000, 85, Houses, Asked, ["ts"];
    TemplateDelete, "Template Delete", "1202", Extreme, 10000, 85, Houses, Asked, ["td"];
    BruteForce, "Brute Force", "", Extreme, 10000, 200, Solution, Always, ["trial"];
}

impl Technique {
    /// Returns its name in HoDoKu.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// Returns its code in HoDoKu's library format: four or five digits, or nothing for [`Technique::BruteForce`] and
    /// for techniques that HoDoKu does not have.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.facts().code
    }

    /// Returns its names besides its own and its code.
    pub(crate) const fn other_names(self) -> &'static [&'static str] {
        self.facts().names
    }

    /// Returns the level of a puzzle that needs it and nothing harder.
    #[must_use]
    pub const fn level(self) -> Level {
        self.facts().level
    }

    /// Returns the score of a step.
    #[must_use]
    pub const fn score(self) -> u32 {
        self.facts().score
    }

    /// Returns false if it is tried only when it is asked for, as in HoDoKu's default settings.
    #[must_use]
    pub const fn is_default(self) -> bool {
        matches!(self.facts().tried, Tried::Always)
    }

    /// Returns the condition under which it is sound.
    #[must_use]
    pub const fn needs(self) -> Needs {
        self.facts().needs
    }

    /// Returns true if it requires houses that hold every digit. Boards with more digits than cells of a house have
    /// none.
    pub(crate) const fn needs_full_houses(self) -> bool {
        use Technique::{NakedSingle, RemotePair, XyChain, XyWing, XyzWing};
        matches!(self.needs(), Needs::Houses)
            && !matches!(self, NakedSingle | RemotePair | XyWing | XyzWing | XyChain)
    }

    /// Returns true if it requires that every cell is in one row, one column and one box or region, so that no two of a kind
    /// have cells in common. That is not so on boards of several grids, nor with blocked cells.
    pub(crate) const fn needs_square(self) -> bool {
        let is_of_any_houses = matches!(self.needs(), Needs::Rules | Needs::Cages | Needs::Solution)
            && !matches!(self, Technique::InniesOutiesOfHouses)
            || matches!(
                self,
                Technique::FullHouse
                    | Technique::NakedSingle
                    | Technique::HiddenSingle
                    | Technique::LockedPair
                    | Technique::LockedTriple
                    | Technique::Pointing
                    | Technique::Claiming
                    | Technique::NakedPair
                    | Technique::NakedTriple
                    | Technique::NakedQuadruple
                    | Technique::HiddenPair
                    | Technique::HiddenTriple
                    | Technique::HiddenQuadruple
                    | Technique::RemotePair
                    | Technique::WWing
                    | Technique::XyWing
                    | Technique::XyzWing
                    | Technique::SimpleColorsTrap
                    | Technique::SimpleColorsWrap
                    | Technique::MultiColors1
                    | Technique::MultiColors2
                    | Technique::XChain
                    | Technique::XyChain
                    | Technique::ContinuousNiceLoop
                    | Technique::DiscontinuousNiceLoop
                    | Technique::Aic
                    | Technique::GroupedContinuousNiceLoop
                    | Technique::GroupedDiscontinuousNiceLoop
                    | Technique::GroupedAic
                    | Technique::AlsXz
                    | Technique::AlsXyWing
                    | Technique::AlsChain
                    | Technique::DeathBlossom
                    | Technique::ForcingChainContradiction
                    | Technique::ForcingChainVerity
                    | Technique::ForcingNetContradiction
                    | Technique::ForcingNetVerity
            );
        !is_of_any_houses
    }

    /// Returns the least value of a step in Sudoku Explainer, or an approximation of it, in tenths. It orders the
    /// techniques in [`Order::Explainer`](crate::Order::Explainer); [`SeRating`](crate::SeRating) does not use it.
    #[must_use]
    pub const fn tenths(self) -> u32 {
        self.facts().tenths
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
