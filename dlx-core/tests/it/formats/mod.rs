//! Tests that problems are read back from the formats that are read and written, and that solvers find
//! exactly the covers of the enumeration in the texts that are only written.

#![allow(
    clippy::needless_pass_by_value,
    reason = "quickcheck hands the arguments of a property over by value"
)]

use std::collections::BTreeSet;

use dlx_core::text::knuth;
use dlx_core::text::sparse::{self, Base};
use dlx_core::text::{Feature, WriteError, dense, json};
use dlx_core::{Bounds, ItemId, ItemKind, Mention, OptionId, Problem, Search};
use dlx_formats::cnf::{self, AtMostOne};
use dlx_formats::{ReadProgram, lp, mps, opb};

mod dimacs;
mod program;

use crate::random::{Rich, Sketch, hold};
use dimacs::Dimacs;
use program::Program;

use crate::corpus;

use crate::naive;

const ENCODINGS: [AtMostOne; 4] =
    [AtMostOne::Pairwise, AtMostOne::Sequential, AtMostOne::Product, AtMostOne::Binary];

/// Sets of options, each ascending.
type Sets = BTreeSet<Vec<usize>>;

/// Returns the covers, by enumeration.
fn covers(problem: &Problem) -> Sets {
    let covers = naive::covers(problem, &[], &[]).into_iter();
    covers.map(|cover| cover.into_iter().map(OptionId::index).collect()).collect()
}

/// Returns the least cost of a cover, if there is one.
fn least_cost(problem: &Problem, covers: &Sets) -> Option<i128> {
    let cost = |cover: &Vec<usize>| cover.iter().map(|&option| problem.cost(OptionId::new(option))).sum();
    covers.iter().map(cost).min()
}

fn written<E: std::fmt::Debug>(write: impl FnOnce(&mut Vec<u8>) -> Result<(), E>) -> String {
    let mut bytes = Vec::new();
    write(&mut bytes).expect("the format carries the problem, and a vector takes all that is written");
    String::from_utf8(bytes).expect("what is written is UTF-8")
}

/// Items by kind and bounds, and options by their items and cost.
type Nameless = (Vec<(ItemKind, Bounds)>, Vec<(Vec<ItemId>, i128)>);

/// Returns everything except the names of a problem without colors.
fn without_names(problem: &Problem) -> Nameless {
    let items = problem.items().map(|item| (problem.kind(item), problem.bounds(item)));
    let uses = |option| problem.uses(option).iter().map(|used| used.item).collect();
    let options = problem.options().map(|option| (uses(option), problem.cost(option)));
    (items.collect(), options.collect())
}

/// Returns the reason why a format refuses a problem.
fn refused(write: impl FnOnce(&mut Vec<u8>) -> Result<(), WriteError>) -> Feature {
    let mut bytes = Vec::new();
    match write(&mut bytes) {
        Err(WriteError::Unsupported { feature, .. }) => {
            assert!(bytes.is_empty(), "part of a problem was written before it was refused");
            feature
        }
        other => panic!("not refused: {other:?}"),
    }
}

/// Returns the problem with the items of each option in ascending order, the only order of a matrix.
fn sorted(problem: &Problem) -> Problem {
    let mut builder = Problem::builder();
    for item in problem.items() {
        match problem.kind(item) {
            ItemKind::Primary => builder.primary([problem.name(item)]),
            ItemKind::Secondary => builder.secondary([problem.name(item)]),
        };
    }
    for option in problem.options() {
        let mut items: Vec<ItemId> = problem.uses(option).iter().map(|used| used.item).collect();
        items.sort();
        builder.option(items);
    }
    builder.build().expect("the problem is only sorted")
}

/// Returns the problem without its colors.
fn plain(problem: &Problem) -> Problem {
    let mut builder = Problem::builder();
    for item in problem.items() {
        match problem.kind(item) {
            ItemKind::Primary => builder.primary([problem.name(item)]),
            ItemKind::Secondary => builder.secondary([problem.name(item)]),
        };
    }
    for option in problem.options() {
        builder.option(problem.uses(option).iter().map(|used| used.item).collect::<Vec<_>>());
    }
    builder.build().expect("a problem without its colors is one")
}

/// Returns the problem with all items primary.
fn primary(problem: &Problem) -> Problem {
    let mut builder = Problem::builder();
    builder.primary(problem.items().map(|item| problem.name(item)));
    for option in problem.options() {
        builder.option(problem.uses(option).iter().map(|used| used.item).collect::<Vec<_>>());
    }
    builder.build().expect("a problem with primary items alone is one")
}

