//! Tasks of covers up to symmetry: together they list what one listing does, and they are refused for other
//! symmetries.

use std::fs;

use dlx_core::inner::{Digester, SymmetrySearch};
use dlx_core::{
    BigUint, CheckpointError, ItemId, Limits, OptionId, Problem, Representative, Search, Symmetries,
};
use dlx_instances::latin::{self, Form};
use dlx_instances::{dominoes, polycubes, queens, region::Region};
use dlx_tasks::{
    Balance, Folder, FolderError, ForeignTask, Merge, MergeError, SplitError, Task, Wanted, resplit, split,
    split_representatives,
};

type Orbits = Vec<(Vec<OptionId>, BigUint)>;

fn all_of(problem: &Problem) -> Symmetries {
    Symmetries::of(problem, &mut Limits::none()).expect("nothing stops it")
}

fn listed(symmetries: &Symmetries) -> Orbits {
    let (mut listing, mut all) = (symmetries.representatives(), Vec::new());
    while let Some(Representative { cover, orbit }) =
        listing.next_representative(&mut Limits::none()).expect("nothing stops it")
    {
        all.push((cover, orbit));
    }
    all
}

fn tasks_of(symmetries: &Symmetries, tasks: usize, probes: u64) -> Vec<Task> {
    let balance = Balance { probes, seed: 1 };
    split_representatives(symmetries, tasks, balance, &mut Limits::none()).expect("the symmetries are few")
}

/// Runs tasks in an order of the seed, each read from its line again, and merges their results.
fn merged(symmetries: &Symmetries, tasks: &[Task], seed: u64) -> (BigUint, Orbits) {
    let here = tempfile::tempdir().expect("a folder");
    let folder = Folder::new(here.path());
    let mut shuffled: Vec<&Task> = tasks.iter().collect();
    shuffled.sort_by_key(|task| {
        Digester::new("order").number(seed).text(&task.place.to_string()).digest().to_string()
    });
    for task in shuffled {
        let mut line = Vec::new();
        task.write(&mut line).expect("memory takes it");
        let task = Task::read(&line[..]).expect("it was just written").remove(0);
        for wanted in [Wanted::Count, Wanted::Covers] {
            let done = folder.run(symmetries, &task, wanted, &mut Limits::none()).expect("the task is sound");
            let again = folder.run(symmetries, &task, wanted, &mut Limits::none()).expect("it is done");
            assert_eq!((done.was_there, again.was_there, done.count), (false, true, again.count));
        }
    }
    let merge = |wanted| {
        let mut merge = Merge::new(symmetries.problem());
        for outcome in folder.outcomes(wanted).expect("they can be read") {
            merge.add(outcome).expect("it is of this split");
        }
        merge
    };
    let total = merge(Wanted::Count).total().expect("all tasks are done");
    let (mut merge, mut all) = (merge(Wanted::Covers), Vec::new());
    assert_eq!(merge.symmetries(), Some(symmetries.digest()));
    let found = merge.for_each_representative(|cover, orbit| -> Result<(), MergeError> {
        all.push((cover.to_vec(), orbit.clone()));
        Ok(())
    });
    assert_eq!(found.expect("all tasks are done"), all.len() as u64);
    (total, all)
}

/// Returns a problem with bounds and colors of the seed.
fn random_problem(seed: u64) -> Problem {
    let mut draws = 0_u64;
    let mut draw = |count: u64| {
        draws += 1;
        let digest = Digester::new("problem").number(seed).number(draws).digest().to_string();
        u64::from_str_radix(&digest[..8], 16).expect("digits") % count
    };
    let mut builder = Problem::builder();
    for item in 0..3 {
        let (low, high) = [(1, 1), (1, 1), (0, 1), (1, 2), (2, 3)][usize::try_from(draw(5)).expect("small")];
        builder.bounded(format!("p{item}"), low..=high);
    }
    builder.secondary(["x", "y"]);
    for _ in 0..3 + draw(7) {
        let mut names = vec![format!("p{}", draw(3))];
        names.extend((0..3).filter(|_| draw(3) == 0).map(|item| format!("p{item}")));
        for name in ["x", "y"] {
            match draw(5) {
                0 => names.push(name.to_owned()),
                1 => names.push(format!("{name}:A")),
                2 => names.push(format!("{name}:B")),
                _ => {}
            }
        }
        names.sort_unstable();
        names.dedup();
        builder.option(&names);
    }
    builder.build().expect("it is a problem")
}

