//! Any number of threads lists the covers that one thread lists, in the same order, and stops at the same
//! position. Work is divided very finely, so that small trees have many parts.

#![allow(
    clippy::needless_pass_by_value,
    reason = "quickcheck hands the arguments of a property over by value"
)]

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::thread;

use num_bigint::BigUint;

use super::worker::SharedQueue;
use super::{CountStatus, CoverCount, Goal, ParallelCount, ParallelSearch, Threads, WeightedCount};
use crate::control::answers::{Count, Cover};
use crate::control::limits::{Limits, Position, Stopped, Underway};
use crate::control::rule::Rule;
use crate::parallel::collector::CoverBytes;
use crate::parallel::queue::{Granularity, Keeps, Queue};
use crate::problem::Problem;
use crate::problem::givens::Givens;
use crate::problem::ids::OptionId;
use crate::search::Search;
use crate::search::plan::{EngineKind, Plan};
use crate::text::knuth;

#[path = "../../tests/corpus/mod.rs"]
#[allow(dead_code, clippy::duplicate_mod, reason = "another test module has it too, and uses more of it")]
mod corpus;
#[path = "../../tests/random/mod.rs"]
#[allow(dead_code, clippy::duplicate_mod, reason = "another test module has it too, and uses more of it")]
mod random;

use random::{Rich, hold, pick};

const RULES: [Rule; 4] = [Rule::Fewest, Rule::First, Rule::Preferred, Rule::Random { seed: 1 }];

/// One node in a slice, one cover in a batch.
const FINEST: Granularity = Granularity { alone: 1, slice: 1, mark: 1, climb: 0, batch: 1, behind: 1 << 20 };
/// A few nodes in a slice, a few covers in a batch, and memory for a few batches.
const FINE: Granularity = Granularity { alone: 3, slice: 8, mark: 50, climb: 0, batch: 60, behind: 2000 };

/// Returns a search by one engine from the first node on, so that the number of nodes does not depend on when
/// another engine takes over.
fn bits(problem: &Problem) -> Search {
    let plan = Plan::by(EngineKind::Bitset, Rule::default());
    let links =
        || Search::with_plan(problem, &Plan::by(EngineKind::Links, Rule::default()), &mut Limits::none());
    // Only the links support bounds.
    Search::with_plan(problem, &plan, &mut Limits::none())
        .or_else(|_| links())
        .expect("the links take every problem")
}

fn parallel(search: &mut Search, threads: usize, granularity: Granularity) -> ParallelSearch<'_> {
    let threads = NonZeroUsize::new(threads).expect("there is at least one thread");
    ParallelSearch { granularity, ..ParallelSearch::new(search, threads) }
}

fn each_setting() -> impl Iterator<Item = (usize, Granularity)> {
    [(2, FINEST), (3, FINE), (5, FINEST), (2, FINE)].into_iter()
}

/// Returns the covers and the count of one thread, found one by one.
fn alone(search: &mut Search, limits: &mut Limits<'_>) -> (Vec<Cover>, Count) {
    let mut covers = Vec::new();
    loop {
        let found = covers.len() as u64;
        match search.next_solution(limits) {
            Ok(Some(cover)) => covers.push(cover.to_vec()),
            Ok(None) => return (covers, Count::Exact(found)),
            Err(why) => return (covers, Count::AtLeast(found, why)),
        }
    }
}

fn together(
    search: &mut Search,
    threads: usize,
    granularity: Granularity,
    limits: &mut Limits<'_>,
) -> (Vec<Cover>, Count) {
    let mut covers = Vec::new();
    let count = parallel(search, threads, granularity).for_each(limits, |cover| {
        covers.push(cover.to_vec());
        ControlFlow::Continue(())
    });
    (covers, count)
}

fn write(cover: &[OptionId], text: &mut Vec<u8>) {
    let numbers: Vec<String> = cover.iter().map(ToString::to_string).collect();
    text.extend_from_slice(numbers.join(" ").as_bytes());
    text.push(b'\n');
}

fn text_of(covers: &[Cover]) -> String {
    let mut text = Vec::new();
    for cover in covers {
        write(cover, &mut text);
    }
    String::from_utf8(text).expect("numbers are UTF-8")
}

/// Returns all that a search reports of its position. Updates are excluded: they depend on the engine, which
/// opens some levels twice.
fn place(search: &Search) -> (String, u64, Vec<u64>) {
    (search.checkpoint().to_string(), search.counters().nodes, search.levels().to_vec())
}

