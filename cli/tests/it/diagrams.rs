//! `dlx compile`, and the questions about a compiled file; samples and marginals.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::support::{self, CLASSIC, CLASSIC_SOLVED, HOPELESS, TEN, file, folder, run, run_on, testdata};

fn queens() -> String {
    testdata("exact-cover/queens8.dlx")
}

fn utf8(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// Compiles into a file of this folder.
fn compiled(folder: &Path, problem: &str, more: &[&str]) -> String {
    let path = folder.join("covers.zdd");
    let path = utf8(&path);
    run(&[&["compile", problem, "-o", path, "-q"], more].concat()).exits(0);
    path.to_owned()
}

/// Returns the covers of lines of ids, in any order.
fn covers(lines: &str) -> BTreeSet<BTreeSet<u32>> {
    let ids = |line: &str| line.split_whitespace().map(|id| id.parse().expect("an id")).collect();
    lines.lines().map(ids).collect()
}

#[test]
fn a_compiled_file_answers_as_the_problem() {
    let folder = folder();
    let priced = run(&["generate", "assignment", "5", "--seed", "1"]).exits(0).out;
    let problem = folder.path().join("priced.dlx");
    fs::write(&problem, priced).expect("the file can be written");
    let problem = utf8(&problem).to_owned();
    let zdd = compiled(folder.path(), &problem, &[]);
    for arguments in
        [&["count"][..], &["count", "--modulo", "5"], &["marginals"], &["marginals", "--format", "json"]]
    {
        let of = |path: &str| run(&[arguments, &[path]].concat()).exits(0).out;
        assert_eq!(of(&zdd), of(&problem), "{arguments:?}");
    }
    let listed = |path: &str| covers(&run(&["solve", "--format", "ids", path]).exits(0).out);
    assert_eq!(listed(&zdd), listed(&problem));
    let cost = |path: &str| -> Vec<String> {
        let best = run(&["best", "-k", "5", path]).exits(0).out;
        best.lines().map(|line| line.split(':').next().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(cost(&zdd), cost(&problem));
}

#[test]
fn the_file_is_the_same_for_any_number_of_threads() {
    let folder = folder();
    let problem = folder.path().join("dominoes.dlx");
    run(&["generate", "dominoes", "18x18", "-o", utf8(&problem)]).exits(0);
    let written = |threads| {
        fs::read(compiled(folder.path(), utf8(&problem), &["-j", threads])).expect("the file is there")
    };
    let one = written("1");
    assert!(one == written("2") && one == written("3"));
}

#[test]
fn the_compiler_says_how_large_the_file_is() {
    let folder = folder();
    let path = folder.path().join("queens.zdd");
    let told = run(&["compile", &queens(), "-o", utf8(&path)]).exits(0);
    let bytes = fs::metadata(&path).expect("the file is there").len();
    assert_eq!(told.out, "");
    assert!(told.err.contains(&format!(" nodes, {bytes} bytes, 92 covers\n")), "{}", told.err);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left beside it");
}

#[test]
fn givens_mean_the_same_in_a_compiled_file() {
    let folder = folder();
    let zdd = compiled(folder.path(), &queens(), &[]);
    let given = ["--force", "3", "--forbid", "20,41"];
    for command in ["count", "marginals"] {
        let of = |path: &str| run(&[&[command, path][..], &given].concat()).exits(0).out;
        assert_eq!(of(&zdd), of(&queens()), "{command}");
    }
    let listed =
        |path: &str| covers(&run(&[&["solve", "--format", "ids", path][..], &given].concat()).exits(0).out);
    assert_eq!(listed(&zdd), listed(&queens()));
    // The options given at compilation remain in force.
    let narrower = compiled(folder.path(), &queens(), &given);
    assert_eq!(run(&["count", &narrower]).out, run(&[&["count", &queens()][..], &given].concat()).out);
    let of = |path: &str| run(&["count", "--force", "64", path]).exits(3).err;
    assert_eq!(of(&narrower), of(&queens()));
}

/// Options 0 and 2 both cover item a. A problem in which they are given has no cover, and neither has the question.
#[test]
fn options_forced_in_conflict_mean_no_cover_and_no_error() {
    let folder = folder();
    let problem = folder.path().join("ab.dlx");
    fs::write(&problem, "a b\na\nb\na b\n").expect("the file can be written");
    let (problem, zdd) = (utf8(&problem).to_owned(), folder.path().join("ab.zdd"));
    run(&["compile", &problem, "-o", utf8(&zdd), "-q"]).exits(0);
    let why =
        "note: no cover satisfies the assumptions: given options 0 and 2 are in conflict over item `a`\n";
    for command in [
        &["count"][..],
        &["count", "--engine", "links"],
        &["count", "--engine", "memo"],
        &["count", "--modulo", "7"],
        &["solve"],
        &["solve", "--format", "json"],
        &["best"],
        &["best", "--format", "json"],
        &["marginals"],
        &["sample"],
        &["estimate"],
        &["task", "split", "--tasks", "2"],
    ] {
        let asked = run(&[command, &["--force", "0,2", &problem]].concat()).exits(1);
        assert!(asked.err.starts_with(why), "{command:?}: {}", asked.err);
        let out = match command[0] {
            "count" => "0\n",
            _ if command.contains(&"json") => "\"count\":\"0\",\"complete\":true}\n",
            _ => "",
        };
        assert!(
            asked.out.ends_with(out) && asked.out.is_empty() == out.is_empty(),
            "{command:?}: {}",
            asked.out
        );
        if ["count", "solve", "best", "marginals", "sample"].contains(&command[0])
            && !command.contains(&"--engine")
        {
            let compiled = run(&[command, &["--force", "0,2", utf8(&zdd)]].concat()).exits(1);
            let out = asked.out.replace(&problem, utf8(&zdd));
            assert_eq!((compiled.out, compiled.err), (out, asked.err), "{command:?}");
        }
    }
}

/// The library compares thousands of problems; these are the flags and the output.
#[test]
fn every_flag_means_the_same_for_a_compiled_file() {
    let folder = folder();
    let written = |name: &str, content: &str| {
        let path = folder.path().join(name);
        fs::write(&path, content).expect("the file can be written");
        utf8(&path).to_owned()
    };
    // Bounds, colors, costs, options without a primary item, and problems without items or covers.
    let problems = [
        "1:3|p0 | s0 s1 s2\ns0:r s1:g\ns2\np0 s1\np0 s0 |3\np0\np0 s2:g |5\ns2:g\n",
        "a b | x y\na x:1\na x:2 |4\nb x:1 |1\nb y\nx:1\ny\na b\n",
        "0:1|a 0:2|b\na\na b\nb\nb\n",
        "0:1|a | s t\ns\ns:1 t\na s\n",
        "a b\na\n",
    ];
    for (number, content) in problems.iter().enumerate() {
        let problem = written(&format!("p{number}.dlx"), content);
        let zdd = folder.path().join(format!("p{number}.zdd"));
        let zdd = utf8(&zdd).to_owned();
        let compiled = run(&["compile", &problem, "-o", &zdd, "-q"]);
        assert!(matches!(compiled.code, Some(0 | 1)), "{}", compiled.err);
        for given in [
            &[][..],
            &["--force", "0"],
            &["--force", "1"],
            &["--forbid", "0"],
            &["--force", "0,1", "--forbid", "1"],
        ] {
            for command in [
                &["count"][..],
                &["count", "--limit", "1"],
                &["count", "--limit", "2"],
                &["count", "--limit", "100"],
                &["count", "--modulo", "3"],
                &["count", "--format", "json"],
                &["marginals"],
                &["solve", "--format", "ids"],
                &["best", "-k", "4"],
                &["sample", "-n", "3", "--seed", "1"],
            ] {
                let [direct, compiled] =
                    [&problem, &zdd].map(|path| run(&[command, given, &[path.as_str()]].concat()));
                let told = |run: &support::Run| run.out.replace(&zdd, &problem);
                assert_eq!(direct.code, compiled.code, "{content}{command:?} {given:?}");
                match command[0] {
                    "solve" => {
                        let covers = |run: &support::Run| {
                            let mut lines: Vec<String> = run.out.lines().map(str::to_owned).collect();
                            lines.sort();
                            lines
                        };
                        assert_eq!(covers(&direct), covers(&compiled), "{content}{command:?} {given:?}");
                    }
                    "best" => {
                        let costs = |run: &support::Run| {
                            let cost = |line: &str| line.split(':').next().unwrap_or_default().to_owned();
                            run.out.lines().map(cost).collect::<Vec<_>>()
                        };
                        assert_eq!(costs(&direct), costs(&compiled), "{content}{command:?} {given:?}");
                    }
                    "sample" => assert_eq!(direct.out.lines().count(), compiled.out.lines().count()),
                    _ => assert_eq!(told(&direct), told(&compiled), "{content}{command:?} {given:?}"),
                }
            }
        }
    }
}

/// The problem has three covers with its option 2, which covers no primary item and leaves option 0 out.
#[test]
fn a_forced_option_without_a_primary_item_is_added_to_the_covers_of_a_compiled_file() {
    let folder = folder();
    let problem = folder.path().join("p.dlx");
    fs::write(&problem, "1:3|p | s\np s\np\ns\np\n").expect("the file can be written");
    let (problem, zdd) = (utf8(&problem).to_owned(), folder.path().join("p.zdd"));
    run(&["compile", &problem, "-o", utf8(&zdd), "-q"]).exits(0);
    for path in [&problem, utf8(&zdd)] {
        assert_eq!(run(&["count", "--force", "2", path]).exits(0).out, "3\n");
        let covers = covers(&run(&["solve", "--force", "2", "--format", "ids", path]).exits(0).out);
        assert_eq!(covers, [vec![1, 2], vec![2, 3], vec![1, 2, 3]].map(BTreeSet::from_iter).into());
    }
}

#[test]
fn a_cut_altered_or_foreign_file_is_refused() {
    let folder = folder();
    let zdd = compiled(folder.path(), &queens(), &[]);
    let whole = fs::read(&zdd).expect("the file can be read");
    let refused = |bytes: &[u8], words: &str| {
        fs::write(&zdd, bytes).expect("the file can be written");
        for command in ["count", "sample", "best", "marginals", "solve", "check"] {
            let covers = if command == "check" { &["-"][..] } else { &[] };
            let run = run(&[&[command, &zdd], covers].concat()).exits(3);
            assert_eq!(run.out, "");
            assert!(run.err.contains(words), "{command}: {}", run.err);
        }
    };
    refused(&[], "expected");
    refused(&whole[..5], "expected");
    refused(&whole[..whole.len() / 2], "found the end of the file");
    refused(&whole[..whole.len() - 1], "found the end of the file");
    let mut altered = whole.clone();
    let place = whole.len() - 100;
    altered[place] ^= 1;
    refused(&altered, "the file was altered");
    refused(&[&whole[..], b"x"].concat(), "expected the end of the file");
    refused(b"a b\na b\n", "expected `dlx diagram 2`");
    // A diagram is recognized by its first bytes, whatever its name.
    let other = folder.path().join("covers.dlx");
    fs::write(&other, &whole).expect("the file can be written");
    assert_eq!(run(&["count", utf8(&other)]).exits(0).out, "92\n");
}

#[test]
fn a_command_that_needs_the_problem_refuses_a_compiled_file() {
    let folder = folder();
    let zdd = compiled(folder.path(), &queens(), &[]);
    for arguments in [&["why"][..], &["reduce"], &["estimate"], &["convert", "--to", "cnf"]] {
        let refused = run(&[arguments, &[&zdd]].concat()).exits(3);
        assert!(
            refused.err.contains("expected a problem, found a compiled diagram of covers"),
            "{}",
            refused.err
        );
    }
    for arguments in
        [&["solve", "--rule", "first"][..], &["count", "--engine", "memo"], &["count", "--verify"]]
    {
        run(&[arguments, &[&zdd]].concat()).exits(2);
    }
}

#[test]
fn a_compiled_file_goes_through_a_pipe_and_becomes_a_graph() {
    let folder = folder();
    let zdd = compiled(folder.path(), &queens(), &[]);
    let mut piped = support::dlx();
    let piped = piped.args(["compile", "-q", "-o", "-", &queens()]).output().expect("the binary runs");
    assert_eq!(piped.stdout, fs::read(&zdd).expect("the file can be read"));
    let dot = folder.path().join("covers.dot");
    compiled(folder.path(), &queens(), &["--dot", utf8(&dot)]);
    assert!(fs::read_to_string(&dot).expect("the file is there").starts_with("digraph "));
}

#[test]
fn a_problem_without_covers_is_compiled_into_none() {
    let folder = folder();
    let path = folder.path().join("none.zdd");
    run_on("a b\na\n", &["compile", "-", "-o", utf8(&path)]).exits(1);
    assert_eq!(run(&["count", utf8(&path)]).exits(1).out, "0\n");
    let said = "note: no solution\nnote: 1 primary item that no option can cover: `b`\n";
    for command in ["sample", "best", "marginals", "solve"] {
        let none = run(&[command, utf8(&path)]).exits(1);
        assert_eq!((none.out.as_str(), none.err.as_str()), ("", said));
        let none = run_on("a b\na\n", &[command, "-"]).exits(1);
        assert_eq!((none.out.as_str(), none.err.as_str()), ("", said));
    }
}

#[test]
fn a_compilation_that_does_not_fit_leaves_the_file_alone() {
    let folder = folder();
    let path = folder.path().join("covers.zdd");
    fs::write(&path, "as it was").expect("the file can be written");
    let stopped = run(&["compile", &queens(), "-o", utf8(&path), "--memory", "1k"]).exits(5);
    assert!(stopped.err.starts_with("note: stopped at the memory limit: at least "), "{}", stopped.err);
    assert_eq!(fs::read_to_string(&path).expect("the file is there"), "as it was");
    let missing = folder.path().join("no/such/folder.zdd");
    let refused = run(&["compile", &queens(), "-o", utf8(&missing)]).exits(3);
    assert!(refused.err.contains("cannot create"), "{}", refused.err);
}

#[test]
fn cheap_covers_that_do_not_fit_end_with_5_and_those_that_do() {
    let folder = folder();
    let zdd = compiled(folder.path(), &queens(), &[]);
    for path in [queens(), zdd] {
        let best = |memory: &str| run(&["best", "-k", "92", "--memory", memory, &path]);
        let whole = best("1M").exits(0).out;
        let stopped = best("8k").exits(5);
        assert!(stopped.err.starts_with("note: stopped at the memory limit: "), "{}", stopped.err);
        assert!(stopped.err.contains("no cover costs less than 0; "), "{}", stopped.err);
        let found = stopped.out.lines().count();
        assert!(found < 92, "{found}");
        let whole: BTreeSet<&str> = whole.lines().collect();
        assert!(stopped.out.lines().all(|line| whole.contains(line)));
        assert_eq!(best("0").exits(5).out, "");
    }
    let help = run(&["best", "--help"]).exits(0).out;
    assert!(help.contains("Limit memory of tables and covers"), "{help}");
}

#[test]
fn samples_are_covers_and_the_same_again() {
    for name in ["queens8", "langford8", "match12"] {
        let path = testdata(&format!("exact-cover/{name}.dlx"));
        for format in ["text", "ids", "json"] {
            let sample = |seed: &str| {
                run(&["sample", "-n", "200", "--seed", seed, "--format", format, &path]).exits(0).out
            };
            let drawn = sample("3");
            assert_eq!(drawn, sample("3"));
            assert_ne!(drawn, sample("4"));
            assert_eq!(run_on(&drawn, &["check", &path, "-"]).exits(0).out, "covers: 200 right, 0 wrong\n");
        }
    }
    let folder = folder();
    let zdd = compiled(folder.path(), &queens(), &[]);
    let drawn = run(&["sample", "-n", "9", &zdd]).exits(0).out;
    assert_eq!(drawn, run(&["sample", "-n", "9", "--seed", "0", &queens()]).exits(0).out);
    assert_eq!(run_on(&drawn, &["check", &zdd, "-"]).exits(0).out, "covers: 9 right, 0 wrong\n");
    assert_eq!(run(&["sample", &queens()]).exits(0).out.lines().count(), 1);
}

/// Chi-square with 7 degrees of freedom stays below 25 in all but one of a thousand seeds.
#[test]
fn all_covers_are_drawn_equally_often() {
    let path = queens();
    let all = covers(&run(&["solve", "--format", "ids", "--force", "3", &path]).exits(0).out);
    let drawn = run(&["sample", "-n", "8000", "--force", "3", "--format", "ids", &path]).exits(0).out;
    assert_eq!(all.len(), 8);
    let expected = 8000.0 / 8.0;
    let chi: f64 = all
        .iter()
        .map(|cover| {
            let times = drawn.lines().filter(|line| covers(line).contains(cover)).count();
            (times as f64 - expected).powi(2) / expected
        })
        .sum();
    assert!(chi < 25.0, "{chi}");
}

#[test]
fn marginals_are_the_shares_of_the_covers_with_an_option() {
    let problem = file("a b c\na b\nc\na\nb c\nb\n");
    let path = utf8(problem.path());
    let expected = "1 0.3333333333333333 a b\n2 0.6666666666666666 c\n2 0.6666666666666666 a\n\
                    1 0.3333333333333333 b c\n1 0.3333333333333333 b\n";
    assert_eq!(run(&["marginals", path]).exits(0).out, expected);
    let json = run(&["marginals", "--format", "json", path]).exits(0).out;
    let second: serde_json::Value = serde_json::from_str(json.lines().nth(1).expect("a line")).expect("JSON");
    assert_eq!(second["covers"], "2");
    assert_eq!(second["id"], 1);
    assert_eq!(second["option"], "c");
}

#[test]
fn sudoku_samples_are_solutions_of_their_puzzle() {
    let input = format!("{TEN}\n{CLASSIC}\n");
    let all = run(&["sudoku", "solve", "--all", TEN]).exits(0).out;
    let sampled = run_on(&input, &["sudoku", "sample", "-n", "5", "--seed", "2"]).exits(0).out;
    let lines: Vec<&str> = sampled.lines().collect();
    assert_eq!(lines.len(), 10);
    assert!(lines[..5].iter().all(|line| all.lines().any(|solution| solution == *line)));
    assert_eq!(lines[5..], [CLASSIC_SOLVED; 5]);
    for threads in ["1", "2"] {
        let arguments = ["sudoku", "sample", "-n", "5", "--seed", "2", "-j", threads];
        assert_eq!(run_on(&input, &arguments).exits(0).out, sampled);
    }
    assert_eq!(run(&["sudoku", "sample", HOPELESS]).exits(1).out, "no solution\n");
}

#[test]
fn sudoku_samples_of_the_empty_grid_differ() {
    let sampled = run(&["sudoku", "sample", "-n", "50", "--size", "4", &".".repeat(16)]).exits(0).out;
    let grids: BTreeSet<&str> = sampled.lines().collect();
    assert!(grids.len() > 30, "{}", grids.len());
    run_on(&sampled, &["sudoku", "check", "--size", "4"]).exits(0);
}

#[test]
fn a_sudoku_sample_that_does_not_fit_ends_with_5() {
    let stopped = run(&["sudoku", "sample", "--memory", "1M", &".".repeat(81)]).exits(5);
    assert!(stopped.out.contains("stopped at the memory limit"), "{}", stopped.out);
}