#[test]
fn json_brings_every_problem_back() {
    fn property(sketch: Sketch, rich: Rich) {
        for problem in [sketch.problem(), rich.problem()] {
            let text = written(|output| json::write(&problem, output));
            assert!(json::read(text.as_bytes()).expect("what was written can be read") == problem, "{text}");
        }
    }
    hold(2000, property as fn(_, _));
}

#[test]
fn a_name_with_an_equals_sign_is_no_weight() {
    let read = |text: &str| knuth::read(text.as_bytes());
    let problem = read("a=2 :9|b b=3=1\na=2 b=3\nb=3=1 b=3=1=1\n");
    let error = problem.expect_err("the item `b=3=1` is there twice");
    assert_eq!(error.to_string(), "line 3, column 7: option 1: item `b=3=1` twice");
    let problem = read("a=2 :9|b b=3=1\na=2 b=3\nb=3=1 b\n").expect("a problem");
    assert_eq!(problem.weight(OptionId::new(0), ItemId::new(0)), 1);
    assert_eq!(problem.weight(OptionId::new(0), ItemId::new(1)), 3);
    // A word that is the name of an item is that item, so that another item cannot have this weight.
    let problem = read(":9|a a=2\na=2 a=3\n").expect("a problem");
    assert_eq!(problem.uses(OptionId::new(0))[0].item, ItemId::new(1));
    let mut builder = Problem::builder();
    let item = builder.add_bounded("a", ..=9).expect("an item");
    builder.option([Mention::from(item).with_weight(2)]).primary(["a=2"]);
    let error = builder.build().expect_err("what is written could not be read");
    let expected = "option 0: `a=2` is an item, so item `a` cannot have the weight 2; rename one of them";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn open_bounds_are_written_as_they_are_read() {
    for text in ["2:|a :3|b :|c\n", "2:|a 0:3|b 0:|c\n"] {
        let problem = knuth::read(text.as_bytes()).expect("a problem");
        let bounds: Vec<Bounds> = problem.items().map(|item| problem.bounds(item)).collect();
        let high = Bounds::NO_LIMIT;
        assert_eq!(bounds, [Bounds { low: 2, high }, Bounds { low: 0, high: 3 }, Bounds { low: 0, high }]);
        assert_eq!(written(|output| knuth::write(&problem, output)), "2:|a 0:3|b 0:|c\n");
    }
    let text = r#"{"schema": 1, "items": [{"name": "a", "kind": "primary", "low": 2},
        {"name": "b", "kind": "primary", "high": 3}], "options": []}"#;
    let problem = json::read(text.as_bytes()).expect("a problem");
    assert_eq!(written(|output| knuth::write(&problem, output)), "2:|a 0:3|b\n");
}

#[test]
fn sparse_rows_bring_uncolored_problems_back_but_for_the_names() {
    fn property(sketch: Sketch) {
        let problem = plain(&sketch.problem());
        for base in [Base::Zero, Base::One] {
            let text = written(|output| sparse::write(&problem, base, output));
            let read = sparse::read(text.as_bytes(), base, None).expect("what was written can be read");
            assert_eq!(without_names(&read), without_names(&problem), "{text}");
            let again = written(|output| sparse::write(&read, base, output));
            assert_eq!(again, text);
        }
    }
    hold(2000, property as fn(_));
}

#[test]
fn dense_matrices_bring_primary_items_back_but_for_the_names() {
    fn property(sketch: Sketch) {
        let problem = sorted(&primary(&sketch.problem()));
        if problem.option_count() == 0 {
            assert_eq!(refused(|output| dense::write(&problem, output)), Feature::NoOptions);
            return;
        }
        let text = written(|output| dense::write(&problem, output));
        let read = dense::read(text.as_bytes(), None).expect("what was written can be read");
        assert_eq!(without_names(&read), without_names(&problem), "{text}");
        let count = sketch.problem().primary_count();
        let read = dense::read(text.as_bytes(), Some(count)).expect("what was written can be read");
        assert_eq!(without_names(&read), without_names(&sorted(&plain(&sketch.problem()))), "{text}");
    }
    hold(2000, property as fn(_));
}

#[test]
fn the_problems_of_the_corpus_come_back_from_json() {
    for name in ["bell10", "debruijn3_3", "langford8", "macmahon4x6", "queens8", "sudoku16"] {
        let problem = corpus::problem(name);
        let text = written(|output| json::write(&problem, output));
        assert!(json::read(text.as_bytes()).expect("what was written can be read") == problem, "{name}");
    }
}

