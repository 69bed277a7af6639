//! Checkpoints and outputs that were altered, mixed up or are in use: they are refused and left unchanged, or
//! the listing is correct; and files that stay complete whenever a process is killed.
//!
//! `DLX_ROUNDS` is the number of rounds with two processes, `DLX_KILLS` the number of kills of each command;
//! the defaults take a few seconds.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::{Run, dlx, file, folder, run, scaled, testdata};

/// A linear congruential generator, so that the times of kills are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// A listing of eight queens that stopped after some covers.
struct Listing {
    folder: tempfile::TempDir,
    problem: String,
    whole: String,
}

impl Listing {
    fn stopped_after(covers: u32) -> Self {
        let (folder, problem) = (folder(), testdata("exact-cover/queens8.dlx"));
        let whole = run(&["solve", "--format", "ids", &problem]).exits(0).out;
        let listing = Self { folder, problem, whole };
        listing.run(&["--limit", &covers.to_string()]).exits(0);
        listing
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).expect("the file is there")
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.path(name), bytes).expect("the file can be written");
    }

    fn run(&self, more: &[&str]) -> Run {
        self.solve(&self.problem, "out", "cp", more)
    }

    fn resume(&self) -> Run {
        self.run(&["--resume"])
    }

    fn solve(&self, problem: &str, output: &str, checkpoint: &str, more: &[&str]) -> Run {
        let (output, checkpoint) = (self.path(output), self.path(checkpoint));
        let arguments =
            ["solve", "--format", "ids", "--output", &output, "--checkpoint", &checkpoint, problem];
        run(&[&arguments[..], more].concat())
    }

    /// Returns the names of the files in the folder.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).expect("the folder can be read");
        let name = |entry: fs::DirEntry| entry.file_name().into_string().expect("the name is UTF-8");
        let mut names: Vec<String> = entries.map(|entry| name(entry.expect("an entry"))).collect();
        names.sort();
        names
    }
}

#[test]
fn a_checkpoint_file_that_was_altered_anywhere_is_refused_and_the_output_kept() {
    let listing = Listing::stopped_after(10);
    let (output, checkpoint) = (listing.read("out"), listing.read("cp"));
    for at in 0..checkpoint.len() {
        let mut altered = checkpoint.clone();
        altered[at] ^= 1 << (at % 8);
        listing.write("cp", &altered);
        let run = listing.resume();
        assert_eq!(run.code, Some(3), "byte {at}: {}", run.err);
        assert!(run.err.contains("expected"), "byte {at}: {}", run.err);
        assert!(listing.read("out") == output && listing.read("cp") == altered, "byte {at}");
    }
    for length in [0, 1, checkpoint.len() / 2, checkpoint.len() - 1] {
        listing.write("cp", &checkpoint[..length]);
        listing.resume().exits(3);
        assert_eq!(listing.read("out"), output);
    }
    listing.write("cp", &checkpoint);
    listing.resume().exits(0);
    assert_eq!(String::from_utf8(listing.read("out")).expect("UTF-8"), listing.whole);
}

#[test]
fn an_output_that_is_not_the_one_that_was_written_is_refused_and_kept() {
    let listing = Listing::stopped_after(10);
    let output = listing.read("out");
    let edited = [b"9", &output[1..]].concat();
    let swapped: Vec<u8> = output.iter().rev().copied().collect();
    for other in [&b"precious\n".repeat(2000)[..], b"", &output[1..], &edited, &swapped] {
        listing.write("out", other);
        let run = listing.resume().exits(3);
        assert!(
            run.err.contains("the file was not changed") && run.err.contains(&listing.path("out")),
            "{}",
            run.err
        );
        assert!(listing.read("out") == other);
    }
    fs::remove_file(listing.path("out")).expect("it is there");
    listing.resume().exits(3);
    assert_eq!(listing.names(), ["cp"]);
    // Text after the part that the checkpoint describes was written later, and is listed again.
    listing.write("out", &[&output[..], b"12 3"].concat());
    listing.resume().exits(0);
    assert_eq!(String::from_utf8(listing.read("out")).expect("UTF-8"), listing.whole);
}

