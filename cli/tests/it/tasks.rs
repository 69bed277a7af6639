//! `dlx task split`, `run` and `merge`: one enumeration as tasks, and the treatment of lost and duplicated
//! ones.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::{Run, dlx, folder, run, run_on, testdata};

struct Work {
    here: tempfile::TempDir,
    problem: String,
}

impl Work {
    fn new(name: &str, tasks: &str) -> Self {
        let work = Self { here: folder(), problem: testdata(&format!("exact-cover/{name}.dlx")) };
        let (problem, file) = (work.problem.as_str(), work.path("tasks.jsonl"));
        run(&["task", "split", problem, "--tasks", tasks, "--output", &file]).exits(0);
        work
    }

    fn path(&self, name: &str) -> String {
        self.here.path().join(name).display().to_string()
    }

    fn run(&self, arguments: &[&str]) -> Run {
        let (command, rest) = arguments.split_at(if arguments[0] == "task" { 2 } else { 1 });
        let all = [command, &[self.problem.as_str()], rest].concat();
        dlx().args(all).current_dir(self.here.path()).output().expect("the binary runs").into()
    }
}

fn lines(path: impl AsRef<Path>) -> Vec<String> {
    fs::read_to_string(path).expect("the file is there").lines().map(str::to_owned).collect()
}

#[test]
fn counts_of_all_tasks_are_added() {
    for (name, tasks, count) in [
        ("queens8", "1", "92\n"),
        ("queens8", "40", "92\n"),
        ("langford11", "25", "35584\n"),
        ("domino8x8", "9", "12988816\n"),
        ("pent8x8hole", "30", "520\n"),
        ("soma", "10", "11520\n"),
    ] {
        let work = Work::new(name, tasks);
        assert!(lines(work.path("tasks.jsonl")).len() >= tasks.parse().expect("a number"), "{name}");
        work.run(&["task", "run", "tasks.jsonl"]).exits(0);
        assert_eq!(work.run(&["task", "merge", "results"]).exits(0).out, count, "{name}");
    }
}

#[test]
fn a_damaged_result_counts_as_absent_and_is_named() {
    let work = Work::new("queens8", "10");
    for want in ["count", "covers"] {
        let run = || work.run(&["task", "run", "tasks.jsonl", "--want", want]);
        run().exits(0);
        let file = work.path(&format!("results/3.{want}"));
        let whole = fs::read(&file).expect("it is there");
        let middle = whole.len() / 2;
        let altered: Vec<u8> =
            whole.iter().enumerate().map(|(at, byte)| byte ^ u8::from(at == middle)).collect();
        for damaged in [&whole[..middle], &[], b"\xff\xfe", b"{\"schema\":2,\"id\":\"3", &altered] {
            fs::write(&file, damaged).expect("it can be written");
            let again = run().exits(0);
            let begins = format!("warning: results/3.{want}: ");
            assert!(again.err.starts_with(&begins), "{}", again.err);
            assert!(
                again.err.contains("expected ") && again.err.contains("; task 3 was run again"),
                "{}",
                again.err
            );
            assert_eq!(again.err.lines().count(), 1, "{}", again.err);
            assert!(
                !again.out.lines().any(|line| line.starts_with("3 ") && line.contains("before")),
                "{}",
                again.out
            );
            assert_eq!(fs::read(&file).expect("it is there"), whole);
        }
        assert_eq!(run().exits(0).err, "");
        let merged = work.run(&["task", "merge", "results", "--want", want]).exits(0);
        let found = if want == "count" { merged.out } else { format!("{}\n", merged.out.lines().count()) };
        assert_eq!(found, "92\n");
    }
}

#[test]
fn covers_are_joined_as_one_search_lists_them() {
    for (name, tasks) in [("langford8", "17"), ("queens8", "100"), ("pent8x8hole", "50")] {
        let work = Work::new(name, tasks);
        work.run(&["task", "run", "tasks.jsonl", "--want", "covers"]).exits(0);
        for format in ["text", "ids", "json"] {
            let merged =
                work.run(&["task", "merge", "results", "--want", "covers", "--format", format]).exits(0);
            assert_eq!(merged.out, work.run(&["solve", "--format", format]).exits(0).out, "{name} {format}");
        }
    }
}

