//! Tests by the enumeration of all sets of options that a core has no cover, and has one as soon as anything
//! is left out.

#![allow(
    clippy::needless_pass_by_value,
    reason = "quickcheck hands the arguments of a property over by value"
)]

use std::ops::ControlFlow;

use dlx_core::inner::why;
use dlx_core::text::knuth;
use dlx_core::{
    Bounds, Color, Core, Cover, Givens, ItemId, ItemKind, Limits, Minimality, OptionId, Problem, Search,
    Stopped, Why, check,
};

use dlx_instances::dominoes;
use dlx_instances::region::Region;
use dlx_instances::shape::Cell;
use quickcheck::{Arbitrary, Gen};

use crate::random::{Rich, Sketch, hold, pick};

use crate::naive;

fn explained(problem: &Problem) -> Why {
    why(problem, Givens::none(), &mut Limits::none()).expect("without givens there is no conflict")
}

#[track_caller]
fn core_of(problem: &Problem) -> Core {
    match explained(problem) {
        Why::Core(core) => core,
        other => panic!("expected a core, found {other:?}"),
    }
}

fn names(problem: &Problem, items: &[ItemId]) -> Vec<String> {
    items.iter().map(|&item| problem.name(item).to_owned()).collect()
}

fn read(text: &str) -> Problem {
    knuth::read(text.as_bytes()).expect("a fair problem")
}

/// Returns true if some of these options, together with all given ones, cover the demands as their bounds say
/// and no item with a ceiling too often.
fn is_coverable(
    problem: &Problem,
    options: &[OptionId],
    given: &[OptionId],
    demands: &[ItemId],
    ceilings: &[ItemId],
) -> bool {
    (0..1_u32 << options.len()).any(|members| {
        let set: Vec<OptionId> =
            (0..options.len()).filter(|at| members >> at & 1 == 1).map(|at| options[at]).collect();
        let is_fine = |item: ItemId| {
            let uses = set.iter().flat_map(|&option| problem.uses(option));
            let colors: Vec<Color> = uses.filter(|used| used.item == item).map(|used| used.color).collect();
            let Bounds { low, high } = problem.bounds(item);
            let is_shared = colors.iter().all(|&color| color != Color::NONE && color == colors[0]);
            let times: u64 = set.iter().map(|&option| u64::from(problem.weight(option, item))).sum();
            let has_enough = times >= u64::from(low);
            let has_not_too_many = times <= u64::from(high) || is_shared;
            (has_enough || !demands.contains(&item))
                && (has_not_too_many || !demands.contains(&item) && !ceilings.contains(&item))
        };
        given.iter().all(|option| set.contains(option)) && problem.items().all(is_fine)
    })
}

fn without(set: &[ItemId], item: ItemId) -> Vec<ItemId> {
    set.iter().copied().filter(|&other| other != item).collect()
}

/// Asserts everything that is promised of a core, except for its minimality.
fn assert_reason(problem: &Problem, core: &Core, forced: &[OptionId], forbidden: &[OptionId]) {
    let Core { items, options, given, conflicts, .. } = core;
    for list in [items, conflicts] {
        assert!(list.is_sorted_by(|one, other| one < other), "{core:?}");
    }
    assert!(items.iter().all(|&item| problem.kind(item) == ItemKind::Primary));
    assert!(!conflicts.iter().any(|item| items.contains(item)));
    let uses =
        |option: OptionId, set: &[ItemId]| problem.uses(option).iter().any(|used| set.contains(&used.item));
    let allowed: Vec<OptionId> =
        problem.options().filter(|option| !forbidden.contains(option) || forced.contains(option)).collect();
    let expected: Vec<OptionId> = allowed.iter().copied().filter(|&option| uses(option, items)).collect();
    assert_eq!(*options, expected);
    let mut expected = forced.to_vec();
    expected.sort();
    expected.dedup();
    expected.retain(|&option| uses(option, items) || uses(option, conflicts));
    assert_eq!(*given, expected);
    let mut all: Vec<OptionId> = options.iter().chain(given).copied().collect();
    all.sort();
    all.dedup();
    assert!(!is_coverable(problem, &all, given, items, conflicts), "the core can be covered: {core:?}");
}

