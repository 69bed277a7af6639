//! The readers of problem files, and the writers.

use dlx_core::Problem;
use dlx_core::text::knuth;
use dlx_core::text::sparse::{self, Base};
use dlx_core::text::{dense, json};
use dlx_formats::answer::{self, Variables};
use dlx_formats::cnf::{self, AtMostOne};
use dlx_formats::{ReadProgram, WriteError, lp, mps, opb, partitioning};
use dlx_instances::xmpuzzle::Puzzle;

use crate::bytes::Bytes;
use crate::{assert_shown, text_of};

/// Reads a text as a problem in one of the formats, and writes the result in all formats.
///
/// # Panics
/// If a problem changes when it is written and read again, or a message has a control character.
pub fn problems(data: &[u8]) {
    let (head, input) = data.split_at(data.len().min(2));
    let mut head = Bytes::new(head);
    let format = head.byte() % 12;
    let primary = match head.byte() {
        count @ 0..16 => Some(usize::from(count)),
        _ => None,
    };
    // A first line may declare a million items, which takes a second: texts with numbers of six or more
    // digits are skipped.
    let longest = input.split(|byte| !byte.is_ascii_digit()).map(<[u8]>::len).max().unwrap_or(0);
    if format > 2 && longest > 5 {
        return;
    }
    let of_program = |read: Result<ReadProgram, dlx_formats::ReadError>| match read {
        Ok(read) => Ok(read.problem),
        Err(error) => Err(error.to_string()),
    };
    let problem = match format {
        0 => knuth::read(input).map_err(|error| error.to_string()),
        1 => json::read(input).map_err(|error| error.to_string()),
        2 => dense::read(input, primary).map_err(|error| error.to_string()),
        3 => sparse::read(input, Base::Zero, primary).map_err(|error| error.to_string()),
        4 => sparse::read(input, Base::One, primary).map_err(|error| error.to_string()),
        5 => of_program(lp::read(input)),
        6 => of_program(mps::read(input)),
        7 => of_program(opb::read(input)),
        8 => of_program(cnf::read(input)),
        9 => partitioning::read(input).map_err(|error| error.to_string()),
        10 => return packings(input),
        _ => {
            let problem = Problem::builder().primary(["a"]).option(["a"]).option(["a"]).build();
            let problem = problem.expect("it is small");
            let read = answer::read(&problem, Variables::Written, input);
            return assert_shown(&read.map_or_else(|error| error.to_string(), |_| String::new()));
        }
    };
    match problem {
        Ok(problem) => written_and_read(&problem),
        Err(message) => assert_shown(&message),
    }
}

/// Reads the packings of a file of BurrTools, and writes the file and its packings.
fn packings(input: &[u8]) {
    let puzzle = match Puzzle::read(input) {
        Ok(puzzle) => puzzle,
        Err(error) => return assert_shown(&error.to_string()),
    };
    let mut written = Vec::new();
    puzzle.write(&mut written).expect("memory can be written");
    assert_eq!(Puzzle::read(&written[..]).expect("what was written can be read"), puzzle);
    for index in 0..puzzle.problem_count().min(4) {
        let packing = match puzzle.problem(index) {
            Ok(packing) => packing,
            Err(error) => {
                assert_shown(&error.to_string());
                continue;
            }
        };
        if packing.problem.use_count() < 1000 {
            written_and_read(&packing.problem);
        }
        match Puzzle::of_packing(&packing.problem, &packing.geometry) {
            // The names of pieces without one may be others.
            Ok(again) => {
                let again = again.problem(0).expect("what was written can be read");
                assert_eq!(again.problem.option_count(), packing.problem.option_count());
            }
            Err(error) => assert_shown(&error.to_string()),
        }
    }
}

fn written_and_read(problem: &Problem) {
    let mut written = Vec::new();
    // Knuth's text has a line of primary items, which cannot be empty.
    match knuth::write(problem, &mut written) {
        Ok(()) => {
            let again = knuth::read(&written[..]).expect("what was written can be read");
            assert!(again == *problem, "another problem after Knuth's text:\n{}", text_of(&written));
        }
        Err(error) => assert!(problem.primary_count() == 0, "{error}"),
    }
    written.clear();
    json::write(problem, &mut written).expect("JSON carries everything");
    let again = json::read(&written[..]).expect("what was written can be read");
    assert!(again == *problem, "another problem after JSON:\n{}", text_of(&written));
    assert_eq!(again.digest(), problem.digest());
    for base in [Base::Zero, Base::One] {
        written.clear();
        if sparse::write(problem, base, &mut written).is_ok() {
            let again = sparse::read(&written[..], base, None).expect("what was written can be read");
            assert!(is_alike(&again, problem), "\n{}", text_of(&written));
        }
    }
    written.clear();
    if dense::write(problem, &mut written).is_ok() {
        let again = dense::read(&written[..], None).expect("what was written can be read");
        assert_eq!(again.option_count(), problem.option_count());
        let mut twice = Vec::new();
        dense::write(&again, &mut twice).expect("it was written before");
        assert!(twice == written, "another matrix:\n{}", text_of(&written));
    }
    // The exports for other solvers grow with the bounds and with the number of options of an item.
    let bounds = problem.items().take(problem.primary_count()).map(|item| problem.bounds(item));
    let times: u64 = bounds.map(|bounds| u64::from(bounds.low.max(1)) + u64::from(bounds.high.min(64))).sum();
    if problem.use_count() < 100 && times < 100 {
        let encodings = [AtMostOne::Pairwise, AtMostOne::Sequential, AtMostOne::Product, AtMostOne::Binary];
        for how in encodings.into_iter().filter(|_| !problem.is_weighted()) {
            solvers_text(|output| cnf::write(problem, how, u64::MAX, output));
        }
        solvers_text(|output| opb::write(problem, output));
        solvers_text(|output| lp::write(problem, output));
        solvers_text(|output| mps::write(problem, output));
    }
}

/// Returns true if two problems are equal except for the names of their items.
fn is_alike(one: &Problem, other: &Problem) -> bool {
    one.item_count() == other.item_count()
        && one.primary_count() == other.primary_count()
        && one.options().eq(other.options())
        && one.options().all(|option| one.uses(option) == other.uses(option))
}

/// Checks that an export for another solver is lines of text, and that names cannot add lines.
fn solvers_text(write: impl FnOnce(&mut Vec<u8>) -> Result<(), WriteError>) {
    let mut output = Vec::new();
    write(&mut output).expect("the format carries the problem");
    let text = String::from_utf8(output).expect("it is UTF-8");
    assert!(text.ends_with('\n'));
    assert!(!text.chars().any(|character| character.is_control() && character != '\n'), "{text:?}");
}
