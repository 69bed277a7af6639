//! Tests that every workload exists and has an answer.

use std::collections::HashSet;
use std::fs;

use benches::workloads::{self, PuzzleList, Workload};
use dlx_core::{Count, Limits, Search};

#[test]
fn every_answer_has_its_problem_and_every_problem_its_answer() {
    let workloads = workloads::exact_covers().expect("testdata has its answers");
    let answered: HashSet<_> = workloads.iter().map(|workload| workload.path.clone()).collect();
    assert_eq!(answered.len(), workloads.len(), "a name is answered twice");
    let directory =
        workloads.first().and_then(|workload| workload.path.parent()).expect("there are workloads");
    let files: HashSet<_> = fs::read_dir(directory)
        .expect("testdata can be listed")
        .map(|entry| entry.expect("testdata can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "dlx"))
        .collect();
    assert_eq!(answered, files);
    for workload in &workloads {
        let problem = workload.problem().unwrap_or_else(|error| panic!("{error}"));
        assert!(problem.option_count() > 0, "{}", workload.name);
        assert_eq!(Workload::of_file(&workload.path).expect("it is answered"), *workload);
    }
}

#[test]
fn problems_of_the_literature_can_be_made_and_are_known() {
    let many = workloads::many_covers().expect("all can be made");
    let unlike = workloads::unlike_covers().expect("all can be made");
    let mut names: Vec<&str> = many.iter().chain(&unlike).map(|instance| instance.name).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "a name is used twice");
}

#[test]
fn small_problems_have_as_many_covers_as_answered() {
    let workloads = workloads::exact_covers().expect("testdata has its answers");
    let small = workloads.into_iter().filter(|workload| workload.covers <= 20_000);
    for workload in small {
        let problem = workload.problem().unwrap_or_else(|error| panic!("{error}"));
        // Of the two counts, only that of the covers is small for pent6x10.
        match Search::new(&problem).count(&mut Limits::none().nodes(2_000_000)) {
            Count::Exact(count) => assert_eq!(count, workload.covers, "{}", workload.name),
            Count::AtLeast(count, _) => assert!(count <= workload.covers, "{}", workload.name),
        }
    }
}

#[test]
fn puzzle_files_hold_puzzles() {
    let lists = workloads::puzzle_lists().into_iter().chain(workloads::puzzle_lists_of_other_sides());
    for PuzzleList { path: file, .. } in lists {
        let puzzles = workloads::puzzles(&file).unwrap_or_else(|error| panic!("{error}"));
        assert!(!puzzles.is_empty(), "{}", file.display());
    }
}
