//! `dlx solve`, stopped in various ways and resumed: no cover is lost and none is listed twice. `DLX_KILLS`
//! is the number of kills, 100 by default.

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::support::{dlx, file, folder, run, scaled, testdata};

/// A listing to a file, with a checkpoint beside it.
struct Listing {
    folder: tempfile::TempDir,
    problem: String,
    more: Vec<&'static str>,
}

impl Listing {
    fn of(problem: String, more: &[&'static str]) -> Self {
        Self { folder: folder(), problem, more: more.to_vec() }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().expect("the path is UTF-8").to_owned()
    }

    /// Returns the command, which resumes if there is a checkpoint.
    fn command(&self) -> Command {
        let mut command = dlx();
        let (output, checkpoint) = (self.path("out"), self.path("cp"));
        command.args(["solve", "--format", "ids", "--checkpoint-every", "3ms"]).args(&self.more);
        command.args(["--output", &output, "--checkpoint", &checkpoint]);
        if Path::new(&checkpoint).exists() {
            command.arg("--resume");
        }
        command.arg(&self.problem).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    fn output(&self) -> String {
        std::fs::read_to_string(self.path("out")).unwrap_or_default()
    }

    /// Returns the output of an uninterrupted run.
    fn whole(&self) -> String {
        let mut arguments = vec!["solve", "--format", "ids"];
        arguments.extend(&self.more);
        arguments.push(&self.problem);
        run(&arguments).exits(0).out
    }
}

/// Runs the listing, kills it at times drawn from the seed and resumes it, until it is complete; repeats this
/// until there were that number of kills. The arguments of each run may depend on a random number.
fn kill(kills_wanted: u64, seed: u64, more: impl Fn(u64) -> &'static [&'static str]) {
    let problem = testdata("exact-cover/langford11.dlx");
    let whole = Listing::of(problem.clone(), &[]).whole();
    assert_eq!(whole.lines().count(), 35584);
    // A linear congruential generator, so that the times are the same in every run of this test.
    let mut random = seed;
    let mut kills = 0;
    while kills < kills_wanted {
        let listing = Listing::of(problem.clone(), &[]);
        // On a busy machine a run may make little progress; then the next one gets more time.
        let mut patience = 0;
        loop {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let before = std::fs::read(listing.path("cp")).ok();
            let mut child = listing.command().args(more(random)).spawn().expect("the binary runs");
            sleep(Duration::from_micros((random >> 33) % 30_000 + patience));
            child.kill().expect("the child can be killed");
            let status = child.wait().expect("the child ends");
            if status.success() {
                break;
            }
            assert_eq!(status.code(), None, "the child was not killed, but failed");
            kills += 1;
            if std::fs::read(listing.path("cp")).ok() == before {
                patience += 5_000;
            }
        }
        assert!(listing.output() == whole, "after {kills} kills the output differs");
    }
}

#[test]
fn killed_a_hundred_times_the_output_is_that_of_one_run_byte_for_byte() {
    kill(scaled("DLX_KILLS", 100), 12345, |_| &[]);
}

#[test]
fn killed_with_threads_and_gone_on_with_any_number_the_output_is_that_of_one_run() {
    kill(30, 54321, |random| match random >> 60 & 3 {
        0 | 2 => &["-j", "2"],
        1 => &["-j", "3"],
        _ => &["-j", "1"],
    });
}

#[test]
fn stopped_by_a_limit_with_threads_the_run_goes_on_from_there() {
    let listing = Listing::of(testdata("exact-cover/langford11.dlx"), &[]);
    let whole = listing.whole();
    for (limit, threads) in [(1, "2"), (12_345, "2"), (12_346, "1"), (30_000, "5"), (35_583, "2")] {
        let mut command = listing.command();
        command.args(["-j", threads, "--limit", &limit.to_string()]);
        assert_eq!(command.status().expect("the binary runs").code(), Some(0), "{limit}");
        let expected: String = whole.split_inclusive('\n').take(limit).collect();
        assert!(listing.output() == expected, "{limit} with {threads} threads");
    }
    let ended = listing.command().args(["-j", "2"]).status().expect("the binary runs");
    assert_eq!(ended.code(), Some(0));
    assert!(listing.output() == whole);
}

#[test]
fn stopped_by_a_limit_again_and_again_nothing_is_lost_whatever_the_rule() {
    for rule in ["fewest", "first", "preferred", "random:7"] {
        let problem = testdata("exact-cover/langford8.dlx");
        let listing = Listing::of(problem, &["--rule", rule]);
        let whole = listing.whole();
        assert_eq!(whole.lines().count(), 300, "{rule}");
        for limit in [0, 1, 2, 3, 50, 51, 299, 300] {
            let ended =
                listing.command().args(["--limit", &limit.to_string()]).status().expect("the binary runs");
            assert_eq!(ended.code(), Some(0), "{rule}, {limit}");
            let expected: String = whole.split_inclusive('\n').take(limit).collect();
            assert_eq!(listing.output(), expected, "{rule}, {limit}");
        }
        assert_eq!(listing.command().status().expect("the binary runs").code(), Some(0), "{rule}");
        assert_eq!(listing.output(), whole, "{rule}");
        // Resuming a complete listing changes nothing.
        assert_eq!(listing.command().status().expect("the binary runs").code(), Some(0), "{rule}");
        assert_eq!(listing.output(), whole, "{rule}");
    }
}

#[test]
fn a_reduced_problem_is_resumed_in_the_options_of_the_original() {
    let listing = Listing::of(testdata("exact-cover/pent3x20.dlx"), &["--reduce", "always"]);
    let whole = listing.whole();
    let plain = run(&["solve", "--format", "ids", &listing.problem]).exits(0).out;
    let sorted = |out: &str| {
        let numbers = |line: &str| {
            let mut numbers: Vec<u32> =
                line.split(' ').map(|number| number.parse().expect("a number")).collect();
            numbers.sort_unstable();
            numbers
        };
        let mut covers: Vec<Vec<u32>> = out.lines().map(numbers).collect();
        covers.sort();
        covers
    };
    assert_eq!(sorted(&whole), sorted(&plain));
    for limit in [0, 3, 5] {
        listing.command().args(["--limit", &limit.to_string()]).status().expect("the binary runs");
    }
    let (output, checkpoint) = (listing.path("out"), listing.path("cp"));
    let mut plain = vec!["solve", "--format", "ids", "--output", &output, "--checkpoint", &checkpoint];
    plain.extend(["--resume", &listing.problem]);
    let refused = run(&plain).exits(3);
    assert!(refused.err.contains("begun with --reduce always"), "{}", refused.err);
    assert_eq!(listing.command().status().expect("the binary runs").code(), Some(0));
    assert_eq!(listing.output(), whole);
}

#[test]
fn a_bounded_problem_is_resumed_in_the_middle_of_its_combinations() {
    let text = "0:2|a 1:3|b 2|c d\na b\na c\nb c\nb d\nc d\na d\na\nb\nc\n";
    let problem = file(text);
    let path = problem.path().to_str().expect("the path is UTF-8").to_owned();
    let listing = Listing::of(path, &[]);
    let whole = listing.whole();
    let count = whole.lines().count();
    assert!(count > 20, "{count}");
    for limit in 0..count {
        listing.command().args(["--limit", &limit.to_string()]).status().expect("the binary runs");
        let expected: String = whole.split_inclusive('\n').take(limit).collect();
        assert_eq!(listing.output(), expected, "{limit}");
    }
    assert_eq!(listing.command().status().expect("the binary runs").code(), Some(0));
    assert_eq!(listing.output(), whole);
}

#[test]
fn mismatched_files_are_refused_and_left_unchanged() {
    let listing = Listing::of(testdata("exact-cover/queens8.dlx"), &[]);
    listing.command().args(["--limit", "10"]).status().expect("the binary runs");
    let (output, checkpoint) = (listing.path("out"), listing.path("cp"));
    let before = (listing.output(), std::fs::read_to_string(&checkpoint).expect("there is a checkpoint"));
    let with = |more: &[&str], problem: &str| {
        let mut arguments = vec!["solve", "--output", &output, "--checkpoint", &checkpoint];
        arguments.extend(more);
        arguments.push(problem);
        run(&arguments)
    };
    let ids = ["--resume", "--format", "ids"];
    let other = testdata("exact-cover/langford8.dlx");
    let refused = with(&ids, &other).exits(3);
    assert!(refused.err.contains("the checkpoint is of the problem"), "{}", refused.err);
    let refused = with(&["--resume"], &listing.problem).exits(3);
    assert!(refused.err.contains("begun in the format ids, not text"), "{}", refused.err);
    let refused = with(&["--resume", "--format", "ids", "--rule", "first"], &listing.problem).exits(3);
    assert!(refused.err.contains("made under the rule fewest"), "{}", refused.err);
    let refused = with(&["--format", "ids"], &listing.problem).exits(3);
    assert!(refused.err.contains("continue that with --resume"), "{}", refused.err);
    run(&["solve", "--checkpoint", &checkpoint, &listing.problem]).exits(2);
    run(&["solve", "--resume", &listing.problem]).exits(2);
    let after = (listing.output(), std::fs::read_to_string(&checkpoint).expect("there is a checkpoint"));
    assert_eq!(after, before);

    // An output shorter than the checkpoint states, and files that are not checkpoints.
    let shorter = before.0.len() - 1;
    std::fs::write(&output, &before.0[..shorter]).expect("the output can be written");
    let refused = with(&ids, &listing.problem).exits(3);
    let message = format!("expected {} bytes or more, found {shorter} bytes", before.0.len());
    assert!(refused.err.contains(&message), "{}", refused.err);
    for (text, reason) in [
        ("", "line 1: expected `dlx solve 2`, found ``"),
        ("dlx solve 1\nformat ids\n", "line 1: expected `dlx solve 2`, found `dlx solve 1`"),
        (before.1.trim_end_matches('\n'), "it was cut off or altered"),
        (&before.1.replace("format ids", "format text"), "it was cut off or altered"),
    ] {
        std::fs::write(&checkpoint, text).expect("the checkpoint can be written");
        let refused = with(&ids, &listing.problem).exits(3);
        assert!(refused.err.contains(reason), "{}", refused.err);
    }
}