#[test]
fn before_the_first_cover_only_an_output_that_begins_like_the_listing_is_replaced() {
    let listing = Listing::stopped_after(0);
    for other in [&b"precious\n".repeat(2000)[..], b"\n"] {
        listing.write("out", other);
        let run = listing.resume().exits(3);
        assert!(
            run.err.contains(
                "expected an empty file, or the output of the run that is resumed, found other data"
            ),
            "{}",
            run.err
        );
        assert!(listing.read("out") == other);
    }
    // The state after a kill between the first cover and the next checkpoint.
    for kept in [0, 1, 100] {
        let begun = Listing::stopped_after(0);
        begun.write("out", &begun.whole.as_bytes()[..kept]);
        begun.resume().exits(0);
        assert_eq!(String::from_utf8(begun.read("out")).expect("UTF-8"), begun.whole);
    }
    // For a problem without a cover there is nothing to compare, and the complete listing is empty.
    let none = file("a b\na\n");
    let problem = none.path().to_str().expect("UTF-8").to_owned();
    let empty = Listing { folder: folder(), problem, whole: String::new() };
    empty.run(&["--limit", "0"]).exits(0);
    empty.write("out", b"precious\n");
    let run = empty.resume().exits(3);
    assert!(
        run.err
            .contains("expected an empty file, or the output of the run that is resumed, found other data"),
        "{}",
        run.err
    );
    assert_eq!(empty.read("out"), b"precious\n");
    empty.write("out", b"");
    empty.resume().exits(1);
}

#[test]
fn a_checkpoint_of_a_renamed_problem_or_another_version_is_refused() {
    let listing = Listing::stopped_after(10);
    let (output, checkpoint) = (listing.read("out"), listing.read("cp"));
    let text = fs::read_to_string(&listing.problem).expect("the problem can be read");
    let renamed = file(&text.replace("r0", "s0"));
    let refused = listing.solve(renamed.path().to_str().expect("UTF-8"), "out", "cp", &["--resume"]).exits(3);
    assert!(refused.err.contains("the checkpoint is of the problem"), "{}", refused.err);
    // A name that the reduced problem does not have: the options that need it are in every cover.
    let text = "a b c d\na\nb\nc\nb c\nd\n";
    let (original, renamed) = (file(text), file(&text.replace('a', "x")));
    let utf8 = |file: &tempfile::NamedTempFile| file.path().to_str().expect("UTF-8").to_owned();
    let (original, renamed) = (utf8(&original), utf8(&renamed));
    listing.solve(&original, "out2", "cp2", &["--reduce", "always", "--limit", "1"]).exits(0);
    let refused = listing.solve(&renamed, "out2", "cp2", &["--reduce", "always", "--resume"]).exits(3);
    assert!(refused.err.contains("the checkpoint is of the problem"), "{}", refused.err);
    listing.solve(&original, "out2", "cp2", &["--reduce", "always", "--resume"]).exits(0);
    // The version is in a line of its own, independent of the checksums.
    let text = String::from_utf8(checkpoint.clone()).expect("UTF-8");
    for (line, other, message) in [
        ("dlx solve 2", "dlx solve 1", "expected `dlx solve 2`"),
        ("tree 1", "tree 2", "is of version 2 of the search tree, this program has version 1"),
    ] {
        listing.write("cp", resealed(&text.replace(line, other)).as_bytes());
        let refused = listing.resume().exits(3);
        assert!(refused.err.contains(message), "{}", refused.err);
    }
    assert_eq!(listing.read("out"), output);
}

/// Returns the text with the two checksums at its end recomputed.
fn resealed(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let (head, rest) = lines.split_at(5);
    let sum = |lines: &str| format!("checksum {:016x}\n", dlx_files::checksum(lines.as_bytes()));
    let inner = rest[..rest.len() - 2].join("\n") + "\n";
    let all = head.join("\n") + "\n" + &inner + &sum(&inner);
    let sum = sum(&all);
    all + &sum
}

#[test]
fn output_and_checkpoint_are_two_files() {
    let listing = Listing::stopped_after(10);
    let refused = |output: &str, checkpoint: &str, more: &[&str]| {
        let run = listing.solve(&listing.problem, output, checkpoint, more).exits(2);
        assert!(run.err.contains("are the same file"), "{}", run.err);
    };
    refused("new", "new", &[]);
    refused("new", "./new", &[]);
    assert_eq!(listing.names(), ["cp", "out"]);
    let before = (listing.read("out"), listing.read("cp"));
    refused("cp", "cp", &["--resume"]);
    fs::hard_link(listing.path("cp"), listing.path("linked")).expect("it can be linked");
    refused("linked", "cp", &["--resume"]);
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("out", listing.path("link")).expect("it can be linked");
        refused("out", "link", &[]);
    }
    assert_eq!((listing.read("out"), listing.read("cp")), before);
}

#[test]
fn an_output_is_not_emptied_before_all_else_is_known_to_be_right() {
    let listing = Listing::stopped_after(10);
    listing.write("precious", b"precious\n");
    let kept = |run: Run| {
        assert_eq!(listing.read("precious"), b"precious\n", "{}", run.err);
        assert_eq!(listing.names(), ["cp", "out", "precious"]);
    };
    kept(listing.solve("no-such-problem.dlx", "precious", "cp2", &[]).exits(3));
    kept(listing.solve(&listing.problem, "precious", "cp", &[]).exits(3));
    kept(listing.solve(&listing.problem, "precious", "no/such/folder", &[]).exits(3));
    kept(listing.solve(&listing.problem, "precious", "out", &[]).exits(3));
    kept(listing.solve(&listing.problem, "precious", "cp2", &["--force", "64"]).exits(3));
}

