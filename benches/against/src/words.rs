//! A word rectangle of generated pseudo-words: a problem with more colors and longer options than those of
//! `testdata`. It is generated because lists of real words are under copyright.

use std::collections::HashSet;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use anyhow::Result;
use benches::workloads::Workload;
use dlx_core::text::knuth;
use dlx_instances::words::{self, Repeats, WordList};

/// The number of covers, on which dlx-core, exact-covers and algoxcc agree.
const COVERS: u64 = 67;

/// Writes the problem into this directory: a rectangle of 5 rows and 5 columns from a list of 600 words.
pub fn write_into(directory: &Path) -> Result<Workload> {
    let list = WordList::of_text(&pseudo_words(600).join(" "));
    let problem = words::problem(5, 5, &list, &list, Repeats::Allowed)?;
    let path = directory.join("pseudo5x5_600.dlx");
    knuth::write(&problem, BufWriter::new(File::create(&path)?))?;
    Ok(Workload::with_answer(path, COVERS))
}

/// Returns this number of different pronounceable words of 5 letters, always the same ones.
fn pseudo_words(count: usize) -> Vec<String> {
    let mut random = Random { state: 1 };
    let mut seen = HashSet::new();
    let mut words = Vec::new();
    while words.len() < count {
        let shape = *random.one_of(&SHAPES);
        let word: String = shape.iter().map(|spellings| *random.one_of(spellings)).collect();
        if seen.insert(word.clone()) {
            words.push(word);
        }
    }
    words
}

/// The spellings of a sound; repeated entries are more frequent.
type Spellings = &'static [&'static str];

const VOWEL: Spellings =
    &["e", "e", "e", "e", "e", "e", "a", "a", "a", "a", "a", "o", "o", "o", "u", "i", "i", "i"];
const DIPHTHONG: Spellings = &["ea", "ou", "ai", "oo", "ee", "oa", "ie"];
const CONSONANT: Spellings = &[
    "s", "s", "s", "s", "r", "r", "r", "r", "t", "t", "t", "t", "l", "l", "l", "n", "n", "n", "d", "d", "c",
    "c", "h", "h", "g", "p", "p", "m", "m", "w", "b", "f", "k", "v",
];
/// Pairs of consonants at the beginning of a word.
const ONSET: Spellings =
    &["st", "sh", "th", "tr", "ch", "br", "cl", "gr", "pl", "sp", "fl", "cr", "dr", "bl", "wh", "sl"];
/// Pairs of consonants at the end of a word.
const CODA: Spellings =
    &["st", "nd", "rt", "ld", "ck", "ss", "ll", "rs", "ts", "th", "ch", "nt", "rd", "sh", "ns", "ds"];

/// The structures of words of 5 letters; repeated entries are more frequent.
const SHAPES: [&[Spellings]; 17] = [
    &[CONSONANT, VOWEL, CONSONANT, VOWEL, CONSONANT],
    &[CONSONANT, VOWEL, CONSONANT, VOWEL, CONSONANT],
    &[CONSONANT, VOWEL, CONSONANT, VOWEL, CONSONANT],
    &[CONSONANT, VOWEL, CONSONANT, VOWEL, CONSONANT],
    &[ONSET, VOWEL, CODA],
    &[ONSET, VOWEL, CODA],
    &[ONSET, VOWEL, CODA],
    &[CONSONANT, DIPHTHONG, CODA],
    &[CONSONANT, DIPHTHONG, CODA],
    &[ONSET, VOWEL, CONSONANT, VOWEL],
    &[ONSET, VOWEL, CONSONANT, VOWEL],
    &[ONSET, DIPHTHONG, CONSONANT],
    &[ONSET, DIPHTHONG, CONSONANT],
    &[CONSONANT, VOWEL, CODA, VOWEL],
    &[VOWEL, CODA, VOWEL, CONSONANT],
    &[CONSONANT, DIPHTHONG, CONSONANT, VOWEL],
    &[VOWEL, CONSONANT, VOWEL, CONSONANT, VOWEL],
];

/// The pseudorandom number generator splitmix64 (Steele, Lea and Flood, OOPSLA 2014).
struct Random {
    state: u64,
}

impl Random {
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn one_of<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        let sides = u64::try_from(from.len()).expect("a list has no more entries than that");
        let side = usize::try_from(self.next() % sides).expect("a list has more entries than that");
        &from[side]
    }
}