#[test]
fn bounds_and_colors_are_kept_to_in_tasks() {
    let here = folder();
    for text in [
        "2:3|p q | x\np x\np x\np q\np\nq\np q x\n",
        "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\nq y:A\nr\n",
    ] {
        let problem = here.path().join("problem.dlx");
        fs::write(&problem, text).expect("the file can be written");
        let problem = problem.display().to_string();
        let (tasks, results) = (
            here.path().join("tasks.jsonl").display().to_string(),
            here.path().join("results").display().to_string(),
        );
        fs::remove_dir_all(&results).ok();
        run(&["task", "split", &problem, "--tasks", "6", "--output", &tasks]).exits(0);
        for want in ["count", "covers"] {
            run(&["task", "run", &problem, &tasks, "--results", &results, "--want", want]).exits(0);
        }
        assert_eq!(
            run(&["task", "merge", &problem, &results]).exits(0).out,
            run(&["count", &problem]).exits(0).out
        );
        let merged = run(&["task", "merge", &problem, &results, "--want", "covers"]).exits(0).out;
        assert_eq!(merged, run(&["solve", &problem]).exits(0).out);
    }
}

#[test]
fn a_task_that_was_done_is_not_done_again_and_its_result_stays_as_it_is() {
    let work = Work::new("queens8", "5");
    let first = work.run(&["task", "run", "tasks.jsonl", "--id", "3,1"]).exits(0).out;
    let before = fs::read(work.path("results/3.count")).expect("it is done");
    let again = work.run(&["task", "run", "tasks.jsonl", "--id", "3"]).exits(0).out;
    assert_eq!(again.trim_end(), format!("{} (done before)", first.lines().next().expect("a line")));
    fs::remove_file(work.path("results/3.count")).expect("it is there");
    work.run(&["task", "run", "tasks.jsonl", "--id", "3"]).exits(0);
    assert_eq!(fs::read(work.path("results/3.count")).expect("it is done"), before);
}

#[test]
fn tasks_that_are_missing_or_there_twice_are_named() {
    let work = Work::new("queens8", "6");
    work.run(&["task", "run", "tasks.jsonl"]).exits(0);
    fs::copy(work.path("results/2.count"), work.path("copy.count")).expect("it can be copied");
    let twice = work.run(&["task", "merge", "results", "copy.count"]).exits(3).err;
    assert!(twice.contains("task 2 has two results"), "{twice}");
    for id in ["0", "4"] {
        fs::remove_file(work.path(&format!("results/{id}.count"))).expect("it is there");
    }
    let missing = work.run(&["task", "merge", "results"]).exits(3);
    assert!(missing.err.contains("2 tasks without a result: 0, 4"), "{}", missing.err);
    assert_eq!(missing.out, "");
    assert!(
        work.run(&["task", "merge", "results", "--want", "covers"])
            .exits(3)
            .err
            .contains("expected the results of all tasks, found none")
    );
}

#[test]
fn results_of_another_problem_or_split_are_refused() {
    let work = Work::new("queens8", "6");
    let other = Work::new("langford8", "6");
    let wrong = other.run(&["task", "run", &work.path("tasks.jsonl"), "--id", "0"]).exits(3).err;
    assert!(wrong.contains("task 0: expected the problem"), "{wrong}");
    work.run(&["task", "run", "tasks.jsonl"]).exits(0);
    let wrong = other.run(&["task", "merge", &work.path("results")]).exits(3).err;
    assert!(wrong.contains("expected the problem"), "{wrong}");
    let again = Work::new("queens8", "30");
    again.run(&["task", "run", "tasks.jsonl", "--id", "0"]).exits(0);
    let mixed = work.run(&["task", "merge", "results", &again.path("results")]).exits(3).err;
    assert!(mixed.contains("expected the split"), "{mixed}");
    let kept = again
        .run(&["task", "run", "tasks.jsonl", "--results", &work.path("results"), "--id", "0"])
        .exits(3)
        .err;
    assert!(kept.contains("expected a result of task 0, found one of another task or split"), "{kept}");
}

#[test]
fn a_task_is_replaced_by_its_parts() {
    let work = Work::new("langford8", "4");
    let parts = work.run(&["task", "split", "--tasks", "5", "--of", "tasks.jsonl", "--id", "2"]).exits(0).out;
    assert_eq!(
        parts,
        work.run(&["task", "split", "--tasks", "5", "--of", "tasks.jsonl", "--id", "2"]).exits(0).out
    );
    fs::write(work.path("parts.jsonl"), parts).expect("the file can be written");
    let tasks = lines(work.path("tasks.jsonl")).len();
    let others: Vec<String> = (0..tasks).filter(|&id| id != 2).map(|id| id.to_string()).collect();
    for want in ["count", "covers"] {
        work.run(&["task", "run", "tasks.jsonl", "--id", &others.join(","), "--want", want]).exits(0);
        assert!(
            work.run(&["task", "merge", "results", "--want", want])
                .exits(3)
                .err
                .contains("without a result: 2")
        );
        work.run(&["task", "run", "parts.jsonl", "--want", want]).exits(0);
    }
    assert_eq!(work.run(&["task", "merge", "results"]).exits(0).out, "300\n");
    let covers = work.run(&["task", "merge", "results", "--want", "covers"]).exits(0).out;
    assert_eq!(covers, work.run(&["solve"]).exits(0).out);
    fs::remove_file(work.path("results/2.1.count")).expect("it is there");
    assert!(work.run(&["task", "merge", "results"]).exits(3).err.contains("without a result: 2.1"));
    work.run(&["task", "run", "tasks.jsonl", "--id", "2"]).exits(0);
    let both = work.run(&["task", "merge", "results"]).exits(3).err;
    assert!(both.contains("found both for task 2 and its part 2.0"), "{both}");
}