#[test]
fn a_checkpoint_that_is_never_due_is_no_panic() {
    let listing = Listing::stopped_after(10);
    let run = listing.run(&["--resume", "--checkpoint-every", "500000000000years"]).exits(0);
    assert_eq!(run.err, "");
    assert_eq!(String::from_utf8(listing.read("out")).expect("UTF-8"), listing.whole);
}

/// Starts a listing of 14,772,512 covers, which runs until it is killed.
fn endless(problem: &str, output: &str, checkpoint: &str) -> Child {
    let arguments = ["solve", "--output", output, "--checkpoint", checkpoint, "--checkpoint-every", "1ms"];
    dlx().args(arguments).arg(problem).stderr(Stdio::null()).spawn().expect("the binary runs")
}

#[test]
fn files_that_another_process_writes_are_refused_by_name_and_kept() {
    let here = folder();
    let path = |name: &str| here.path().join(name).display().to_string();
    fs::write(path("problem"), run(&["generate", "queens", "16"]).exits(0).out).expect("it can be written");
    let mut first = endless(&path("problem"), &path("out"), &path("cp"));
    while !here.path().join("cp").exists() || fs::metadata(path("out")).map_or(0, |found| found.len()) == 0 {
        sleep(Duration::from_millis(1));
    }
    let problem = testdata("exact-cover/queens8.dlx");
    for (output, checkpoint, named) in [("out", "cp2", "out"), ("out2", "cp", "cp"), ("out", "cp", "cp")] {
        let arguments = ["solve", "--output", &path(output), "--checkpoint", &path(checkpoint), &problem];
        for more in [&[][..], &["--resume"]] {
            if checkpoint == "cp2" && !more.is_empty() {
                continue;
            }
            let run = run(&[&arguments[..], more].concat()).exits(3);
            let message = format!("{} is in use by another process", path(named));
            assert!(run.err.contains(&message), "{}", run.err);
            assert!(!here.path().join("out2").exists() && !here.path().join("cp2").exists());
        }
    }
    // Replacing the file would take its name from the listing that is written in place.
    for replacing in [&["solve"][..], &["count"], &["compile"]] {
        let run = run(&[replacing, &["--output", &path("out"), &problem]].concat()).exits(3);
        assert!(run.err.contains(&format!("{} is in use by another process", path("out"))), "{}", run.err);
    }
    // The first process has a temporary file for a moment whenever it saves; one of a refused run would stay.
    let files = || fs::read_dir(here.path()).expect("it can be read").count();
    let begun = Instant::now();
    while files() != 3 {
        assert!(begun.elapsed() < Duration::from_secs(10), "{} files", files());
    }
    first.kill().expect("it can be killed");
    first.wait().expect("it ends");
}

/// The second process is refused, and the listing is complete in the end.
#[test]
fn one_of_two_processes_on_the_same_files_continues() {
    let rounds = scaled("DLX_ROUNDS", 10);
    let problem = testdata("exact-cover/langford8.dlx");
    let whole = run(&["solve", "--format", "ids", &problem]).exits(0).out;
    let mut random = Random(11);
    let (mut refused, mut finished) = (0, 0);
    for round in 0..rounds {
        let here = folder();
        let path = |name: &str| here.path().join(name).display().to_string();
        let is_resumed = round % 2 == 1;
        let command = || {
            let mut command = dlx();
            command.args(["solve", "--format", "ids", "--checkpoint-every", "1ms"]);
            command.args(["--output", &path("out"), "--checkpoint", &path("cp")]).arg(&problem);
            command
        };
        if is_resumed {
            let stopped = command().args(["--limit", "100"]).output().expect("the binary runs");
            assert_eq!(stopped.status.code(), Some(0));
        }
        let start = || {
            let mut command = command();
            if is_resumed {
                command.arg("--resume");
            }
            command.spawn().expect("the binary runs")
        };
        let one = start();
        sleep(Duration::from_micros(random.below(8_000)));
        let two = start();
        for child in [one, two] {
            let run = Run::from(child.wait_with_output().expect("it ends"));
            match run.code {
                Some(0) => finished += 1,
                Some(3) => {
                    assert!(run.err.contains("is in use by another process"), "{}", run.err);
                    refused += 1;
                }
                _ => panic!("{:?}: {}", run.code, run.err),
            }
        }
        assert_eq!(fs::read_to_string(path("out")).expect("it is there"), whole, "round {round}");
        assert_eq!(fs::read_dir(here.path()).expect("it can be read").count(), 2, "round {round}");
    }
    assert!(finished >= rounds, "{finished} finished, {refused} refused");
    eprintln!("{rounds} rounds: {finished} finished, {refused} refused");
}