#[test]
fn any_number_of_threads_lists_what_one_thread_lists() {
    fn property(sketch: Rich, forced: Vec<u8>, begun: u8) {
        let problem = sketch.problem();
        let forced = pick(&problem, &forced);
        for rule in RULES {
            let mut search =
                Search::with_rule(&problem, rule, &mut Limits::none()).expect("nothing stops it");
            if search.restart(Givens::none().force(&forced)).is_err() {
                continue;
            }
            // From any position.
            alone(&mut search, &mut Limits::none().nodes(u64::from(begun % 8)));
            let mut one = search.clone();
            let expected = alone(&mut one, &mut Limits::none());
            for (threads, granularity) in each_setting() {
                let mut many = search.clone();
                let found = together(&mut many, threads, granularity, &mut Limits::none());
                assert_eq!(found, expected, "{rule:?}, {threads} threads");
                assert_eq!(place(&many), place(&one), "{rule:?}, {threads} threads");
                assert_eq!(many.next_solution(&mut Limits::none()), Ok(None));

                let mut many = search.clone();
                let count = parallel(&mut many, threads, granularity).count_rest(&mut Limits::none());
                assert_eq!(count, expected.1, "{rule:?}, {threads} threads");
                assert_eq!(place(&many), place(&one), "{rule:?}, {threads} threads, counting");
            }
        }
    }
    hold(150, property as fn(_, _, _));
}

#[test]
fn a_part_of_a_split_is_listed_by_several_threads() {
    fn property(sketch: Rich) {
        let problem = sketch.problem();
        let mut part = bits(&problem);
        for checkpoint in part.split(3, &mut Limits::none()).expect("nothing stops it") {
            part.resume(&checkpoint, &mut Limits::none()).expect("a part is a place of the tree");
            let mut one = part.clone();
            let expected = alone(&mut one, &mut Limits::none());
            assert_eq!(together(&mut part, 2, FINEST, &mut Limits::none()), expected);
            assert_eq!(place(&part), place(&one));
        }
    }
    hold(100, property as fn(_));
}

#[test]
fn assumptions_outlast_a_parallel_search_and_can_be_taken_back() {
    let problem = corpus::problem("queens8");
    let mut search = bits(&problem);
    let whole = search.count(&mut Limits::none());
    search.push();
    search.force(OptionId::new(0)).expect("one option is in no conflict");
    let expected = alone(&mut search.clone(), &mut Limits::none());
    assert_eq!(together(&mut search, 2, FINE, &mut Limits::none().solutions(2)).0, expected.0[..2]);
    assert_eq!(together(&mut search, 2, FINE, &mut Limits::none()).0, expected.0[2..]);
    assert_eq!(parallel(&mut search, 3, FINE).count(&mut Limits::none()), expected.1);
    assert!(search.pop());
    assert_eq!(parallel(&mut search, 3, FINE).count(&mut Limits::none()), whole);
}

#[test]
fn limits_stop_several_threads_where_they_stop_one() {
    fn property(sketch: Rich) {
        let problem = sketch.problem();
        for rule in [Rule::Fewest, Rule::First] {
            let search = Search::with_rule(&problem, rule, &mut Limits::none()).expect("nothing stops it");
            for most in 0.. {
                let mut is_over = true;
                for limit in [|most| Limits::none().nodes(most), |most| Limits::none().solutions(most)] {
                    let mut one = search.clone();
                    let mut expected_limits = limit(most);
                    let expected = alone(&mut one, &mut expected_limits);
                    is_over &= expected.1.exact().is_ok();
                    for (threads, granularity) in each_setting().take(2) {
                        let (mut many, mut limits) = (search.clone(), limit(most));
                        assert_eq!(
                            together(&mut many, threads, granularity, &mut limits),
                            expected,
                            "{most}"
                        );
                        assert_eq!(place(&many), place(&one), "{rule:?}, {threads} threads, {most}");
                        assert_eq!(limits.nodes_left(), expected_limits.nodes_left());
                        assert_eq!(limits.solutions_left(), expected_limits.solutions_left());

                        let (mut many, mut limits) = (search.clone(), limit(most));
                        let count = parallel(&mut many, threads, granularity).count(&mut limits);
                        assert_eq!(count, expected.1, "{most}");
                        assert_eq!(limits.solutions_left(), expected_limits.solutions_left());
                    }
                }
                if is_over {
                    break;
                }
            }
        }
    }
    hold(40, property as fn(_));
}

