//! Names and abbreviations of techniques, and the nearest one for an unknown name.
//!
//! A technique has its name, its code in HoDoKu's library, and the names in its line of `techniques!`. The names below
//! mean several techniques. Case, spaces, hyphens and other punctuation are ignored.

use dlx_core::inner::{nearest, suggestion};
use thiserror::Error;

use crate::human::technique::Technique::{self, *};

/// An unknown name of a technique.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown technique `{found}`{}", suggestion(.nearest.as_deref()))]
pub struct UnknownTechnique {
    /// The name found.
    pub found: String,
    /// The nearest known name, if one is near.
    pub nearest: Option<String>,
}

/// Names that mean several techniques.
const FAMILIES: &[(&[&str], &[Technique])] = &[
    (&["single"], &[NakedSingle, HiddenSingle]),
    (&["innies", "outies", "rule-of-45"], &[InniesOuties, InniesOutiesOfHouses]),
    (&["cage-locked-candidates"], &[CagePointing, CageClaiming]),
    (
        &["cage", "killer"],
        &[CageSingle, CageCombinations, InniesOuties, CagePointing, CageClaiming, InniesOutiesOfHouses],
    ),
    (
        &["rule", "rules"],
        &[RuleCombinations, RuleAndPeers, RulePointing, RuleInHouse, RulesOfHouse, RuleForcingNet],
    ),
    (&["locked-candidates", "intersection"], &[Pointing, Claiming]),
    (&["fish"], &[XWing, Swordfish, Jellyfish]),
    (
        &["finned-fish"],
        &[FinnedXWing, SashimiXWing, FinnedSwordfish, SashimiSwordfish, FinnedJellyfish, SashimiJellyfish],
    ),
    (
        &["franken-fish"],
        &[FrankenXWing, FrankenSwordfish, FrankenJellyfish, FrankenSquirmbag, FrankenWhale, FrankenLeviathan],
    ),
    (
        &["finned-franken-fish"],
        &[
            FinnedFrankenXWing,
            FinnedFrankenSwordfish,
            FinnedFrankenJellyfish,
            FinnedFrankenSquirmbag,
            FinnedFrankenWhale,
            FinnedFrankenLeviathan,
        ],
    ),
    (
        &["mutant-fish"],
        &[MutantXWing, MutantSwordfish, MutantJellyfish, MutantSquirmbag, MutantWhale, MutantLeviathan],
    ),
    (
        &["finned-mutant-fish"],
        &[
            FinnedMutantXWing,
            FinnedMutantSwordfish,
            FinnedMutantJellyfish,
            FinnedMutantSquirmbag,
            FinnedMutantWhale,
            FinnedMutantLeviathan,
        ],
    ),
    (
        &["siamese-fish"],
        &[
            SiameseFinnedXWing,
            SiameseFinnedSwordfish,
            SiameseFinnedJellyfish,
            SiameseSashimiXWing,
            SiameseSashimiSwordfish,
            SiameseSashimiJellyfish,
            SiameseFinnedFrankenXWing,
            SiameseFinnedFrankenSwordfish,
            SiameseFinnedFrankenJellyfish,
            SiameseFinnedMutantXWing,
            SiameseFinnedMutantSwordfish,
            SiameseFinnedMutantJellyfish,
        ],
    ),
    (&["kf", "kraken-fish"], &[KrakenFishType1, KrakenFishType2]),
    (&["wing"], &[WWing, XyWing, XyzWing]),
    (
        &["unique-rectangle"],
        &[
            UniquenessTest1,
            UniquenessTest2,
            UniquenessTest3,
            UniquenessTest4,
            UniquenessTest5,
            UniquenessTest6,
        ],
    ),
    (&["avoidable-rectangle"], &[AvoidableRectangle1, AvoidableRectangle2]),
    (&["sc", "simple-colors", "simple-coloring"], &[SimpleColorsTrap, SimpleColorsWrap]),
    (&["mc", "multi-colors", "multi-coloring"], &[MultiColors1, MultiColors2]),
    (&["nl"], &[ContinuousNiceLoop, DiscontinuousNiceLoop, Aic]),
    (&["nice-loop"], &[ContinuousNiceLoop, DiscontinuousNiceLoop]),
    (&["gnl"], &[GroupedContinuousNiceLoop, GroupedDiscontinuousNiceLoop, GroupedAic]),
    (&["grouped-nice-loop"], &[GroupedContinuousNiceLoop, GroupedDiscontinuousNiceLoop]),
    (&["als"], &[AlsXz, AlsXyWing, AlsChain]),
    (&["fw", "fireworks"], &[FireworkTriple, FireworkQuadruple]),
    (
        &["exotic"],
        &[
            FireworkTriple,
            FireworkQuadruple,
            BrokenWing,
            BivalueOddagon,
            Tridagon,
            SkLoop,
            MultiSectorLockedSet,
            JuniorExocet,
        ],
    ),
    (&["fc", "forcing-chain"], &[ForcingChainContradiction, ForcingChainVerity]),
    (&["fn", "forcing-net"], &[ForcingNetContradiction, ForcingNetVerity]),
    (&["template"], &[TemplateSet, TemplateDelete]),
];