/// Returns the duration of a run.
fn time(arguments: &[&str]) -> Duration {
    let begun = Instant::now();
    run(arguments).exits(0);
    begun.elapsed()
}

/// Kills a command at random times, mostly within its duration, until it was killed that number of times, and
/// checks the files after each kill.
fn kill(
    kills_wanted: u64,
    takes: Duration,
    mut begin: impl FnMut(u64) -> (PathBuf, Command),
    mut see: impl FnMut(&PathBuf, bool),
) {
    let mut random = Random(5);
    let (mut kills, mut ends) = (0, 0);
    while kills < kills_wanted {
        let (path, mut command) = begin(kills + ends);
        let mut child = command.stderr(Stdio::null()).stdout(Stdio::null()).spawn().expect("the binary runs");
        sleep(takes.mul_f64(random.below(1000) as f64 / 800.0));
        child.kill().ok();
        let status = child.wait().expect("it ends");
        assert!(status.success() || status.code().is_none(), "{status}");
        *(if status.success() { &mut ends } else { &mut kills }) += 1;
        see(&path, status.success());
    }
    eprintln!("{kills} kills, {ends} ends");
}

/// After a kill a file has the bytes of a complete run, or those it had before.
#[test]
fn a_killed_compile_leaves_the_old_file_or_a_complete_one() {
    let here = folder();
    let path = here.path().join("all.zdd");
    let problem = testdata("exact-cover/langford8.dlx");
    let takes = time(&["compile", &problem, "-o", &path.display().to_string()]);
    let whole = fs::read(&path).expect("it is there");
    let begin = |round: u64| {
        match round % 2 {
            0 => fs::write(&path, "as it was").expect("it can be written"),
            _ => fs::remove_file(&path).unwrap_or_default(),
        }
        let mut command = dlx();
        command.args(["compile", &problem, "-o"]).arg(&path);
        (path.clone(), command)
    };
    let see = |path: &PathBuf, is_done: bool| match fs::read(path) {
        Ok(found) => assert!(found == whole || !is_done && found == b"as it was"),
        Err(_) => assert!(!is_done),
    };
    kill(scaled("DLX_KILLS", 15), takes, begin, see);
}

#[test]
fn tasks_that_are_killed_leave_complete_results_and_merge_to_the_same_bytes() {
    let problem = testdata("exact-cover/langford11.dlx");
    let whole = run(&["solve", "--format", "ids", &problem]).exits(0).out;
    let here = folder();
    let path = |name: &str| here.path().join(name).display().to_string();
    run(&["task", "split", &problem, "--tasks", "24", "--output", &path("tasks")]).exits(0);
    let kills = scaled("DLX_KILLS", 6);
    let takes =
        time(&["task", "run", &problem, &path("tasks"), "--want", "covers", "--results", &path("first")]);
    let merge = |name: &str| {
        let mut command = dlx();
        command.args([
            "task",
            "merge",
            &problem,
            &path("results"),
            "--want",
            "covers",
            "--format",
            "ids",
            "--output",
        ]);
        command.arg(path(name));
        command
    };
    let begin = |_| {
        let mut command = dlx();
        command.args([
            "task",
            "run",
            &problem,
            &path("tasks"),
            "--want",
            "covers",
            "--results",
            &path("results"),
        ]);
        (PathBuf::from(path("results")), command)
    };
    let see = |results: &PathBuf, is_done: bool| {
        if is_done {
            let merged = Run::from(merge("all").output().expect("the binary runs")).exits(0);
            assert_eq!(merged.err, "");
            assert!(fs::read_to_string(path("all")).expect("it is there") == whole);
            fs::remove_dir_all(results).expect("it can be removed");
        }
    };
    kill(kills, takes / 2, begin, see);
    // The remaining tasks, and the merge is killed as well.
    run(&["task", "run", &problem, &path("tasks"), "--want", "covers", "--results", &path("results")])
        .exits(0);
    let begin = |_| (PathBuf::from(path("all")), merge("all"));
    let see = |all: &PathBuf, is_done: bool| match fs::read_to_string(all) {
        Ok(found) => assert!(found == whole),
        Err(_) => assert!(!is_done),
    };
    let takes =
        time(&["task", "merge", &problem, &path("results"), "--want", "covers", "--output", &path("all")]);
    fs::remove_file(path("all")).expect("it is there");
    kill(kills, takes, begin, see);
    assert_eq!(Run::from(merge("all").output().expect("the binary runs")).exits(0).err, "");
    assert!(fs::read_to_string(path("all")).expect("it is there") == whole);
}