#[test]
fn a_break_stops_several_threads_right_after_that_cover() {
    let problem = corpus::problem("langford8");
    let all = alone(&mut bits(&problem), &mut Limits::none()).0;
    assert_eq!(all.len(), 300);
    for (threads, granularity) in each_setting() {
        for most in [1, 2, 7, 99, 300] {
            let mut one = bits(&problem);
            one.count_rest(&mut Limits::none().solutions(most));
            let mut many = bits(&problem);
            let mut limits = Limits::none().nodes(1 << 40);
            let mut covers = Vec::new();
            let count = parallel(&mut many, threads, granularity).for_each(&mut limits, |cover| {
                covers.push(cover.to_vec());
                if covers.len() as u64 == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!(count, Count::AtLeast(most, Stopped::Asked));
            assert_eq!(place(&many), place(&one));
            assert_eq!(limits.nodes_left(), (1 << 40) - many.counters().nodes);
            covers.extend(&mut many);
            assert_eq!(covers, all);
        }
    }
}

#[test]
fn a_batch_that_ends_a_run_is_the_last_and_none_is_lost() {
    let problem = corpus::problem("langford8");
    let all = text_of(&alone(&mut bits(&problem), &mut Limits::none()).0);
    for (threads, granularity) in each_setting().chain([(1, FINE)]) {
        for most in [1, 3, 20] {
            let mut search = bits(&problem);
            let (mut text, mut batches, mut covers) = (Vec::new(), 0, 0);
            let count =
                parallel(&mut search, threads, granularity).render(&mut Limits::none(), write, |batch| {
                    text.extend_from_slice(batch.bytes);
                    covers += batch.covers;
                    batches += 1;
                    if batches == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
            assert_eq!(count, Count::AtLeast(covers, Stopped::Asked));
            assert_eq!(search.counters().solutions, covers);
            parallel(&mut search, threads, granularity).render(&mut Limits::none(), write, |batch| {
                text.extend_from_slice(batch.bytes);
                ControlFlow::Continue(())
            });
            assert_eq!(String::from_utf8(text).expect("numbers are UTF-8"), all);
        }
    }
}

#[test]
fn the_checkpoint_of_every_question_has_what_was_handed_over_behind_it() {
    let problem = corpus::problem("langford8");
    let all = text_of(&alone(&mut bits(&problem), &mut Limits::none()).0);
    let nodes = {
        let mut search = bits(&problem);
        search.count(&mut Limits::none());
        search.counters().nodes
    };
    for (threads, granularity) in each_setting().chain([(1, FINE)]) {
        let text = std::cell::RefCell::new(Vec::new());
        let mut places = Vec::new();
        let mut fractions = vec![0.0];
        let mut limits = Limits::none().ask(7, |progress| {
            let checkpoint = progress.checkpoint().expect("a listing can be resumed");
            places.push((text.borrow().len(), checkpoint));
            fractions.push(progress.fraction());
            assert!(progress.counters().nodes <= nodes);
            ControlFlow::Continue(())
        });
        let mut search = bits(&problem);
        parallel(&mut search, threads, granularity).render(&mut limits, write, |batch| {
            text.borrow_mut().extend_from_slice(batch.bytes);
            ControlFlow::Continue(())
        });
        drop(limits);
        assert_eq!(text.borrow().as_slice(), all.as_bytes());
        assert!(fractions.is_sorted() && fractions.iter().all(|&fraction| fraction < 1.0), "{fractions:?}");
        let step = (places.len() / 50).max(1);
        for (length, checkpoint) in places.into_iter().step_by(step) {
            let mut later = bits(&problem);
            later.resume(&checkpoint, &mut Limits::none()).expect("it is a place of this tree");
            assert_eq!(later.checkpoint(), checkpoint);
            let rest = together(&mut later, 2, FINE, &mut Limits::none()).0;
            assert_eq!(text_of(&rest), all[length..], "{threads} threads");
            assert_eq!(later.counters().nodes, nodes);
            assert_eq!(later.counters().solutions, 300);
        }
    }
}

#[test]
fn a_question_stops_several_threads_anywhere_and_nothing_is_lost() {
    let problem = corpus::problem("langford8");
    let (all, count) = alone(&mut bits(&problem), &mut Limits::none());
    for (threads, granularity) in each_setting() {
        for patience in [0, 1, 5] {
            let stop_after = |asked: &mut u32| {
                *asked += 1;
                if *asked > patience { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let mut search = bits(&problem);
            let (mut covers, mut ends) = (Vec::new(), 0);
            while ends < 1000 {
                let mut asked = 0;
                let mut limits = Limits::none().ask(10, |_| stop_after(&mut asked));
                let (more, count) = together(&mut search, threads, granularity, &mut limits);
                assert_eq!(count.at_least(), more.len() as u64);
                covers.extend(more);
                match count {
                    Count::Exact(_) => break,
                    Count::AtLeast(_, why) => assert_eq!(why, Stopped::Asked),
                }
                ends += 1;
                // If nothing is delivered before the first question, one thread continues for a few nodes.
                let some = alone(&mut search, &mut Limits::none().nodes(5)).0;
                covers.extend(some);
            }
            covers.extend(&mut search);
            assert_eq!(covers, all);

            let mut search = bits(&problem);
            let begun = place(&search);
            let mut asked = 0;
            let mut limits = Limits::none().ask(1, |_| stop_after(&mut asked));
            let mut parallel = parallel(&mut search, threads, granularity);
            match parallel.count(&mut limits) {
                Count::Exact(found) => assert_eq!(found, 300),
                Count::AtLeast(found, why) => {
                    assert_eq!(why, Stopped::Asked);
                    assert!(found <= 300 && parallel.counters().solutions == found);
                    assert_eq!(parallel.counters().nodes, parallel.levels().iter().sum::<u64>());
                    assert_eq!(place(&search), begun);
                }
            }
            assert_eq!(search.count_rest(&mut Limits::none()).at_least() % 300, 0);
            assert_eq!(search.count(&mut Limits::none()), count);
        }
    }
}

#[test]
fn a_parallel_count_is_paused_and_continued() {
    let problem = corpus::problem("langford8");
    for (threads, granularity) in each_setting() {
        let mut search = bits(&problem);
        let threads = &mut Threads::new(NonZeroUsize::new(threads).expect("there is at least one thread"));
        let mut count = ParallelCount::new(granularity);
        let view = &mut |position: &dyn Position| Underway::of(position.counters(), 0.0);
        let mut work = 0;
        let step = loop {
            work += 1000;
            let goal = Goal { work, ..Goal::ALL };
            match count.advance(&mut search, &CoverCount, goal, threads, &mut Limits::none(), view) {
                Ok(CountStatus::Paused) => assert!(count.work(&search) >= work),
                step => break step,
            }
        };
        assert_eq!((step, count.found()), (Ok(CountStatus::Ended), 300));
        let mut one = bits(&problem);
        one.count(&mut Limits::none());
        assert_eq!(place(&search), place(&one));
    }
}

#[test]
fn merged_options_count_for_as_many_as_they_stand_for() {
    fn property(sketch: Rich) {
        let problem = sketch.problem();
        let weights: Vec<u64> = (0..problem.option_count() as u64).map(|option| 1 + option % 3).collect();
        let product = |cover: &Cover| cover.iter().map(|option| weights[option.index()]).product::<u64>();
        let expected: u64 = bits(&problem).into_iter().map(|cover| product(&cover)).sum();
        for (threads, granularity) in each_setting() {
            let mut search = bits(&problem);
            let threads =
                &mut Threads::new(NonZeroUsize::new(threads).expect("there is at least one thread"));
            let mut count = ParallelCount::new(granularity);
            let view = &mut |position: &dyn Position| Underway::of(position.counters(), 0.0);
            let goal = Goal::ALL;
            let total = Mutex::new(BigUint::ZERO);
            let collector = WeightedCount { weights: &weights, total: &total, is_limited: false };
            let step = count.advance(&mut search, &collector, goal, threads, &mut Limits::none(), view);
            assert_eq!(step, Ok(CountStatus::Ended));
            assert_eq!(total.into_inner().expect("no thread panicked"), expected.into());
        }
    }
    hold(200, property as fn(_));
}

/// Returns a problem whose first part takes long and has no cover, and whose later parts have far more covers
/// than may be held.
fn late_riches() -> Problem {
    let points: Vec<String> = (0..8).map(|point| format!("m{point}")).collect();
    let steps: Vec<String> = (0..6).map(|step| format!("d{step}")).collect();
    let mut file = format!("first {} {}", points.join(" "), steps.join(" "));
    // With the first option, the last step has no branch, which the rule detects only when it gets there.
    file.push_str(" | s\nfirst s:1\nfirst s:2");
    for (index, point) in points.iter().enumerate() {
        for other in &points[index + 1..] {
            file.push_str(&format!("\n{point} {other}"));
        }
    }
    for (index, step) in steps.iter().enumerate() {
        let is_last = index + 1 == steps.len();
        file.push_str(&format!("\n{step} s:2\n{step}{}", if is_last { " s:2" } else { "" }));
    }
    knuth::read(file.as_bytes()).expect("the problem is well-formed")
}

#[test]
fn not_more_is_held_than_is_allowed_and_all_comes_in_order() {
    let problem = late_riches();
    let (all, _) = alone(
        &mut Search::with_rule(&problem, Rule::First, &mut Limits::none()).expect("nothing stops it"),
        &mut Limits::none(),
    );
    let granularity = Granularity { slice: 200, batch: 500, behind: 20_000, mark: 10_000, ..FINEST };
    let search = Search::with_rule(&problem, Rule::First, &mut Limits::none()).expect("nothing stops it");
    for workers in [1, 2, 4] {
        let mut queue = Queue::new(search.tree_position(), 0.0, search.counters(), Keeps::Order, granularity);
        queue.workers = workers;
        let shared = SharedQueue::new(queue, &CoverBytes, granularity, Goal::ALL);
        let mut covers: Vec<Cover> = Vec::new();
        let mut most = 0;
        thread::scope(|scope| {
            for _ in 0..workers {
                let (shared, search) = (&shared, search.clone());
                scope.spawn(move || shared.work(search));
            }
            loop {
                // Delivers nothing until no worker can continue.
                let mut queue = shared.lock();
                if !queue.is_walked() && (queue.idle < workers || queue.has_work_for_idle()) {
                    drop(queue);
                    thread::yield_now();
                    continue;
                }
                most = most.max(queue.held());
                for batch in queue.drain(1) {
                    covers.extend(CoverBytes::read(&batch.bytes));
                }
                if queue.is_empty() {
                    break;
                }
                shared.wake_for_work(&queue);
            }
        });
        assert!(covers == all, "{workers} workers: {} of {} covers", covers.len(), all.len());
        // A worker finishes what it has begun when the memory is used up.
        let allowed = granularity.behind + granularity.behind / 4 + workers * 4 * granularity.batch;
        assert!(most <= allowed, "{workers} workers: {most} bytes were held");
        assert!(all.len() * 40 > 4 * allowed, "there is too little to hold");
    }
}

#[test]
fn a_panic_in_a_worker_reaches_the_caller_and_blocks_no_thread() {
    let problem = corpus::problem("langford8");
    let mut search = bits(&problem);
    for (threads, granularity) in each_setting() {
        search.rewind();
        let listed = catch_unwind(AssertUnwindSafe(|| {
            let fail = |cover: &[OptionId], _: &mut Vec<u8>| assert!(cover.is_empty(), "a cover came");
            parallel(&mut search, threads, Granularity { alone: 1, ..granularity }).render(
                &mut Limits::none(),
                fail,
                |_| ControlFlow::Continue(()),
            )
        }));
        assert!(listed.is_err());
        let visited = catch_unwind(AssertUnwindSafe(|| {
            parallel(&mut search, threads, granularity)
                .for_each(&mut Limits::none(), |cover| panic!("{} options came", cover.len()))
        }));
        assert!(visited.is_err());
        assert_eq!(parallel(&mut search, threads, granularity).count(&mut Limits::none()), Count::Exact(300));
    }
}

#[test]
fn the_default_granularity_lists_long_runs() {
    let problem = corpus::problem("langford11");
    let mut one = bits(&problem);
    let expected = alone(&mut one, &mut Limits::none());
    assert_eq!(expected.1, Count::Exact(35584));
    for threads in [2, 3] {
        let mut many = bits(&problem);
        let found = together(&mut many, threads, Granularity::DEFAULT, &mut Limits::none());
        assert!(found == expected, "{threads} threads");
        assert_eq!(place(&many), place(&one));
        assert_eq!(parallel(&mut many, threads, Granularity::DEFAULT).count(&mut Limits::none()), expected.1);
    }
}