/// Returns the significant characters of a name.
fn letters(name: &str) -> String {
    name.chars().filter(|sign| sign.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

impl Technique {
    /// Returns the techniques of this name: usually one, several if the name means a family.
    ///
    /// ```
    /// use sudoku_cover::Technique;
    ///
    /// assert_eq!(Technique::named("x-wing"), Ok(vec![Technique::XWing]));
    /// assert_eq!(Technique::named("Simple Colors").map(|all| all.len()), Ok(2));
    /// let unknown = Technique::named("x-wign").expect_err("it is misspelled");
    /// assert_eq!(unknown.to_string(), "unknown technique `x-wign`; did you mean `x-wing`?");
    /// ```
    ///
    /// # Errors
    /// An unknown name, with the nearest known one.
    pub fn named(word: &str) -> Result<Vec<Technique>, UnknownTechnique> {
        let asked = letters(word);
        let own = Technique::ALL.iter().find(|technique| {
            letters(technique.name()) == asked
                || (!technique.code().is_empty() && technique.code() == word)
                || technique.other_names().iter().any(|name| letters(name) == asked)
        });
        if let Some(&technique) = own {
            return Ok(vec![technique]);
        }
        match FAMILIES.iter().find(|(names, _)| names.iter().any(|name| letters(name) == asked)) {
            Some((_, techniques)) => Ok(techniques.to_vec()),
            None => Err(UnknownTechnique { found: word.to_owned(), nearest: nearest_name(word) }),
        }
    }

    /// Returns its name as a word on a command line, such as `x-wing`.
    #[must_use]
    pub fn word(self) -> String {
        let words: Vec<String> =
            self.name().split(|sign: char| !sign.is_alphanumeric()).map(str::to_lowercase).collect();
        words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
    }
}

/// Returns all names besides those of the techniques themselves.
fn other_names<'n>() -> impl Iterator<Item = &'n str> {
    let own = Technique::ALL.iter().flat_map(|technique| technique.other_names());
    own.chain(FAMILIES.iter().flat_map(|(names, _)| *names)).copied()
}

/// Returns the name that is spelled most like a word, if one is like it.
fn nearest_name(word: &str) -> Option<String> {
    let words: Vec<String> = Technique::ALL.iter().map(|technique| technique.word()).collect();
    nearest(&word.to_lowercase(), words.iter().map(String::as_str).chain(other_names())).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_technique_is_named_by_its_name_its_word_and_its_code() {
        for &technique in Technique::ALL {
            assert_eq!(Technique::named(technique.name()), Ok(vec![technique]));
            assert_eq!(Technique::named(&technique.word()), Ok(vec![technique]));
            if !technique.code().is_empty() {
                assert_eq!(Technique::named(technique.code()), Ok(vec![technique]));
            }
        }
    }

    #[test]
    fn no_other_name_is_that_of_two_entries() {
        let mut names: Vec<String> = other_names().map(letters).collect();
        names.extend(Technique::ALL.iter().map(|technique| letters(technique.name())));
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn misspelled_words_get_the_nearest_name_and_nonsense_none() {
        for (word, nearest) in [
            ("swordfsh", Some("swordfish")),
            ("skyscrapper", Some("skyscraper")),
            ("hello world", None),
            ("", None),
        ] {
            let error = Technique::named(word).unwrap_err();
            assert_eq!(error.nearest.as_deref(), nearest, "{word}");
        }
    }
}