#[test]
fn formats_refuse_what_they_cannot_carry_and_name_it() {
    let read = |problem: &str| knuth::read(problem.as_bytes()).expect("a problem");
    let cases = [
        ("a | x\na x:1\n", Feature::Colors, Some(Feature::Colors)),
        ("a | x\na x\n", Feature::SecondaryItems, None),
        ("0:2|a\na\n", Feature::Bounds, Some(Feature::Bounds)),
        ("a\na |3\n", Feature::Costs, Some(Feature::Costs)),
        ("a\n", Feature::NoOptions, None),
    ];
    for (problem, by_dense, by_sparse) in cases {
        let problem = read(problem);
        assert_eq!(refused(|output| dense::write(&problem, output)), by_dense);
        for base in [Base::Zero, Base::One] {
            match by_sparse {
                Some(feature) => {
                    assert_eq!(refused(|output| sparse::write(&problem, base, output)), feature);
                }
                None => {
                    written(|output| sparse::write(&problem, base, output));
                }
            }
        }
    }
    let error = dense::write(&read("a | x\na x:1\n"), Vec::new()).expect_err("there are colors");
    assert_eq!(error.to_string(), "a dense matrix cannot carry colors");
}

/// Returns the models of the clauses of a problem, and asserts that they differ from one another.
fn models(problem: &Problem, how: AtMostOne) -> Sets {
    let dimacs = Dimacs::read(&written(|output| cnf::write(problem, how, u64::MAX, output)));
    assert_eq!(dimacs.shown.len(), problem.option_count());
    let models = dimacs.models();
    let different: Sets = models.iter().cloned().collect();
    assert_eq!(models.len(), different.len(), "a model came twice: {how:?}");
    different
}

#[test]
fn a_sat_solver_finds_exactly_the_covers_in_every_encoding() {
    fn property(sketch: Sketch, rich: Rich) {
        for problem in [sketch.problem(), rich.problem()] {
            if problem.is_weighted() {
                let how = AtMostOne::Pairwise;
                let written = cnf::write(&problem, how, u64::MAX, Vec::new());
                assert!(matches!(written, Err(dlx_formats::WriteError::Weights)), "{written:?}");
                continue;
            }
            let expected = covers(&problem);
            for how in ENCODINGS {
                assert_eq!(models(&problem, how), expected, "{how:?}");
            }
        }
    }
    hold(1000, property as fn(_, _));
}

#[test]
fn every_encoding_of_at_most_one_has_each_of_its_literals_and_none() {
    for count in 0..=40 {
        // Every option except the first also covers the item that may be covered at most once.
        let mut builder = Problem::builder();
        let names: Vec<String> = (0..count).map(|option| format!("p{option}")).collect();
        for name in &names {
            builder.bounded(name, 0..=1);
        }
        builder.secondary(["x"]);
        for name in &names {
            builder.option([name.as_str(), "x"]);
        }
        let problem = builder.build().expect("a problem");
        let mut expected: Sets = (0..count).map(|option| vec![option]).collect();
        expected.insert(Vec::new());
        for how in ENCODINGS {
            assert_eq!(models(&problem, how), expected, "{count} literals: {how:?}");
        }
    }
}

#[test]
fn at_most_one_has_as_many_clauses_as_documented() {
    let clauses = |how, count: usize| {
        let mut builder = Problem::builder();
        builder.primary(["a"]);
        for _ in 0..count {
            builder.option(["a"]);
        }
        let problem = builder.build().expect("a problem");
        // One clause requires that at least one is true.
        let dimacs = Dimacs::read(&written(|output| cnf::write(&problem, how, u64::MAX, output)));
        (dimacs.clauses.len() - 1, dimacs.variables - count)
    };
    assert_eq!(clauses(AtMostOne::Pairwise, 100), (4950, 0));
    assert_eq!(clauses(AtMostOne::Sequential, 100), (296, 99));
    assert_eq!(clauses(AtMostOne::Product, 100), (290, 20));
    assert_eq!(clauses(AtMostOne::Binary, 100), (700, 7));
    // For up to four, no encoding is shorter than pairs.
    for how in ENCODINGS {
        assert_eq!(clauses(how, 4), (6, 0), "{how:?}");
    }
}

#[test]
fn bounds_of_every_width_have_as_many_models_as_there_are_subsets() {
    let options = 7;
    for low in 0..=options + 1 {
        for high in low..=options + 1 {
            let mut builder = Problem::builder();
            builder.bounded("a", low..=high);
            for _ in 0..options {
                builder.option(["a"]);
            }
            let problem = builder.build().expect("a problem");
            let expected = covers(&problem);
            // Sums of binomial coefficients.
            let subsets: u32 = (low..=high.min(options)).map(|k| binomial(options, k)).sum();
            assert_eq!(expected.len(), subsets as usize);
            assert_eq!(models(&problem, AtMostOne::Sequential), expected, "{low}:{high}");
            assert_eq!(linear_solutions(&problem), expected, "{low}:{high}");
        }
    }
}