/// Asserts that nothing can be left out.
fn assert_minimal(problem: &Problem, core: &Core, forced: &[OptionId], forbidden: &[OptionId]) {
    assert_eq!(core.minimality, Minimality::Proved);
    let mut options: Vec<OptionId> = problem.options().collect();
    options.retain(|option| !forbidden.contains(option));
    options.retain(|&option| forced.contains(&option) || !problem.idle_options().any(|idle| idle == option));
    let items: Vec<ItemId> = problem.items().collect();
    for &item in &core.items {
        let fewer = without(&core.items, item);
        assert!(
            is_coverable(problem, &options, forced, &fewer, &items),
            "without `{}` it is a core: {core:?}",
            problem.name(item)
        );
    }
    for &item in &core.conflicts {
        let fewer = without(&core.conflicts, item);
        assert!(
            is_coverable(problem, &options, forced, &core.items, &fewer),
            "without the conflict `{}` it is a core: {core:?}",
            problem.name(item)
        );
    }
}

fn explanation_is_right(problem: &Problem, forced: &[OptionId], forbidden: &[OptionId]) {
    let givens = Givens::none().force(forced).forbid(forbidden);
    let covers = naive::covers(problem, forced, forbidden);
    match why(problem, givens, &mut Limits::none()) {
        Ok(Why::Solvable(cover)) => {
            assert_eq!(check(problem, &cover), Ok(()));
            let mut cover = cover;
            cover.sort();
            assert!(covers.contains(&cover));
        }
        Ok(Why::Core(core)) => {
            assert!(covers.is_empty());
            assert_reason(problem, &core, forced, forbidden);
            assert_minimal(problem, &core, forced, forbidden);
        }
        Ok(Why::Unknown(why)) => panic!("without limits it stopped: {why}"),
        Err(error) => {
            assert!(covers.is_empty());
            assert_eq!(Search::new(problem).restart(givens), Err(error));
        }
    }
}

#[test]
fn cores_have_no_cover_and_nothing_can_be_left_out() {
    fn property(sketch: Sketch) {
        explanation_is_right(&sketch.problem(), &[], &[]);
    }
    hold(5000, property as fn(_));
}

#[test]
fn cores_of_problems_with_givens_are_right() {
    fn property(sketch: Sketch, forced: Vec<u8>, forbidden: Vec<u8>) {
        let problem = sketch.problem();
        explanation_is_right(&problem, &pick(&problem, &forced), &pick(&problem, &forbidden));
    }
    hold(5000, property as fn(_, _, _));
}

#[test]
fn cores_of_problems_with_bounds_are_right() {
    fn property(rich: Rich) {
        explanation_is_right(&rich.problem(), &[], &[]);
    }
    hold(5000, property as fn(_));
}

#[test]
fn cores_of_problems_with_bounds_and_givens_are_right() {
    fn property(rich: Rich, forced: Vec<u8>, forbidden: Vec<u8>) {
        let problem = rich.problem();
        explanation_is_right(&problem, &pick(&problem, &forced), &pick(&problem, &forbidden));
    }
    hold(5000, property as fn(_, _, _));
}

#[test]
fn too_few_options_for_a_lower_bound_are_the_reason() {
    let problem = read("a 3|b | x\na\nb x\nb\nb x\nb x\n");
    let core = core_of(&problem);
    assert_eq!(names(&problem, &core.items), ["b"]);
    assert_eq!(names(&problem, &core.conflicts), ["x"]);
}

#[test]
fn an_item_without_options_is_the_reason_alone() {
    let problem = read("a b c d\na b\nc\na\nb c\n");
    let core = core_of(&problem);
    assert_eq!(names(&problem, &core.items), ["d"]);
    assert!(core.options.is_empty() && core.conflicts.is_empty() && core.given.is_empty());
}

