//! Tests that the files of `testdata/exact-cover` and `testdata/counts` have as many covers as `ANSWERS` says.

use std::collections::BTreeMap;
use std::fmt::{Debug, Display};
use std::fs;
use std::path::Path;
use std::str::FromStr;

use dlx_core::inner::Counting;
use dlx_core::text::knuth;
use dlx_core::{Count, Limits, Problem, Search, check};
use num_bigint::BigUint;

use crate::corpus;

/// Returns the lines of `ANSWERS`: a name, its count, and true for `slow`, if counting takes long without
/// optimization.
fn answers() -> BTreeMap<String, (u64, bool)> {
    answers_in(&corpus::directory())
}

fn answers_in<N: FromStr<Err: Display> + Debug + PartialEq>(directory: &Path) -> BTreeMap<String, (N, bool)> {
    let path = directory.join("ANSWERS");
    let lines = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut answers = BTreeMap::new();
    for line in lines.lines() {
        let (name, count, is_slow) = match line.split_whitespace().collect::<Vec<_>>()[..] {
            [name, count] => (name, count, false),
            [name, count, "slow"] => (name, count, true),
            _ => panic!("`{line}`: expected a name, a count, and perhaps `slow`"),
        };
        let count = count.parse().unwrap_or_else(|error| panic!("`{line}`: {error}"));
        let before = answers.insert(name.to_owned(), (count, is_slow));
        assert_eq!(before, None, "`{name}` has two answers");
    }
    answers
}

fn counts_are_as_answered(is_slow: bool) {
    let chosen: Vec<(String, u64)> = answers()
        .into_iter()
        .filter(|(_, (_, slow))| *slow == is_slow)
        .map(|(name, (count, _))| (name, count))
        .collect();
    assert!(!chosen.is_empty(), "no such files");
    for (name, count) in chosen {
        let mut search = Search::new(&corpus::problem(&name));
        assert_eq!(search.count(&mut Limits::none()), Count::Exact(count), "{name}");
    }
}

#[test]
fn quick_files_count_as_answered() {
    counts_are_as_answered(false);
}

#[test]
fn slow_files_count_as_answered() {
    counts_are_as_answered(true);
}

/// The counts of `testdata/counts`, on which other programs agree.
#[test]
fn counts_of_graphs_are_those_of_model_counters() {
    let directory = corpus::directory().join("../counts");
    let quick = answers_in::<BigUint>(&directory).into_iter().filter(|(_, (_, is_slow))| !is_slow);
    for (name, (count, _)) in quick {
        let text = fs::read(directory.join(&name).with_extension("dlx")).expect("an answer has a file");
        let problem = knuth::read(&*text).expect("the file is a problem");
        let counted = Counting::of(&problem).run(&mut Limits::none()).expect("nothing stops it");
        assert_eq!(counted.count, Count::Exact(count), "{name}");
    }
}

#[test]
fn every_file_has_an_answer_and_every_answer_a_file() {
    let entries = fs::read_dir(corpus::directory()).expect("the test data is there");
    let mut files: Vec<String> = entries
        .map(|entry| entry.expect("the directory can be read").file_name().to_string_lossy().into_owned())
        .filter(|name| name != "ANSWERS")
        .collect();
    files.sort();
    let answered: Vec<String> = answers().keys().map(|name| format!("{name}.dlx")).collect();
    assert_eq!(files, answered);
}

#[test]
fn the_first_covers_of_every_file_pass_the_check() {
    for name in answers().keys() {
        let problem = corpus::problem(name);
        for cover in Search::new(&problem).into_iter().take(100) {
            assert_eq!(check(&problem, &cover), Ok(()), "{name}");
        }
    }
}

#[test]
fn every_file_is_read_back_equal_after_writing() {
    for name in answers().keys() {
        let problem = corpus::problem(name);
        let mut written = Vec::new();
        knuth::write(&problem, &mut written).expect("a vector takes all that is written");
        let read: Problem = knuth::read(&*written).expect("what was written can be read");
        assert!(read == problem, "{name}");
    }
}