fn binomial(n: u32, k: u32) -> u32 {
    (0..k).fold(1, |product, at| product * (n - at) / (at + 1))
}

#[test]
fn a_counter_is_as_narrow_as_the_nearer_bound() {
    let variables = |low, high| {
        let mut builder = Problem::builder();
        builder.bounded("a", low..=high);
        for _ in 0..1000 {
            builder.option(["a"]);
        }
        let problem = builder.build().expect("a problem");
        Dimacs::read(&written(|output| cnf::write(&problem, AtMostOne::Binary, u64::MAX, output))).variables
    };
    for (low, high) in [(0, 3), (3, 3), (3, 1000), (997, 1000), (997, 997), (0, 997)] {
        assert!(variables(low, high) <= 1000 + 3 * 1000, "{low}:{high}");
    }
}

#[test]
fn a_sat_solver_counts_the_queens() {
    let problem = corpus::problem("queens8");
    for how in ENCODINGS {
        assert_eq!(models(&problem, how).len(), 92, "{how:?}");
    }
}

#[test]
fn a_sat_solver_finds_the_covers_of_a_search() {
    for (name, how) in [("queens8", AtMostOne::Product), ("latin4", AtMostOne::Sequential)] {
        let problem = corpus::problem(name);
        let searched: Sets = Search::new(&problem)
            .into_iter()
            .map(|cover| {
                let mut cover: Vec<usize> = cover.iter().map(|option| option.index()).collect();
                cover.sort_unstable();
                cover
            })
            .collect();
        assert_eq!(models(&problem, how), searched, "{name}");
    }
}

/// Returns the solutions of both linear forms, and asserts that they agree.
fn linear_solutions(problem: &Problem) -> Sets {
    let opb = Program::of_opb(&written(|output| opb::write(problem, output)));
    let lp = Program::of_lp(&written(|output| lp::write(problem, output)));
    let count = problem.option_count();
    let solutions = lp.solutions(&lp.options(count, 0));
    assert_eq!(opb.solutions(&opb.options(count, 1)), solutions);
    solutions
}

#[test]
fn linear_constraints_are_met_by_exactly_the_covers() {
    fn property(sketch: Sketch, rich: Rich) {
        for problem in [sketch.problem(), rich.problem()] {
            assert_eq!(linear_solutions(&problem), covers(&problem));
        }
    }
    hold(1000, property as fn(_, _));
}

#[test]
fn a_solver_of_integer_programs_finds_the_least_cost() {
    fn property(rich: Rich) {
        let problem = rich.problem();
        let least = least_cost(&problem, &covers(&problem));
        let lp = Program::of_lp(&written(|output| lp::write(&problem, output)));
        assert_eq!(lp.optimum(), least, "lp");
        let opb = Program::of_opb(&written(|output| opb::write(&problem, output)));
        assert_eq!(opb.optimum(), least, "opb");
    }
    hold(1000, property as fn(_));
}

/// Returns the covers of a program that was written for a problem and read again, as sets of its options; variables from
/// `first` on are those of options. The values of other variables may differ for the same options.
fn read_again(read: &ReadProgram, first: usize, count: usize) -> Sets {
    let problem = &read.problem;
    let option_of = |option: OptionId| {
        let name = problem.name(problem.uses(option)[0].item);
        let number: usize = name.trim_start_matches('x').parse().ok()?;
        number.checked_sub(first).filter(|&option| option < count)
    };
    let options = |cover: Vec<OptionId>| -> Vec<usize> {
        let mut options: Vec<usize> = cover.into_iter().filter_map(option_of).collect();
        options.sort_unstable();
        options
    };
    Search::new(problem).into_iter().map(options).collect()
}

#[test]
fn programs_that_were_written_are_read_with_the_same_covers() {
    fn property(sketch: Sketch, rich: Rich) {
        for problem in [sketch.problem(), rich.problem()] {
            let (count, expected) = (problem.option_count(), covers(&problem));
            let compare = |text: &str, read: Result<ReadProgram, dlx_formats::ReadError>, first: usize| {
                let read = read.unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(read_again(&read, first, count), expected, "{text}");
            };
            let text = written(|output| lp::write(&problem, output));
            compare(&text, lp::read(text.as_bytes()), 0);
            let text = written(|output| mps::write(&problem, output));
            compare(&text, mps::read(text.as_bytes()), 0);
            let text = written(|output| opb::write(&problem, output));
            compare(&text, opb::read(text.as_bytes()), 1);
            if !problem.is_weighted() {
                let text = written(|output| cnf::write(&problem, AtMostOne::Pairwise, u64::MAX, output));
                compare(&text, cnf::read(text.as_bytes()), 1);
            }
        }
    }
    hold(500, property as fn(_, _));
}
