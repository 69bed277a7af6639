//! Tests that programs mean what their formats say, and that what cannot be expressed is refused with its place.

mod answers;
mod clauses;
mod programs;

use std::collections::BTreeSet;

use dlx_core::{Problem, Search};
use dlx_formats::{ReadError, ReadProgram};

/// The variables that are 1, by name, for each solution.
type Solutions = BTreeSet<Vec<String>>;

/// Returns the solutions of a program as its problem says them, and asserts that they differ.
fn solutions(problem: &Problem) -> Solutions {
    let covers: Vec<Vec<String>> = Search::new(problem)
        .into_iter()
        .map(|cover| {
            let first = |option| problem.name(problem.uses(option)[0].item).to_owned();
            let mut names: Vec<String> =
                cover.iter().map(|&option| first(option)).filter(|name| !name.starts_with('~')).collect();
            names.sort();
            names
        })
        .collect();
    let different: Solutions = covers.iter().cloned().collect();
    assert_eq!(different.len(), covers.len(), "a solution came twice");
    different
}

fn set(solutions: &[&str]) -> Solutions {
    solutions.iter().map(|names| names.split_whitespace().map(str::to_owned).collect()).collect()
}

/// Returns the place and the words of the error.
fn refused<T: std::fmt::Debug>(read: Result<T, ReadError>) -> (usize, usize, String) {
    match read {
        Err(ReadError::Invalid { line, column, kind }) => (line, column, kind.to_string()),
        other => panic!("not refused: {other:?}"),
    }
}

/// Returns the cost of the option of a variable.
fn cost(read: &ReadProgram, name: &str) -> String {
    let problem = &read.problem;
    let option = problem.options().find(|&option| problem.name(problem.uses(option)[0].item) == name);
    problem.decimal(problem.cost(option.expect("the variable is there"))).to_string()
}