#[test]
fn results_that_were_cut_off_are_refused() {
    let work = Work::new("queens8", "3");
    work.run(&["task", "run", "tasks.jsonl", "--want", "covers"]).exits(0);
    let whole = lines(work.path("results/1.covers"));
    fs::write(work.path("results/1.covers"), whole[..whole.len() - 1].join("\n")).expect("it can be written");
    let cut = work.run(&["task", "merge", "results", "--want", "covers", "--output", "all"]).exits(3).err;
    assert!(cut.contains("the file is incomplete"), "{cut}");
}

#[test]
fn a_run_that_is_stopped_leaves_no_result() {
    let work = Work::new("pent6x10", "2");
    for want in ["count", "covers"] {
        work.run(&["task", "run", "tasks.jsonl", "--want", want, "--timeout", "0.001"]).exits(5);
        let left = fs::read_dir(work.path("results")).map_or(0, Iterator::count);
        assert_eq!(left, 0);
    }
}

#[test]
fn invalid_tasks_are_refused_with_their_line() {
    let work = Work::new("queens8", "2");
    let bad = run_on("\n{}\n", &["task", "run", &work.problem, "-"]).exits(3).err;
    assert!(bad.contains("line 2"), "{bad}");
    assert!(work.run(&["task", "run", "tasks.jsonl", "--id", "9"]).exits(3).err.contains(" tasks, found 9"));
}

/// The recipe for GNU parallel; without it, the same with `xargs`.
#[test]
fn tasks_run_in_processes_of_their_own() {
    let work = Work::new("langford8", "12");
    let tasks = lines(work.path("tasks.jsonl")).len();
    let binary = env!("CARGO_BIN_EXE_dlx");
    let has_parallel =
        Command::new("parallel").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    let recipe = if has_parallel.is_ok_and(|status| status.success()) {
        format!("parallel --will-cite -j 3 --pipe -N 1 {binary} task run {} - < tasks.jsonl", work.problem)
    } else {
        format!("seq 0 {} | xargs -P 3 -n 1 {binary} task run {} tasks.jsonl --id", tasks - 1, work.problem)
    };
    let shell = Command::new("sh").args(["-c", &recipe]).current_dir(work.here.path()).output();
    let shell = Run::from(shell.expect("there is a shell")).exits(0);
    assert_eq!(shell.out.lines().count(), tasks, "{}", shell.out);
    assert_eq!(work.run(&["task", "merge", "results"]).exits(0).out, "300\n");
}

/// Splits, runs and merges the covers of a problem up to symmetry with flags about the symmetries.
fn up_to_symmetry(problem: &str, tasks: &str, flags: &[&str], formats: &[&str]) {
    let here = folder();
    let path = |name: &str| here.path().join(name).display().to_string();
    let (file, results) = (path("tasks.jsonl"), path("results"));
    let flags = [&["--up-to-symmetry"], flags].concat();
    let with_flags = |command: &[&str]| run(&[command, &flags].concat());
    with_flags(&["task", "split", problem, "--tasks", tasks, "--output", &file]).exits(0);
    let count = lines(&file).len();
    assert!(count >= tasks.parse().expect("a number"), "{count} tasks");
    // In two runs, the last tasks first.
    let ids: Vec<String> = (0..count).rev().map(|id| id.to_string()).collect();
    let (first, second) = ids.split_at(count / 2);
    for want in ["count", "covers"] {
        for ids in [first, second].into_iter().filter(|ids| !ids.is_empty()) {
            let ids = ids.join(",");
            let run = ["task", "run", problem, &file, "--results", &results, "--want", want, "--id", &ids];
            with_flags(&run).exits(0);
        }
    }
    let merged = run(&["task", "merge", problem, &results]).exits(0).out;
    assert_eq!(merged, with_flags(&["count", problem]).exits(0).out);
    for format in formats {
        let merge = ["task", "merge", problem, &results, "--want", "covers", "--format", format];
        let merged = run(&merge).exits(0).out;
        assert_eq!(merged, with_flags(&["solve", problem, "--format", format]).exits(0).out, "{format}");
    }
}

