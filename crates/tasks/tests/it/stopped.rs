//! Tasks that reach a limit: what they have found and the tasks of their rest together are the whole.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use dlx_core::{BigUint, Limits, Problem, Progress, Search, Stopped, Symmetries};
use dlx_instances::langford;
use dlx_instances::queens::{self, Board};
use dlx_tasks::{
    Balance, Enumeration, Merge, MergeError, Outcome, Task, Wanted, order, run, split, split_representatives,
};

fn langford8() -> Problem {
    langford::problem(8).expect("a problem")
}

fn outcome(text: &[u8], number: usize) -> Outcome {
    Outcome::of_text(Path::new(&format!("result {number}")), text).expect("it was just made")
}

/// Runs tasks and all that is left of them, the last one first, with this limit of nodes.
fn finished(
    of: Enumeration<'_>,
    mut tasks: Vec<Task>,
    wanted: Wanted,
    nodes: u64,
) -> (Vec<Outcome>, BigUint) {
    let (mut outcomes, mut count) = (Vec::new(), BigUint::ZERO);
    while let Some(task) = tasks.pop() {
        let ran = run(of, &task, wanted, 3, Duration::MAX, &mut Limits::none().nodes(nodes));
        let ran = ran.expect("the task is sound");
        assert_eq!(ran.stopped.is_some(), !ran.rest.is_empty());
        outcomes.push(outcome(&ran.text, outcomes.len()));
        assert_eq!(outcomes.last().map(|outcome| outcome.place().to_string()), Some(ran.id));
        count += ran.count;
        tasks.extend(ran.rest);
    }
    (outcomes, count)
}

fn merged(problem: &Problem, outcomes: Vec<Outcome>) -> Merge {
    let mut merge = Merge::new(problem);
    for outcome in outcomes {
        merge.add(outcome).expect("it is of this split");
    }
    merge
}

#[test]
fn parts_of_stopped_tasks_list_what_one_search_does() {
    let problem = langford8();
    let tasks = split(&Search::new(&problem), 2, Balance::default(), &mut Limits::none()).expect("tasks");
    for nodes in [20, 300, 5000] {
        let (counts, count) = finished((&problem).into(), tasks.clone(), Wanted::Count, nodes);
        assert_eq!(count, BigUint::from(300u32));
        assert_eq!(merged(&problem, counts).total().expect("all are there"), count);
        let (lists, _) = finished((&problem).into(), tasks.clone(), Wanted::Covers, nodes);
        let sorted = order(&lists).expect("all are there");
        assert_eq!(sorted.len(), lists.len());
        let mut covers = Vec::new();
        let listed = merged(&problem, lists).for_each_cover(|cover| {
            covers.push(cover.to_vec());
            Ok::<_, MergeError>(())
        });
        assert_eq!(listed.expect("all are there"), 300);
        let mut search = Search::new(&problem);
        for cover in covers {
            assert_eq!(search.next_solution(&mut Limits::none()), Ok(Some(&cover[..])));
        }
    }
}

#[test]
fn the_rest_is_few_tasks_if_there_is_no_time_to_split_it() {
    let problem = langford8();
    let tasks = split(&Search::new(&problem), 1, Balance::default(), &mut Limits::none()).expect("tasks");
    let rest = |may_split: bool| {
        // Only the search has entered nodes when it asks.
        let question = |progress: &Progress<'_>| match progress.counters().nodes {
            0 if !may_split => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        let mut limits = Limits::none().nodes(300).ask(1, question);
        let ran =
            run(&problem, &tasks[0], Wanted::Covers, 30, Duration::MAX, &mut limits).expect("a sound task");
        assert_eq!(ran.stopped, Some(Stopped::Nodes));
        let (_, count) = finished((&problem).into(), ran.rest.clone(), Wanted::Count, u64::MAX);
        assert_eq!(ran.count + count, BigUint::from(300u32));
        ran.rest
    };
    assert!(rest(true).len() >= 30);
    let few = rest(false);
    assert!(few.len() < 30);
    assert!((few.iter().map(|task| task.nodes).sum::<f64>() / tasks[0].nodes - 1.0).abs() < 1e-9);
}

#[test]
fn parts_of_stopped_tasks_list_each_orbit_once() {
    let problem = queens::problem(8, Board::Plain).expect("a problem");
    let symmetries = Symmetries::of(&problem, &mut Limits::none()).expect("nothing stops it");
    let balance = Balance::default();
    let tasks = split_representatives(&symmetries, 3, balance, &mut Limits::none()).expect("tasks");
    for nodes in [5, 40] {
        let (counts, count) = finished((&symmetries).into(), tasks.clone(), Wanted::Count, nodes);
        assert_eq!(count, BigUint::from(12u32));
        assert_eq!(merged(&problem, counts).total().expect("all are there"), count);
    }
}

#[test]
fn a_part_without_the_rest_is_not_a_whole() {
    let problem = langford8();
    let tasks = split(&Search::new(&problem), 1, Balance::default(), &mut Limits::none()).expect("tasks");
    let ran = run(&problem, &tasks[0], Wanted::Count, 3, Duration::MAX, &mut Limits::none().nodes(50));
    let ran = ran.expect("the task is sound");
    assert!(ran.rest.len() >= 3);
    let missing = order(&[outcome(&ran.text, 0)]).expect_err("the rest is missing").to_string();
    assert!(missing.ends_with("without a result: 0.1, 0.2, 0.3") || ran.rest.len() > 3, "{missing}");
    assert!(matches!(order(&[]), Err(MergeError::Nothing)));
    // A task that is run again with another limit has another rest.
    let again = run(&problem, &tasks[0], Wanted::Count, 3, Duration::MAX, &mut Limits::none().nodes(200));
    let both = [outcome(&ran.text, 0), outcome(&again.expect("the task is sound").text, 1)];
    assert!(matches!(order(&both), Err(MergeError::Mixed { .. } | MergeError::Duplicate { .. })));
}
