//! Every command that writes, with an output that fails at some byte: the failure is reported, existing files
//! are preserved, and no temporary files are left. Permissions, links and devices.
//!
//! Limits on the size of files simulate full disks. `DLX_FAULTS` is the number of sizes tried for each
//! command.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::{self, CLASSIC, Run, TEN, dlx, file, folder, run, scaled, testdata, words_of};

fn utf8(path: &Path) -> &str {
    path.to_str().expect("the path is UTF-8")
}

/// Returns the program with a limit on the size of files, in bytes.
fn limited(bytes: u64) -> Command {
    let mut command = Command::new("sh");
    // The signal is ignored, so that the write fails instead.
    command.args(["-c", "trap '' XFSZ; exec prlimit --fsize=\"$0\" \"$@\""]);
    command.arg(bytes.to_string()).arg(env!("CARGO_BIN_EXE_dlx"));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Returns sizes below the whole, among them the first and the last ones.
fn sizes(whole: u64) -> Vec<u64> {
    let wanted = scaled("DLX_FAULTS", 4);
    let mut sizes: Vec<u64> =
        (0..wanted.min(whole)).map(|number| number * whole / wanted.min(whole)).collect();
    sizes.push(whole - 1);
    sizes.dedup();
    sizes
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let name = |entry: fs::DirEntry| entry.file_name().into_string().expect("the name is UTF-8");
    let mut names: Vec<String> = entries.map(|entry| name(entry.expect("an entry"))).collect();
    names.sort();
    names
}

/// Returns the commands that replace a file, without its name, which comes last.
fn replacing(here: &Path) -> Vec<Vec<String>> {
    let path = |name: &str| here.join(name).display().to_string();
    let problem = testdata("exact-cover/langford8.dlx");
    let commands: Vec<Vec<&str>> = vec![
        vec!["compile", "QUEENS", "-o"],
        vec!["compile", "QUEENS", "-o", "/dev/null", "--dot"],
        vec!["task", "split", "PROBLEM", "--tasks", "6", "--output"],
        vec!["task", "merge", "PROBLEM", "RESULTS", "--output"],
        vec!["task", "merge", "PROBLEM", "RESULTS", "--want", "covers", "--output"],
        vec!["sudoku", "booklet", CLASSIC, "-o"],
        vec!["solve", "QUEENS", "-o"],
        vec!["count", "QUEENS", "-o"],
        // Longer than any buffer.
        vec!["convert", "LONG", "--to", "json", "-o"],
        vec!["generate", "queens", "30", "-o"],
        vec!["sudoku", "convert", CLASSIC, "--to", "hodoku", "-o"],
        vec!["sudoku", "solve", CLASSIC, "-o"],
        vec!["man", "solve", "-o"],
    ];
    let queens = testdata("exact-cover/queens8.dlx");
    let results = path("results");
    let word = |word: &str| match word {
        "PROBLEM" => problem.clone(),
        "QUEENS" => queens.clone(),
        "RESULTS" => results.clone(),
        "LONG" => testdata("exact-cover/langford11.dlx"),
        word => word.to_owned(),
    };
    commands.into_iter().map(|words| words.into_iter().map(word).collect()).collect()
}

/// Returns a folder with tasks of the problem and their results, for the commands above.
fn prepared() -> tempfile::TempDir {
    let here = folder();
    let path = |name: &str| here.path().join(name).display().to_string();
    let problem = testdata("exact-cover/langford8.dlx");
    run(&["task", "split", &problem, "--tasks", "6", "--output", &path("tasks")]).exits(0);
    for want in ["count", "covers"] {
        run(&["task", "run", &problem, &path("tasks"), "--want", want, "--results", &path("results")])
            .exits(0);
    }
    here
}

#[test]
fn a_disk_that_is_full_leaves_the_file_that_was_there() {
    let here = prepared();
    let place = folder();
    let output = place.path().join("output");
    for command in replacing(here.path()) {
        let whole = Run::from(dlx().args(&command).arg(&output).output().expect("the binary runs"));
        assert_eq!(whole.code, Some(0), "{command:?}: {}", whole.err);
        let length = fs::metadata(&output).expect("it was written").len();
        for size in sizes(length) {
            for before in [None, Some("as it was")] {
                match before {
                    Some(text) => fs::write(&output, text).expect("it can be written"),
                    None => fs::remove_file(&output).expect("it is there"),
                }
                let run =
                    Run::from(limited(size).args(&command).arg(&output).output().expect("the shell runs"));
                assert_eq!(run.code, Some(3), "{command:?}, {size} of {length} bytes: {}", run.err);
                let message = format!("cannot write to {}: File too large", output.display());
                assert!(run.err.contains(&message), "{command:?}, {size}: {}", run.err);
                assert_eq!(fs::read_to_string(&output).ok().as_deref(), before, "{command:?}, {size}");
                assert_eq!(names(place.path()), before.map_or(vec![], |_| vec!["output"]), "{command:?}");
                fs::write(&output, "").expect("it can be written");
            }
        }
    }
}

#[test]
fn a_disk_that_is_full_is_no_limit_of_a_task() {
    let here = prepared();
    let path = |name: &str| here.path().join(name).display().to_string();
    let problem = testdata("exact-cover/langford8.dlx");
    for want in ["count", "covers"] {
        let length = fs::metadata(path(&format!("results/1.{want}"))).expect("it is there").len();
        for size in sizes(length) {
            let results = folder();
            let mut command = limited(size);
            command.args(["task", "run", &problem, &path("tasks"), "--id", "1", "--want", want, "--results"]);
            let run = Run::from(command.arg(results.path()).output().expect("the shell runs"));
            assert_eq!(run.code, Some(3), "{want}, {size}: {}", run.err);
            let message = format!("cannot write to {}/1.{want}: File too large", results.path().display());
            assert!(run.err.contains(&message), "{want}, {size}: {}", run.err);
            assert_eq!(names(results.path()), Vec::<String>::new(), "{want}, {size}");
        }
    }
}

#[test]
fn pages_that_do_not_fit_are_reported() {
    let whole = folder();
    run(&["man", "--folder", utf8(whole.path())]).exits(0);
    for size in sizes(fs::metadata(whole.path().join("dlx.1")).expect("it is there").len()) {
        let here = folder();
        let run = Run::from(
            limited(size).args(["man", "--folder"]).arg(here.path()).output().expect("the shell runs"),
        );
        assert_eq!(run.code, Some(3), "{size}: {}", run.err);
        assert!(run.err.contains("cannot write to") && run.err.contains("File too large"), "{}", run.err);
        for name in names(here.path()) {
            let page = |folder: &Path| fs::read(folder.join(&name)).expect("it is a page");
            assert_eq!(page(here.path()), page(whole.path()), "{name}");
        }
    }
}

#[test]
fn a_listing_that_did_not_fit_is_resumed_when_there_is_room() {
    let problem = testdata("exact-cover/langford8.dlx");
    let whole = run(&["solve", "--format", "ids", &problem]).exits(0).out;
    for size in sizes(whole.len() as u64) {
        let here = folder();
        let (output, checkpoint) = (here.path().join("out"), here.path().join("cp"));
        let arguments = |command: &mut Command| {
            command.args(["solve", "--format", "ids", "--output"]).arg(&output);
            command.args(["--checkpoint-every", "1ms", "--checkpoint"]).arg(&checkpoint).arg(&problem);
        };
        let mut command = limited(size);
        arguments(&mut command);
        let run = Run::from(command.output().expect("the shell runs"));
        assert_eq!(run.code, Some(3), "{size}: {}", run.err);
        assert!(run.err.contains("File too large"), "{size}: {}", run.err);
        let mut command = dlx();
        arguments(&mut command);
        if checkpoint.exists() {
            command.arg("--resume");
        }
        let run = Run::from(command.output().expect("the binary runs"));
        assert_eq!(run.code, Some(0), "{size}: {}", run.err);
        assert!(fs::read_to_string(&output).expect("it is there") == whole, "{size}");
        assert_eq!(names(here.path()), ["cp", "out"], "{size}");
    }
}

#[test]
fn every_command_reports_a_standard_output_that_is_full() {
    let here = prepared();
    let queens = testdata("exact-cover/queens8.dlx");
    let path = |name: &str| here.path().join(name).display().to_string();
    run(&["compile", &queens, "-o", &path("queens.zdd")]).exits(0);
    fs::write(path("covers"), run(&["solve", "--format", "ids", "--limit", "1", &queens]).out)
        .expect("a file");
    let impossible = file("a b\na\n");
    let known = [
        ("QUEENS", &*queens),
        ("ZDD", &*path("queens.zdd")),
        ("COVERS", &*path("covers")),
        ("GEOMETRY", "1 queens row=r<row> column=c<column>"),
        ("LANGFORD", &*testdata("exact-cover/langford8.dlx")),
        ("TASKS", &*path("tasks")),
        ("RESULTS", &*path("results")),
        ("NONE", utf8(impossible.path())),
        ("CLASSIC", CLASSIC),
        ("OTHER", TEN),
    ];
    for command in [
        "",
        "generate",
        "solve -h",
        "help solve",
        "solve QUEENS",
        "solve ZDD",
        "count QUEENS",
        "count ZDD",
        "sample QUEENS",
        "marginals QUEENS",
        "compile QUEENS -o -",
        "estimate QUEENS",
        "best QUEENS",
        "check QUEENS COVERS",
        "why NONE",
        "generate queens 8",
        "render QUEENS COVERS --geometry GEOMETRY",
        "convert QUEENS --to json",
        "convert QUEENS --to cnf",
        "convert QUEENS --to opb",
        "convert QUEENS --to lp",
        "convert QUEENS --to knuth",
        "reduce QUEENS",
        "task split LANGFORD --tasks 6",
        "task run LANGFORD TASKS --results RESULTS",
        "task merge LANGFORD RESULTS",
        "task merge LANGFORD RESULTS --want covers",
        "completions bash",
        "man",
        "sudoku solve CLASSIC",
        "sudoku count CLASSIC",
        "sudoku check CLASSIC",
        "sudoku sample CLASSIC",
        "sudoku explain CLASSIC",
        "sudoku hint CLASSIC",
        "sudoku steps CLASSIC",
        "sudoku rate CLASSIC",
        "sudoku generate --seed 1",
        "sudoku minimize CLASSIC",
        "sudoku canon CLASSIC",
        "sudoku why CLASSIC",
        "sudoku convert CLASSIC --to hodoku",
        "sudoku render CLASSIC",
        "sudoku booklet CLASSIC",
        "sudoku diff CLASSIC OTHER",
    ] {
        let arguments = words_of(command, &known);
        let printed = dlx().args(&arguments).output().expect("the binary runs").stdout;
        assert!(!printed.is_empty(), "{command} prints nothing");
        let full = fs::File::options().write(true).open("/dev/full").expect("Linux has it");
        let run = Run::from(dlx().args(&arguments).stdout(full).output().expect("the binary runs"));
        assert_eq!(run.code, Some(3), "{command}: {}", run.err);
        let message = "cannot write to standard output: No space left on device";
        assert!(run.err.contains(message), "{command}: {}", run.err);
        let place = file("");
        for size in sizes(printed.len() as u64).into_iter().take(2) {
            let output = place.reopen().expect("it can be written");
            output.set_len(0).expect("it can be emptied");
            let run =
                Run::from(limited(size).args(&arguments).stdout(output).output().expect("the shell runs"));
            assert_eq!(run.code, Some(3), "{command}, {size}: {}", run.err);
            assert!(run.err.contains("File too large"), "{command}, {size}: {}", run.err);
        }
    }
}

#[test]
fn a_file_keeps_its_permissions_and_a_new_one_has_those_of_the_umask() {
    let here = prepared();
    let place = folder();
    let output = place.path().join("output");
    let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    for command in replacing(here.path()) {
        for kept in [0o600, 0o640, 0o666] {
            fs::write(&output, "as it was").expect("it can be written");
            fs::set_permissions(&output, fs::Permissions::from_mode(kept)).expect("it is ours");
            let run =
                Run::from(dlx().args(&command).arg(&output).output().expect("the binary runs")).exits(0);
            assert_eq!(mode(&output), kept, "{command:?}: {}", run.err);
        }
        for umask in ["022", "077", "000"] {
            fs::remove_file(&output).expect("it is there");
            let mut shell = Command::new("sh");
            shell.args(["-c", "umask $0; exec \"$@\"", umask, env!("CARGO_BIN_EXE_dlx")]).args(&command);
            Run::from(shell.arg(&output).output().expect("the shell runs")).exits(0);
            let taken = u32::from_str_radix(umask, 8).expect("octal");
            assert_eq!(mode(&output), 0o666 & !taken, "{command:?}");
        }
        fs::remove_file(&output).expect("it is there");
    }
    // Results have ordinary permissions, like the tasks: everyone who may read the folder may read them.
    assert_eq!(mode(&here.path().join("results/1.count")), mode(&here.path().join("tasks")));
    let checkpoint = place.path().join("cp");
    let problem = testdata("exact-cover/queens8.dlx");
    let solve = |more: &[&str]| {
        let arguments = ["solve", "--output", utf8(&output), "--checkpoint", utf8(&checkpoint), &problem];
        run(&[&arguments[..], more].concat())
    };
    solve(&["--limit", "1"]).exits(0);
    fs::set_permissions(&checkpoint, fs::Permissions::from_mode(0o600)).expect("it is ours");
    fs::set_permissions(&output, fs::Permissions::from_mode(0o640)).expect("it is ours");
    solve(&["--resume"]).exits(0);
    assert_eq!((mode(&checkpoint), mode(&output)), (0o600, 0o640));
}

#[test]
fn a_link_stays_and_its_target_is_replaced() {
    let here = prepared();
    let place = folder();
    let (target, output) = (place.path().join("target"), place.path().join("output"));
    for command in replacing(here.path()) {
        for exists in [true, false] {
            fs::remove_file(&target).ok();
            fs::remove_file(&output).ok();
            if exists {
                fs::write(&target, "as it was").expect("it can be written");
            }
            symlink("target", &output).expect("it can be linked");
            Run::from(dlx().args(&command).arg(&output).output().expect("the binary runs")).exits(0);
            assert!(fs::symlink_metadata(&output).expect("it is there").is_symlink(), "{command:?}");
            assert!(fs::symlink_metadata(&target).expect("it is there").is_file(), "{command:?}");
            assert_ne!(fs::read_to_string(&target).ok().as_deref(), Some("as it was"), "{command:?}");
            assert_eq!(names(place.path()), ["output", "target"]);
        }
    }
    // The same for a listing that is written in place, and for its checkpoint.
    let (state, checkpoint) = (place.path().join("state"), place.path().join("cp"));
    let problem = testdata("exact-cover/queens8.dlx");
    symlink("state", &checkpoint).expect("it can be linked");
    for more in [&["--limit", "3"][..], &["--resume"]] {
        let arguments = ["solve", "--output", utf8(&output), "--checkpoint", utf8(&checkpoint), &problem];
        run(&[&arguments[..], more].concat()).exits(0);
        assert!(fs::symlink_metadata(&checkpoint).expect("it is there").is_symlink());
        assert!(fs::read_to_string(&state).expect("it is there").starts_with("dlx solve"));
        assert_eq!(names(place.path()), ["cp", "output", "state", "target"]);
    }
    assert_eq!(fs::read_to_string(&target).expect("it is there"), run(&["solve", &problem]).out);
    // A link to itself leads nowhere.
    symlink("loop", place.path().join("loop")).expect("it can be linked");
    let looped = run(&["count", "-o", utf8(&place.path().join("loop")), &problem]).exits(3);
    assert!(looped.err.contains("too many levels of symbolic links"), "{}", looped.err);
}

/// The tests may run as root, whom the system lets write any file.
#[test]
fn a_read_only_file_is_refused() {
    let here = prepared();
    let place = folder();
    let (kept, link) = (place.path().join("kept"), place.path().join("link"));
    fs::write(&kept, "as it was").expect("it can be written");
    fs::set_permissions(&kept, fs::Permissions::from_mode(0o444)).expect("it is ours");
    symlink("kept", &link).expect("it can be linked");
    let problem = testdata("exact-cover/queens8.dlx");
    let words =
        |output: &Path| format!("error: cannot write to {}: the file is read-only\n", output.display());
    for output in [&kept, &link] {
        for command in replacing(here.path()) {
            let run = Run::from(dlx().args(&command).arg(output).output().expect("the binary runs")).exits(3);
            assert!(run.err.starts_with(&words(output)), "{command:?}: {}", run.err);
        }
        let other = place.path().join("other");
        for pair in [[utf8(output), utf8(&other)], [utf8(&other), utf8(output)]] {
            let refused = run(&["solve", "--output", pair[0], "--checkpoint", pair[1], &problem]).exits(3);
            assert!(refused.err.starts_with(&words(output)), "{}", refused.err);
        }
    }
    assert_eq!(fs::read_to_string(&kept).expect("it is there"), "as it was");
    assert_eq!(names(place.path()), ["kept", "link"]);
}

#[test]
fn files_of_killed_runs_are_removed_by_the_next_run() {
    let here = folder();
    let output = here.path().join("covers");
    let long = testdata("exact-cover/domino8x8.dlx");
    let mut child = dlx().args(["solve", &long, "-o"]).arg(&output).spawn().expect("the binary runs");
    let temporary = || names(here.path()).into_iter().find(|name| name.starts_with(".dlx-"));
    while temporary().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let count =
        || run(&["count", &testdata("exact-cover/queens8.dlx"), "-o", utf8(&here.path().join("n"))]).exits(0);
    count();
    assert!(temporary().is_some(), "the file of a run that is alive");
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    assert!(temporary().is_some(), "no run has removed it yet");
    fs::write(here.path().join(".dlx-notes"), "mine").expect("it can be written");
    count();
    assert_eq!(names(here.path()), [".dlx-notes", "n"]);
}

#[test]
fn an_error_names_the_file_that_was_given() {
    let problem = testdata("exact-cover/queens8.dlx");
    let run = run(&["count", &problem, "-o", "/no/such/folder/answer"]).exits(3);
    assert!(run.err.starts_with("error: cannot create /no/such/folder/answer: No such file"), "{}", run.err);
    assert!(!run.err.contains(".dlx-"), "{}", run.err);
}

/// Commands with an input `F`, which is also the output. The check comes before anything is read.
const OVER_THEIR_INPUT: [&str; 62] = [
    "solve F",
    "solve P F",
    "solve --up-to-symmetry --classes F P",
    "solve --up-to-symmetry --generators F P",
    "count F",
    "best F",
    "sample F",
    "marginals F",
    "survey F",
    "estimate F",
    "check F",
    "check P F",
    "why F",
    "reduce F",
    "symmetries F",
    "symmetries --classes F P",
    "symmetries --generators F P",
    "convert --to json F",
    "compile F",
    "render F",
    "render P F",
    "task split --tasks 2 F",
    "task split --tasks 2 --of F --id 1 P",
    "task run F",
    "task run P F",
    "task merge F",
    "task merge P F",
    "generate polyominoes --region F",
    "generate polyominoes --region 2x2 --piece-file F",
    "generate polycubes --region F",
    "generate polycubes --region 2x2x2 --piece-file F",
    "generate pentominoes F",
    "generate dominoes F",
    "generate wordrect 2x2 F",
    "generate wordrect 2x2 P F",
    "generate wordrect F P",
    "generate wordrect P F",
    "generate coloring 3 F",
    "generate assignment --costs F",
    "sudoku solve F",
    "sudoku solve --constraints F P",
    "sudoku solve --regions F P",
    "sudoku solve P F",
    "sudoku count F",
    "sudoku check F",
    "sudoku candidates F",
    "sudoku sample F",
    "sudoku explain F",
    "sudoku hint F",
    "sudoku steps F",
    "sudoku rate F",
    "sudoku generate --pattern F",
    "sudoku generate --constraints F",
    "sudoku minimize F",
    "sudoku canon F",
    "sudoku why F",
    "sudoku why-not 1 r1c1 F",
    "sudoku convert --to csv F",
    "sudoku render F",
    "sudoku booklet F",
    "sudoku diff F P",
    "sudoku diff P F",
];

#[test]
fn output_over_its_own_input_is_refused() {
    let here = folder();
    let (input, other) = (here.path().join("input"), here.path().join("other"));
    let (soft, hard) = (here.path().join("soft"), here.path().join("hard"));
    fs::write(&input, "precious").expect("it can be written");
    fs::write(&other, "another").expect("it can be written");
    symlink("input", &soft).expect("it can be linked");
    fs::hard_link(&input, &hard).expect("it can be linked");
    let known = [("F", utf8(&input)), ("P", utf8(&other))];
    let dotted = here.path().join(".").join("input");
    let before = names(here.path());
    for command in OVER_THEIR_INPUT {
        for output in [&input, &dotted, &soft, &hard] {
            let arguments = words_of(command, &known);
            let run =
                Run::from(dlx().args(&arguments).arg("-o").arg(output).output().expect("the binary runs"));
            let words = format!(
                "`--output {}` and the input `{}` are the same file",
                output.display(),
                input.display()
            );
            assert!(run.err.contains(&words), "{command}: {}", run.err);
            assert_eq!(run.code, Some(2), "{command}");
        }
        assert_eq!(fs::read_to_string(&input).expect("it is there"), "precious", "{command}");
        assert_eq!(names(here.path()), before, "{command}");
    }
    // No command that writes a file is missing above.
    for group in [&[][..], &["sudoku"], &["task"]] {
        let help = run(&[group, &["--help"]].concat()).exits(0).out;
        let list = help.split("Commands:\n").nth(1).expect("a list of commands");
        for line in list.lines().take_while(|line| line.starts_with("  ")) {
            let name = [group, &[line.split_whitespace().next().expect("a name")]].concat();
            let has_output = run(&[&name[..], &["--help"]].concat()).exits(0).out.contains("--output");
            let is_here = OVER_THEIR_INPUT.iter().any(|command| command.starts_with(&name.join(" ")));
            let reads_nothing = ["completions", "help", "man", "sudoku play", "sudoku serve"];
            let is_group = ["sudoku", "task"].contains(&&*name.join(" "));
            assert!(
                is_here || is_group || reads_nothing.contains(&&*name.join(" ")),
                "{name:?} {has_output}"
            );
        }
    }
}

#[test]
fn outputs_that_are_not_the_answer_do_not_replace_an_input_either() {
    let work = prepared();
    let path = |name: &str| work.path().join(name).display().to_string();
    fs::write(path("input"), "precious").expect("it can be written");
    fs::write(path("other"), "another").expect("it can be written");
    let result = fs::read(path("results/1.count")).expect("it is there");
    let known = ["input", "other", "out", "results", "results/1.count", "results/new.count"]
        .map(|name| (name, path(name)));
    let known: Vec<(&str, &str)> = known.iter().map(|(name, path)| (*name, path.as_str())).collect();
    for command in [
        "solve input -o out --checkpoint input",
        "solve input -o out --checkpoint out",
        "compile input -o out --dot input",
        "compile other -o out --dot out",
        "task merge other results -o results/1.count",
        "task merge other results -o results/new.count",
        "task run other input --results results -o results/1.count",
        "task run other results/1.count --results results -o out",
        "task run results/1.count input --results results -o out",
    ] {
        let run = Run::from(dlx().args(words_of(command, &known)).output().expect("the binary runs"));
        assert!(run.err.contains("are the same file"), "{command}: {}", run.err);
        assert_eq!(run.code, Some(2), "{command}");
        assert!(!Path::new(&path("out")).exists(), "{command}");
    }
    assert_eq!(fs::read(path("results/1.count")).expect("it is there"), result);
    assert_eq!(fs::read_to_string(path("input")).expect("it is there"), "precious");
    // Standard input is an input like any other, and a device is none that could be lost.
    let input = fs::File::open(path("input")).expect("it can be read");
    let run = Run::from(
        dlx().args(["solve", "-o", &path("input")]).stdin(input).output().expect("the binary runs"),
    );
    assert!(run.err.contains("and standard input are the same file"), "{}", run.err);
    assert_eq!(fs::read_to_string(path("input")).expect("it is there"), "precious");
    support::run(&["solve", "/dev/null", "-o", "/dev/null"]).exits(3);
}

#[test]
fn the_ending_of_the_output_is_that_of_its_format() {
    let here = folder();
    let path = |name: &str| here.path().join(name).display().to_string();
    let queens = testdata("exact-cover/queens8.dlx");
    let refused = |command: &[&str], name: &str, expected: &str| {
        let run = run(&[command, &["-o", &path(name)]].concat()).exits(2);
        let ending = name.rsplit('.').next().expect("an ending").to_lowercase();
        let words = format!("expected {expected}, found .{ending}\n");
        assert!(run.err.contains(&words), "{command:?}: {}", run.err);
        assert_eq!(names(here.path()), Vec::<String>::new());
    };
    refused(&["sudoku", "booklet", CLASSIC], "b.pdf", ".html or .htm or .svg");
    refused(&["sudoku", "render", CLASSIC], "r.png", ".svg");
    refused(&["sudoku", "render", CLASSIC], "r.HTML", ".svg");
    refused(&["render", &queens], "r.jpg", ".svg or .txt or .stl");
    refused(&["solve", &queens], "covers.gz", "the ending of a text file");
    refused(&["sudoku", "convert", "--to", "csv", CLASSIC], "p.xlsx", "the ending of a text file");
    refused(&["sudoku", "render", "--format", "text", CLASSIC], "r.svg", "a name for --format");
    let begins = |command: &[&str], name: &str, expected: &str| {
        run(&[command, &["-o", &path(name)]].concat()).exits(0);
        let text = fs::read_to_string(path(name)).expect("it is there");
        assert!(text.starts_with(expected), "{command:?} {name}: {text:.80}");
    };
    begins(&["sudoku", "render", CLASSIC], "r.svg", "<svg");
    begins(&["sudoku", "render", CLASSIC], "r.txt", "┌");
    begins(&["sudoku", "render", CLASSIC], "r.picture", "<svg");
    begins(&["sudoku", "booklet", CLASSIC], "b.html", "<!DOCTYPE html>");
    begins(&["sudoku", "booklet", CLASSIC], "b.page", "<!DOCTYPE html>");
    begins(&["sudoku", "booklet", "--no-solutions", CLASSIC], "b.svg", "<svg");
}

#[test]
fn devices_and_pipes_are_written_to_and_stay() {
    let here = prepared();
    for command in replacing(here.path()) {
        let null = fs::metadata("/dev/null").expect("Linux has it").rdev();
        Run::from(dlx().args(&command).arg("/dev/null").output().expect("the binary runs")).exits(0);
        assert_eq!(fs::metadata("/dev/null").expect("it is still there").rdev(), null);
        let printed = dlx().args(&command).arg("/dev/stdout").output().expect("the binary runs");
        assert!(printed.status.success() && !printed.stdout.is_empty(), "{command:?}");
        // `/dev/stdout` is a link to a file if standard output is redirected to one.
        let target = file("");
        let output = target.reopen().expect("it can be written");
        let run =
            Run::from(dlx().args(&command).arg("/dev/stdout").stdout(output).output().expect("it runs"));
        assert_eq!(run.code, Some(0), "{command:?}: {}", run.err);
        assert_eq!(fs::read(target.path()).expect("it is there"), printed.stdout, "{command:?}");
        assert!(fs::symlink_metadata("/dev/stdout").expect("it is there").is_symlink());
        let full = Run::from(dlx().args(&command).arg("/dev/full").output().expect("the binary runs"));
        assert_eq!(full.code, Some(3), "{command:?}: {}", full.err);
        assert!(full.err.contains("/dev/full: No space left on device"), "{}", full.err);
    }
    let problem = testdata("exact-cover/queens8.dlx");
    let listed = run(&["solve", "--output", "/dev/stdout", &problem]).exits(0).out;
    assert_eq!(listed, run(&["solve", &problem]).out);
    let here = folder();
    let checkpoint = here.path().join("cp");
    let refused =
        run(&["solve", "--output", "/dev/null", "--checkpoint", utf8(&checkpoint), &problem]).exits(2);
    assert!(refused.err.contains("--checkpoint needs a file"), "{}", refused.err);
    assert_eq!(names(here.path()), Vec::<String>::new());
}

#[test]
fn a_folder_in_the_place_of_a_file_is_refused() {
    let here = prepared();
    let place = folder();
    for command in replacing(here.path()) {
        let run =
            Run::from(dlx().args(&command).arg(place.path()).output().expect("the binary runs")).exits(3);
        assert!(
            run.err.contains("cannot create") && run.err.contains("directory"),
            "{command:?}: {}",
            run.err
        );
    }
}