#[test]
fn covers_up_to_symmetry_are_joined_as_one_listing_lists_them() {
    let here = folder();
    let queens = testdata("exact-cover/queens8.dlx");
    for tasks in ["1", "2", "7", "20"] {
        up_to_symmetry(&queens, tasks, &[], &["text", "ids", "json"]);
    }
    up_to_symmetry(&testdata("exact-cover/pent8x8hole.dlx"), "9", &[], &["json"]);
    up_to_symmetry(&testdata("exact-cover/soma.dlx"), "9", &["--fix", "V,L,T,Z,A,B,P"], &["json"]);
    let generators = run(&["symmetries", "--format", "generators", &queens]).exits(0).out;
    let turn = here.path().join("turn.txt");
    fs::write(&turn, generators.lines().last().expect("a generator")).expect("the file can be written");
    up_to_symmetry(&queens, "6", &["--generators", &turn.display().to_string()], &["ids", "json"]);
    let colored = here.path().join("colored.dlx");
    fs::write(
        &colored,
        "2:3|p q r | x y\np x:A\np x:B\np y:A\np y:B\nq x:A\nq y:A\nr x:B\nr y:B\np r\np q\n",
    )
    .expect("the file can be written");
    up_to_symmetry(&colored.display().to_string(), "3", &[], &["text", "ids", "json"]);
}

#[test]
fn tasks_of_other_symmetries_are_refused() {
    let work = Work::new("queens8", "4");
    let split = ["task", "split", "--tasks", "4", "--up-to-symmetry", "--output", "orbits.jsonl"];
    work.run(&split).exits(0);
    let plain = work.run(&["task", "run", "orbits.jsonl"]).exits(3);
    assert!(plain.err.contains("task 0: the checkpoint is of covers up to symmetry"), "{}", plain.err);
    let symmetric = work.run(&["task", "run", "tasks.jsonl", "--up-to-symmetry"]).exits(3);
    assert!(symmetric.err.contains("not of covers up to symmetry"), "{}", symmetric.err);
    let fixed = work.run(&["task", "run", "orbits.jsonl", "--up-to-symmetry", "--fix", "r1"]).exits(3);
    assert!(fixed.err.contains("task 0: the checkpoint is of the symmetries"), "{}", fixed.err);
    assert!(!Path::new(&work.path("results")).exists(), "nothing was run");

    // Parts of a task, of the same symmetries.
    let parts = ["task", "split", "--tasks", "3", "--of", "orbits.jsonl", "--id", "1"];
    let refused = work.run(&parts).exits(3);
    assert!(refused.err.contains("of covers up to symmetry"), "{}", refused.err);
    let parts = work.run(&[&parts[..], &["--up-to-symmetry"]].concat()).exits(0).out;
    fs::write(work.path("parts.jsonl"), parts).expect("the file can be written");
    let others: Vec<String> =
        (0..lines(work.path("orbits.jsonl")).len()).filter(|&id| id != 1).map(|id| id.to_string()).collect();
    work.run(&["task", "run", "orbits.jsonl", "--up-to-symmetry", "--id", &others.join(",")]).exits(0);
    work.run(&["task", "run", "parts.jsonl", "--up-to-symmetry"]).exits(0);
    assert_eq!(work.run(&["task", "merge", "results"]).exits(0).out, "12\n");

    let rule = work.run(&["task", "split", "--tasks", "4", "--up-to-symmetry", "--rule", "first"]).exits(2);
    assert!(rule.err.contains("--rule"), "{}", rule.err);
    let tasks = fs::read_to_string(work.path("orbits.jsonl")).expect("it is there");
    let run = ["task", "run", &work.problem, "-", "--up-to-symmetry", "--generators", "-"];
    let both = run_on(&tasks, &run).exits(2);
    assert!(both.err.contains("found the tasks and the generators"), "{}", both.err);
}

#[test]
fn more_symmetries_than_can_be_listed_have_no_tasks() {
    let here = folder();
    let latin = here.path().join("latin.dlx").display().to_string();
    run(&["generate", "latin", "6", "--output", &latin]).exits(0);
    let refused = run(&["task", "split", "--tasks", "4", "--up-to-symmetry", &latin]).exits(2);
    assert!(refused.err.contains("there are too many symmetries for tasks"), "{}", refused.err);
}