#[test]
fn tasks_together_list_what_one_listing_does() {
    let (mut symmetric, mut seven) = (0, 0);
    for seed in 0..30 {
        let problem = random_problem(seed);
        let symmetries = all_of(&problem);
        let all = listed(&symmetries);
        for count in 1..=7 {
            let tasks = tasks_of(&symmetries, count, [0, 8][count % 2]);
            if tasks.is_empty() {
                assert_eq!(all, []);
                continue;
            }
            assert_eq!(merged(&symmetries, &tasks, seed), (all.len().into(), all.clone()), "{problem:?}");
            symmetric += usize::from(tasks.len() > 1 && *symmetries.order() > BigUint::from(1u32));
            seven += usize::from(tasks.len() >= 7);
        }
    }
    assert!(symmetric > 10 && seven > 5, "{symmetric} {seven}");
}

#[test]
fn tasks_of_published_problems_add_up() {
    let square = Region::rectangle(6, 6).expect("a region");
    // OEIS A002562, and tilings of a square of 6x6 by dominoes up to its symmetries.
    for (problem, orbits) in [
        (queens::problem(8, queens::Board::Plain).expect("a problem"), 12u32),
        (dominoes::problem(&square).expect("a problem"), 930),
    ] {
        let symmetries = all_of(&problem);
        let all = listed(&symmetries);
        for count in [1, 6, 20] {
            let tasks = tasks_of(&symmetries, count, 8);
            assert!(tasks.len() >= count, "{} of {count}", tasks.len());
            assert_eq!(merged(&symmetries, &tasks, 5), (orbits.into(), all.clone()));
        }
    }
}

#[test]
fn a_task_of_representatives_is_replaced_by_its_parts() {
    let problem = queens::problem(8, queens::Board::Plain).expect("a problem");
    let symmetries = all_of(&problem);
    let mut tasks = tasks_of(&symmetries, 4, 8);
    let part = tasks.remove(1);
    let parts = resplit(&symmetries, &part, 5, Balance::default(), &mut Limits::none()).expect("it is sound");
    assert!(parts.len() >= 5);
    tasks.extend(parts);
    assert_eq!(merged(&symmetries, &tasks, 3), (12u32.into(), listed(&symmetries)));
    let refused = resplit(&problem, &part, 5, Balance::default(), &mut Limits::none());
    assert!(matches!(refused, Err(SplitError::Foreign(ForeignTask::Checkpoint { .. }))), "{refused:?}");
}