#[test]
fn more_items_than_places_are_the_reason() {
    // Three pigeons and two holes; a fourth pigeon has a hole of its own.
    let problem = read("p q r s | x y z\np x\np y\nq x\nq y\nr x\nr y\ns x\ns z\n");
    let core = core_of(&problem);
    assert_eq!(names(&problem, &core.items), ["p", "q", "r"]);
    assert_eq!(names(&problem, &core.conflicts), ["x", "y"]);
    assert_eq!(core.options, (0..6).map(OptionId::new).collect::<Vec<_>>());
    assert_eq!(core.minimality, Minimality::Proved);
}

#[test]
fn a_color_that_differs_is_a_conflict_and_one_that_is_shared_is_none() {
    let problem = read("a b c | x y\na x:1 y:2\nb x:1 y:3\nc x:1\n");
    let core = core_of(&problem);
    assert_eq!(names(&problem, &core.items), ["a", "b"]);
    assert_eq!(names(&problem, &core.conflicts), ["y"]);
}

#[test]
fn a_primary_item_can_be_what_others_fight_over() {
    let problem = read("a b c\na c\nb c\nc\n");
    let core = core_of(&problem);
    assert_eq!(names(&problem, &core.items), ["a", "b"]);
    assert_eq!(names(&problem, &core.conflicts), ["c"]);
}

#[test]
fn given_options_in_the_way_are_named() {
    let problem = read("a b c | x\na x\nb x\nb c\nc\n");
    let given = [OptionId::new(0), OptionId::new(3)];
    let Ok(Why::Core(core)) = why(&problem, Givens::none().force(&given), &mut Limits::none()) else {
        panic!("b cannot be covered beside a x and c");
    };
    assert_eq!(names(&problem, &core.items), ["b"]);
    assert_eq!(names(&problem, &core.conflicts), ["c", "x"]);
    assert_eq!(core.given, given);
    assert_eq!(core.options, [OptionId::new(1), OptionId::new(2)]);
}

#[test]
fn a_problem_with_a_cover_is_answered_with_it() {
    let problem = read("a b\na\nb\n");
    let Why::Solvable(cover) = explained(&problem) else { panic!("there is a cover") };
    assert_eq!(check(&problem, &cover), Ok(()));
    let empty = Problem::builder().build().expect("no item is no fault");
    assert_eq!(explained(&empty), Why::Solvable(Cover::new()));
}

/// Two of each number from 1 to n in a row of 2n places, with k numbers between the two numbers k.
fn langford(n: usize) -> Problem {
    let mut lines = vec![
        (1..=n)
            .map(|k| format!("n{k}"))
            .chain((0..2 * n).map(|place| format!("s{place}")))
            .collect::<Vec<_>>(),
    ];
    for k in 1..=n {
        for first in 0..2 * n - k - 1 {
            lines.push(vec![format!("n{k}"), format!("s{first}"), format!("s{}", first + k + 1)]);
        }
    }
    read(&lines.iter().map(|words| words.join(" ") + "\n").collect::<String>())
}

#[test]
fn langford_pairs_that_do_not_exist_have_a_core() {
    for n in [5, 6] {
        let core = core_of(&langford(n));
        assert_eq!(core.minimality, Minimality::Proved);
        assert!(core.items.len() > 1, "{n}: {core:?}");
    }
}

#[test]
fn limits_give_unknown_first_and_then_cores_that_are_not_proved_minimal() {
    let problem = langford(5);
    let (mut unknown, mut unproved, mut proved) = (0, 0, 0);
    for most in (0..20_000).step_by(97) {
        let mut limits = Limits::none().nodes(most);
        match why(&problem, Givens::none(), &mut limits).expect("without givens there is no conflict") {
            Why::Solvable(cover) => panic!("there is no cover {cover:?}"),
            Why::Unknown(why) => {
                assert_eq!((why, unproved, proved, limits.nodes_left()), (Stopped::Nodes, 0, 0, 0));
                unknown += 1;
            }
            Why::Core(core) => match core.minimality {
                Minimality::Unknown(why) => {
                    assert_eq!((why, proved, limits.nodes_left()), (Stopped::Nodes, 0, 0));
                    unproved += 1;
                }
                Minimality::Proved => proved += 1,
            },
        }
    }
    assert!(unknown > 0 && unproved > 0 && proved > 0, "{unknown}, {unproved}, {proved}");
}

