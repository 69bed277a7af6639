//! Names and abbreviations of techniques, and the nearest one for an unknown name.
//!
//! A technique has its name, its code in HoDoKu's library, and the names below, some of which mean several
//! techniques. Case, spaces, hyphens and other punctuation are ignored.

use dlx_core::inner::nearest;
use thiserror::Error;

use crate::human::technique::Technique::{self, *};
use crate::model::unexpected::suggestion;

/// An unknown name of a technique.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown technique `{found}`{}", suggestion(.nearest.as_deref()))]
pub struct UnknownTechnique {
    /// The name found.
    pub found: String,
    /// The nearest known name, if one is near.
    pub nearest: Option<String>,
}

/// Names besides those of the techniques themselves. The short ones are those of HoDoKu's library tools.
const NAMES: &[(&[&str], &[Technique])] = &[
    (&["fh", "last-digit"], &[FullHouse]),
    (&["n1", "sole-candidate"], &[NakedSingle]),
    (&["h1", "pinned-digit"], &[HiddenSingle]),
    (&["single"], &[NakedSingle, HiddenSingle]),
    (&["cage-last", "last-in-cage"], &[CageSingle]),
    (&["combinations", "combos"], &[CageCombinations]),
    (&["innies", "outies", "rule-of-45"], &[InniesOuties, InniesOutiesOfHouses]),
    (&["cpe", "common-peers"], &[CommonPeers]),
    (&["cage-locked-candidates"], &[CagePointing, CageClaiming]),
    (
        &["cage", "killer"],
        &[CageSingle, CageCombinations, InniesOuties, CagePointing, CageClaiming, InniesOutiesOfHouses],
    ),
    (&["l2"], &[LockedPair]),
    (&["l3"], &[LockedTriple]),
    (&["lc1", "pointing", "pointing-pair"], &[Pointing]),
    (&["lc2", "claiming", "box-line-reduction"], &[Claiming]),
    (&["locked-candidates", "intersection"], &[Pointing, Claiming]),
    (&["n2"], &[NakedPair]),
    (&["n3", "naked-triplet"], &[NakedTriple]),
    (&["n4", "naked-quad"], &[NakedQuadruple]),
    (&["h2"], &[HiddenPair]),
    (&["h3", "hidden-triplet"], &[HiddenTriple]),
    (&["h4", "hidden-quad"], &[HiddenQuadruple]),
    (&["bf2"], &[XWing]),
    (&["bf3"], &[Swordfish]),
    (&["bf4"], &[Jellyfish]),
    (&["bf5"], &[Squirmbag]),
    (&["bf6"], &[Whale]),
    (&["bf7"], &[Leviathan]),
    (&["fish"], &[XWing, Swordfish, Jellyfish]),
    (&["fbf2"], &[FinnedXWing]),
    (&["sbf2"], &[SashimiXWing]),
    (&["fbf3"], &[FinnedSwordfish]),
    (&["sbf3"], &[SashimiSwordfish]),
    (&["fbf4"], &[FinnedJellyfish]),
    (&["sbf4"], &[SashimiJellyfish]),
    (
        &["finned-fish"],
        &[FinnedXWing, SashimiXWing, FinnedSwordfish, SashimiSwordfish, FinnedJellyfish, SashimiJellyfish],
    ),
    (&["fbf5"], &[FinnedSquirmbag]),
    (&["sbf5"], &[SashimiSquirmbag]),
    (&["fbf6"], &[FinnedWhale]),
    (&["sbf6"], &[SashimiWhale]),
    (&["fbf7"], &[FinnedLeviathan]),
    (&["sbf7"], &[SashimiLeviathan]),
    (&["ff2"], &[FrankenXWing]),
    (&["ff3"], &[FrankenSwordfish]),
    (&["ff4"], &[FrankenJellyfish]),
    (&["ff5"], &[FrankenSquirmbag]),
    (&["ff6"], &[FrankenWhale]),
    (&["ff7"], &[FrankenLeviathan]),
    (&["fff2"], &[FinnedFrankenXWing]),
    (&["fff3"], &[FinnedFrankenSwordfish]),
    (&["fff4"], &[FinnedFrankenJellyfish]),
    (&["fff5"], &[FinnedFrankenSquirmbag]),
    (&["fff6"], &[FinnedFrankenWhale]),
    (&["fff7"], &[FinnedFrankenLeviathan]),
    (&["mf2"], &[MutantXWing]),
    (&["mf3"], &[MutantSwordfish]),
    (&["mf4"], &[MutantJellyfish]),
    (&["mf5"], &[MutantSquirmbag]),
    (&["mf6"], &[MutantWhale]),
    (&["mf7"], &[MutantLeviathan]),
    (&["fmf2"], &[FinnedMutantXWing]),
    (&["fmf3"], &[FinnedMutantSwordfish]),
    (&["fmf4"], &[FinnedMutantJellyfish]),
    (&["fmf5"], &[FinnedMutantSquirmbag]),
    (&["fmf6"], &[FinnedMutantWhale]),
    (&["fmf7"], &[FinnedMutantLeviathan]),
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
    (&["kf1"], &[KrakenFishType1]),
    (&["kf2"], &[KrakenFishType2]),
    (&["kf", "kraken-fish"], &[KrakenFishType1, KrakenFishType2]),
    (&["rp"], &[RemotePair]),
    (&["bug1", "bug"], &[BugPlusOne]),
    (&["sk"], &[Skyscraper]),
    (&["d2sk", "dual-kite", "dual-two-string-kite"], &[DualTwoStringKite]),
    (&["2sk", "kite", "two-string-kite"], &[TwoStringKite]),
    (&["tf", "turbot"], &[TurbotFish]),
    (&["er"], &[EmptyRectangle]),
    (&["der"], &[DualEmptyRectangle]),
    (&["w"], &[WWing]),
    (&["xy", "y-wing"], &[XyWing]),
    (&["xyz"], &[XyzWing]),
    (&["wing"], &[WWing, XyWing, XyzWing]),
    (&["u1"], &[UniquenessTest1]),
    (&["u2"], &[UniquenessTest2]),
    (&["u3"], &[UniquenessTest3]),
    (&["u4"], &[UniquenessTest4]),
    (&["u5"], &[UniquenessTest5]),
    (&["u6"], &[UniquenessTest6]),
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
    (&["hr"], &[HiddenRectangle]),
    (&["ar1"], &[AvoidableRectangle1]),
    (&["ar2"], &[AvoidableRectangle2]),
    (&["avoidable-rectangle"], &[AvoidableRectangle1, AvoidableRectangle2]),
    (&["sdc"], &[SueDeCoq]),
    (&["sc", "simple-colors", "simple-coloring"], &[SimpleColorsTrap, SimpleColorsWrap]),
    (&["mc", "multi-colors", "multi-coloring"], &[MultiColors1, MultiColors2]),
    (&["x"], &[XChain]),
    (&["xyc"], &[XyChain]),
    (&["cnl"], &[ContinuousNiceLoop]),
    (&["dnl"], &[DiscontinuousNiceLoop]),
    (&["gcnl"], &[GroupedContinuousNiceLoop]),
    (&["gdnl"], &[GroupedDiscontinuousNiceLoop]),
    (&["gaic"], &[GroupedAic]),
    (&["nl"], &[ContinuousNiceLoop, DiscontinuousNiceLoop, Aic]),
    (&["nice-loop"], &[ContinuousNiceLoop, DiscontinuousNiceLoop]),
    (&["gnl"], &[GroupedContinuousNiceLoop, GroupedDiscontinuousNiceLoop, GroupedAic]),
    (&["grouped-nice-loop"], &[GroupedContinuousNiceLoop, GroupedDiscontinuousNiceLoop]),
    (&["axz", "als-xz"], &[AlsXz]),
    (&["axy", "als-xy-wing"], &[AlsXyWing]),
    (&["ach", "als-chain"], &[AlsChain]),
    (&["db"], &[DeathBlossom]),
    (&["als"], &[AlsXz, AlsXyWing, AlsChain]),
    (&["fcc"], &[ForcingChainContradiction]),
    (&["fcv"], &[ForcingChainVerity]),
    (&["fnc"], &[ForcingNetContradiction]),
    (&["fnv"], &[ForcingNetVerity]),
    (&["fc", "forcing-chain"], &[ForcingChainContradiction, ForcingChainVerity]),
    (&["fn", "forcing-net"], &[ForcingNetContradiction, ForcingNetVerity]),
    (&["ts"], &[TemplateSet]),
    (&["td"], &[TemplateDelete]),
    (&["template"], &[TemplateSet, TemplateDelete]),
    (&["trial"], &[BruteForce]),
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
            letters(technique.name()) == asked || (!technique.code().is_empty() && technique.code() == word)
        });
        if let Some(&technique) = own {
            return Ok(vec![technique]);
        }
        match NAMES.iter().find(|(names, _)| names.iter().any(|name| letters(name) == asked)) {
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

/// Returns the name that is spelled most like a word, if one is like it.
fn nearest_name(word: &str) -> Option<String> {
    let words: Vec<String> = Technique::ALL.iter().map(|technique| technique.word()).collect();
    let others = NAMES.iter().flat_map(|(names, _)| *names).copied();
    nearest(&word.to_lowercase(), words.iter().map(String::as_str).chain(others)).map(str::to_owned)
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
        let mut names: Vec<String> =
            NAMES.iter().flat_map(|(names, _)| *names).map(|name| letters(name)).collect();
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