#[test]
fn tasks_of_other_symmetries_are_refused() {
    let problem = polycubes::soma().expect("a problem");
    let pieces: Vec<ItemId> = problem.items().take(7).collect();
    let (all, rotations) = (all_of(&problem), SymmetrySearch::of(&problem).fix(&pieces));
    let rotations = rotations.run(&mut Limits::none()).expect("nothing stops it");
    let here = tempfile::tempdir().expect("a folder");
    let folder = Folder::new(here.path());
    let limits = || Limits::none().nodes(1_000_000);
    let task = tasks_of(&all, 3, 0).remove(0);
    let plain = split(&Search::new(&problem), 3, Balance { probes: 0, seed: 0 }, &mut limits())
        .expect("no limit")
        .remove(0);
    folder.count(&all, &task, &mut Limits::none()).expect("the task is sound");
    for wanted in [Wanted::Count, Wanted::Covers] {
        let source = |refused: Result<_, FolderError>| match refused {
            Err(FolderError::Foreign(ForeignTask::Checkpoint { id, source })) => {
                assert_eq!(id, "0");
                source
            }
            other => panic!("{other:?}"),
        };
        // Also where a result is.
        let refused = source(folder.run(&rotations, &task, wanted, &mut limits()));
        let (found, expected) = (all.digest(), rotations.digest());
        assert_eq!(refused, CheckpointError::OtherSymmetries { found, expected });
        let refused = source(folder.run(&problem, &task, wanted, &mut limits()));
        assert_eq!(refused, CheckpointError::UpToSymmetry);
        let refused = source(folder.run(&all, &plain, wanted, &mut limits()));
        assert_eq!(refused, CheckpointError::NotUpToSymmetry);
        let other = all_of(&queens::problem(6, queens::Board::Plain).expect("a problem"));
        let refused = folder.run(&other, &task, wanted, &mut limits());
        assert!(
            matches!(refused, Err(FolderError::Foreign(ForeignTask::OtherProblem { .. }))),
            "{refused:?}"
        );
    }
    // A result of all covers in the place of one of representatives.
    fs::remove_file(folder.path_of(&task, Wanted::Count)).expect("it is there");
    folder.count(&problem, &plain, &mut Limits::none()).expect("the task is sound");
    let there = folder.count(&all, &task, &mut limits());
    assert!(matches!(there, Err(FolderError::OtherSplit { .. })), "{there:?}");
}

#[test]
fn more_symmetries_than_can_be_listed_have_no_tasks() {
    let problem = latin::problem(5, Form::All).expect("a problem");
    let refused = split_representatives(&all_of(&problem), 3, Balance::default(), &mut Limits::none());
    assert!(matches!(refused, Err(SplitError::ManySymmetries)), "{refused:?}");
}

#[test]
fn results_of_representatives_are_not_mixed_with_others() {
    let problem = queens::problem(6, queens::Board::Plain).expect("a problem");
    let symmetries = all_of(&problem);
    let here = tempfile::tempdir().expect("a folder");
    let folder = Folder::new(here.path());
    let tasks = tasks_of(&symmetries, 3, 0);
    for task in &tasks {
        folder.covers(&symmetries, task, &mut Limits::none()).expect("the task is sound");
    }
    let file = (0..tasks.len())
        .map(|number| folder.path_of(&tasks[number], Wanted::Covers))
        .find(|file| fs::read_to_string(file).expect("it is there").lines().count() > 2)
        .expect("there is a cover");
    let text = fs::read_to_string(&file).expect("it is there");
    let merge = || {
        let mut merge = Merge::new(&problem);
        for outcome in folder.outcomes(Wanted::Covers)? {
            merge.add(outcome).map_err(|error| FolderError::Io {
                path: here.path().to_owned(),
                source: std::io::Error::other(error.to_string()),
            })?;
        }
        let mut found = 0;
        let all = merge.for_each_representative(|_, _| -> Result<(), MergeError> {
            found += 1;
            Ok(())
        });
        all.map_err(|error| FolderError::Io {
            path: here.path().to_owned(),
            source: std::io::Error::other(error.to_string()),
        })
    };
    assert_eq!(merge().expect("all tasks are done"), 1);
    let line = text.lines().nth(1).expect("a cover");
    for (other, expected) in [
        (line.replacen("4: ", "", 1), "line 2: expected the size of an orbit and `:`"),
        (line.replacen("4: ", "0: ", 1), "line 2: expected the size of an orbit and `:`"),
        (line.replacen("4: ", "5: ", 1), "the file was altered"),
        (line.replacen("4: ", "4: 9999 ", 1), "line 2: expected the numbers of options"),
    ] {
        fs::write(&file, text.replacen(line, &other, 1)).expect("it can be written");
        let refused = merge().expect_err("it was altered").to_string();
        assert!(refused.contains(expected), "{other}: {refused}");
    }
}