#[test]
fn cores_that_were_stopped_are_reasons_all_the_same() {
    fn property(sketch: Sketch, most: u8) {
        let problem = sketch.problem();
        let mut limits = Limits::none().nodes(u64::from(most % 40));
        if let Ok(Why::Core(core)) = why(&problem, Givens::none(), &mut limits) {
            assert_reason(&problem, &core, &[], &[]);
        }
    }
    hold(5000, property as fn(_, _));
}

#[test]
fn the_question_sees_the_nodes_of_all_searches_and_stops_them() {
    let problem = langford(6);
    let mut asked = 0;
    let mut limits = Limits::none().ask(10, |progress| {
        asked += 1;
        assert_eq!(progress.counters().nodes, 10 * asked);
        if asked == 50 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let stopped = why(&problem, Givens::none(), &mut limits).expect("without givens there is no conflict");
    drop(limits);
    assert_eq!(asked, 50);
    match stopped {
        Why::Unknown(why) => assert_eq!(why, Stopped::Asked),
        Why::Core(core) => assert_eq!(core.minimality, Minimality::Unknown(Stopped::Asked)),
        Why::Solvable(cover) => panic!("there is no cover {cover:?}"),
    }
}

#[test]
fn random_problems_are_worth_explaining() {
    let mut random = Gen::from_size_and_seed(4, 1);
    let mut seen = [0; 3];
    for _ in 0..2000 {
        let problem = Rich::arbitrary(&mut random).problem();
        if let Why::Core(core) = explained(&problem) {
            let facts = [true, core.items.len() > 1, !core.conflicts.is_empty()];
            for (count, fact) in seen.iter_mut().zip(facts) {
                *count += u32::from(fact);
            }
        }
    }
    let least = [200, 50, 50];
    let is_enough = seen.iter().zip(&least).all(|(seen, least)| seen >= least);
    assert!(is_enough, "cores, cores of several items, cores with conflicts: {seen:?}");
}

#[test]
fn the_mutilated_chessboard_has_more_squares_of_one_color_than_neighbors_of_them() {
    // Dominoes on a board without two opposite corners (Max Black, *Critical Thinking*, 1946).
    let side = 6;
    let corners = [(0, 0), (side - 1, side - 1)];
    let has_square = |row, column| row < side && column < side && !corners.contains(&(row, column));
    let name = |row: usize, column: usize| format!("{}{row}{column}", ["white", "black"][(row + column) % 2]);
    let mut squares = Vec::new();
    let mut dominoes = String::new();
    for (row, column) in (0..side * side).map(|at| (at / side, at % side)) {
        if !has_square(row, column) {
            continue;
        }
        squares.push(name(row, column));
        for (below, beside) in [(row + 1, column), (row, column + 1)] {
            if has_square(below, beside) {
                dominoes += &format!("{} {}\n", name(row, column), name(below, beside));
            }
        }
    }
    let problem = read(&format!("{}\n{dominoes}", squares.join(" ")));
    let core = core_of(&problem);
    assert_eq!(core.minimality, Minimality::Proved);
    assert!(names(&problem, &core.items).iter().all(|name| name.starts_with("black")), "{core:?}");
    assert!(names(&problem, &core.conflicts).iter().all(|name| name.starts_with("white")), "{core:?}");
    assert_eq!(core.items.len(), core.conflicts.len() + 1);
}

/// A search alone does not end: the board has more cells of one color than of the other.
#[test]
fn a_problem_that_only_other_engines_decide_has_a_core() {
    let board =
        Region::rectangle(12, 12).and_then(|board| board.without(&[Cell::new(0, 0), Cell::new(11, 11)]));
    let problem = board.and_then(|board| dominoes::problem(&board)).expect("a board");
    let mut questions = 0;
    let mut limits = Limits::none().ask(256, |_| {
        questions += 1;
        if questions < 2000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let Why::Core(core) = why(&problem, Givens::none(), &mut limits).expect("nothing is given") else {
        panic!("there is no cover")
    };
    assert!(!core.items.is_empty());
}
