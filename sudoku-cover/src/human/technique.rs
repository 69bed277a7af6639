//! The techniques by name, with HoDoKu's codes, levels and scores, and the order in which they are tried.
//!
//! Names, codes, levels, scores and order are those of HoDoKu's default settings; codes are those of its
//! library format. The last column is the value of the technique, or of one with the same effect, in Sudoku
//! Explainer; a [`Rating`](crate::Rating) computed from it is an approximation.

use std::fmt;

use serde::Deserialize;

/// The difficulty of a step or a puzzle, as HoDoKu defines it. Displayed as `Easy`, `Medium`, `Hard`,
/// `Unfair`, `Extreme`, and read as the same words in lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
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
        fmt::Debug::fmt(self, f)
    }
}

/// The condition on a board and a puzzle for a technique to be sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Needs {
    /// Houses of any shape: the technique is sound on every variant.
    Houses,
    /// No rules besides rows, columns and boxes, and a proof that the solution is unique.
    OneSolution,
    /// The solution itself.
    Solution,
}

macro_rules! techniques {
    ($($name:ident, $words:literal, $code:literal, $level:ident, $score:literal, $se:literal, $needs:ident;)*) => {
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
                        name: $words, code: $code, level: Level::$level, score: $score, tenths: $se, needs: Needs::$needs,
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
    /// Value in Sudoku Explainer, in tenths.
    tenths: u32,
    needs: Needs,
}

techniques! {
    FullHouse, "Full House", "0000", Easy, 4, 10, Houses;
    NakedSingle, "Naked Single", "0003", Easy, 4, 23, Houses;
    HiddenSingle, "Hidden Single", "0002", Easy, 14, 15, Houses;
    LockedPair, "Locked Pair", "0110", Medium, 40, 30, Houses;
    LockedTriple, "Locked Triple", "0111", Medium, 60, 36, Houses;
    Pointing, "Locked Candidates Type 1 (Pointing)", "0100", Medium, 50, 26, Houses;
    Claiming, "Locked Candidates Type 2 (Claiming)", "0101", Medium, 50, 28, Houses;
    NakedPair, "Naked Pair", "0200", Medium, 60, 30, Houses;
    NakedTriple, "Naked Triple", "0201", Medium, 80, 36, Houses;
    HiddenPair, "Hidden Pair", "0210", Medium, 70, 34, Houses;
    HiddenTriple, "Hidden Triple", "0211", Medium, 100, 40, Houses;
    NakedQuadruple, "Naked Quadruple", "0202", Hard, 120, 50, Houses;
    HiddenQuadruple, "Hidden Quadruple", "0212", Hard, 150, 54, Houses;
    XWing, "X-Wing", "0300", Hard, 140, 32, Houses;
    Swordfish, "Swordfish", "0301", Hard, 150, 38, Houses;
    Jellyfish, "Jellyfish", "0302", Hard, 160, 52, Houses;
    RemotePair, "Remote Pair", "0703", Hard, 110, 66, Houses;
    BugPlusOne, "Bivalue Universal Grave + 1", "0610", Hard, 100, 56, OneSolution;
    Skyscraper, "Skyscraper", "0400", Hard, 130, 66, Houses;
    TwoStringKite, "2-String Kite", "0401", Hard, 150, 66, Houses;
    TurbotFish, "Turbot Fish", "0403", Hard, 120, 66, Houses;
    EmptyRectangle, "Empty Rectangle", "0402", Hard, 120, 66, Houses;
    WWing, "W-Wing", "0803", Hard, 150, 66, Houses;
    XyWing, "XY-Wing", "0800", Hard, 160, 42, Houses;
    XyzWing, "XYZ-Wing", "0801", Hard, 180, 44, Houses;
    UniquenessTest1, "Uniqueness Test 1", "0600", Hard, 100, 45, OneSolution;
    UniquenessTest2, "Uniqueness Test 2", "0601", Hard, 100, 45, OneSolution;
    UniquenessTest3, "Uniqueness Test 3", "0602", Hard, 100, 46, OneSolution;
    UniquenessTest4, "Uniqueness Test 4", "0603", Hard, 100, 45, OneSolution;
    UniquenessTest5, "Uniqueness Test 5", "0604", Hard, 100, 45, OneSolution;
    UniquenessTest6, "Uniqueness Test 6", "0605", Hard, 100, 45, OneSolution;
    HiddenRectangle, "Hidden Rectangle", "0606", Hard, 100, 48, OneSolution;
    AvoidableRectangle1, "Avoidable Rectangle 1", "0607", Hard, 100, 48, OneSolution;
    AvoidableRectangle2, "Avoidable Rectangle 2", "0608", Hard, 100, 48, OneSolution;
    FinnedXWing, "Finned X-Wing", "0310", Hard, 130, 66, Houses;
    SashimiXWing, "Sashimi X-Wing", "0320", Hard, 150, 66, Houses;
    FinnedSwordfish, "Finned Swordfish", "0311", Unfair, 200, 70, Houses;
    SashimiSwordfish, "Sashimi Swordfish", "0321", Unfair, 240, 70, Houses;
    FinnedJellyfish, "Finned Jellyfish", "0312", Unfair, 250, 72, Houses;
    SashimiJellyfish, "Sashimi Jellyfish", "0322", Unfair, 260, 72, Houses;
    SueDeCoq, "Sue de Coq", "1101", Unfair, 250, 50, Houses;
    SimpleColorsTrap, "Simple Colors Trap", "0500", Hard, 150, 66, Houses;
    SimpleColorsWrap, "Simple Colors Wrap", "0501", Hard, 150, 66, Houses;
    MultiColors1, "Multi Colors 1", "0502", Hard, 200, 67, Houses;
    MultiColors2, "Multi Colors 2", "0503", Hard, 200, 67, Houses;
    XChain, "X-Chain", "0701", Unfair, 260, 66, Houses;
    XyChain, "XY-Chain", "0702", Unfair, 260, 70, Houses;
    ContinuousNiceLoop, "Continuous Nice Loop", "0706", Unfair, 280, 70, Houses;
    DiscontinuousNiceLoop, "Discontinuous Nice Loop", "0707", Unfair, 280, 70, Houses;
    Aic, "AIC", "0708", Unfair, 280, 70, Houses;
    GroupedContinuousNiceLoop, "Grouped Continuous Nice Loop", "0709", Unfair, 300, 70, Houses;
    GroupedDiscontinuousNiceLoop, "Grouped Discontinuous Nice Loop", "0710", Unfair, 300, 70, Houses;
    GroupedAic, "Grouped AIC", "0711", Unfair, 300, 70, Houses;
    AlsXz, "Almost Locked Set XZ-Rule", "0901", Unfair, 300, 75, Houses;
    AlsXyWing, "Almost Locked Set XY-Wing", "0902", Unfair, 320, 75, Houses;
    AlsChain, "Almost Locked Set Chain", "0903", Unfair, 340, 75, Houses;
    ForcingChainContradiction, "Forcing Chain Contradiction", "1301", Extreme, 500, 80, Houses;
    ForcingChainVerity, "Forcing Chain Verity", "1302", Extreme, 500, 80, Houses;
    ForcingNetContradiction, "Forcing Net Contradiction", "1303", Extreme, 700, 85, Houses;
    BruteForce, "Brute Force", "", Extreme, 10000, 200, Solution;
}

impl Technique {
    /// Returns its name in HoDoKu.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// Returns its code in HoDoKu's library format: four digits, or nothing for [`Technique::BruteForce`],
    /// which has none here.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.facts().code
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

    /// Returns the condition under which it is sound.
    #[must_use]
    pub const fn needs(self) -> Needs {
        self.facts().needs
    }

    /// Returns the least value of a step in the approximation of Sudoku Explainer's rating, in tenths.
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
