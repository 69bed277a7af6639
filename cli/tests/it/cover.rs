//! `dlx solve`, `count` and `check` on exact cover files.

use crate::support::{file, first_lines, folder, run, run_on, testdata};

const SMALL: &str = "| a comment\na b c\na b\nc\na\nb c\n";

#[test]
fn covers_are_listed_as_text_ids_and_json() {
    assert_eq!(run_on(SMALL, &["solve", "-"]).exits(0).out, "a b | c\na | b c\n");
    assert_eq!(run_on(SMALL, &["solve", "--format", "ids", "-"]).exits(0).out, "0 1\n2 3\n");
    let json = run_on(SMALL, &["solve", "--format", "json", "-"]).exits(0).out;
    let first: serde_json::Value = serde_json::from_str(json.lines().next().expect("a line")).expect("JSON");
    assert_eq!(first["options"], serde_json::json!(["a b", "c"]));
    assert_eq!(first["ids"], serde_json::json!([0, 1]));
    assert_eq!(first["schema"], 1);
}

#[test]
fn covers_are_counted() {
    assert_eq!(run(&["count", &testdata("exact-cover/queens8.dlx")]).exits(0).out, "92\n");
    assert_eq!(run_on("a b\na\n", &["count", "-"]).exits(1).out, "0\n");
}

#[test]
fn the_output_is_the_same_for_any_number_of_threads() {
    let path = testdata("exact-cover/langford11.dlx");
    let kinds: [(&str, &[&str]); 5] = [
        ("text", &[]),
        ("json", &["--limit", "20000"]),
        ("ids", &["--rule", "random:7"]),
        ("ids", &["--rule", "preferred", "--limit", "30000"]),
        ("ids", &["--reduce", "always"]),
    ];
    for (format, more) in kinds {
        let with = |threads: &str| {
            let mut arguments = vec!["solve", "--stats", "--format", format, "-j", threads, &path];
            arguments.extend(more);
            let run = run(&arguments);
            let nodes = run.err.lines().find(|line| line.starts_with("nodes by level")).map(str::to_owned);
            assert!(nodes.is_some(), "{}", run.err);
            (run.code, run.out, nodes)
        };
        let one = with("1");
        assert!(with("2") == one && with("5") == one, "{format} {more:?}");
    }
}

#[test]
fn a_count_is_the_same_for_any_number_of_threads() {
    for (name, count) in [("langford11", "35584\n"), ("queens12", "14200\n")] {
        let path = testdata(&format!("exact-cover/{name}.dlx"));
        for threads in ["1", "2", "5"] {
            for more in [&[][..], &["--stats"], &["--reduce", "always"]] {
                let mut arguments = vec!["count", "-j", threads, &path];
                arguments.extend(more);
                assert_eq!(run(&arguments).exits(0).out, count, "{name}, {threads} threads, {more:?}");
            }
            let limited = run(&["count", "--stats", "--limit", "5000", "-j", threads, &path]).exits(0);
            assert_eq!(limited.out, "at least 5000\n");
            assert!(limited.err.starts_with("counted "), "{}", limited.err);
        }
    }
}

#[test]
fn a_number_of_threads_is_at_least_1() {
    let path = testdata("exact-cover/queens8.dlx");
    for command in ["solve", "count"] {
        for threads in ["0", "-1", "two", "1025"] {
            let refused = run(&[command, &format!("-j={threads}"), &path]).exits(2);
            assert!(refused.err.contains("expected a number of threads from 1 to 1024"), "{}", refused.err);
        }
    }
}

#[test]
fn a_limit_gives_the_first_covers_and_is_an_answer() {
    let path = testdata("exact-cover/queens8.dlx");
    let all = run(&["solve", &path]).exits(0).out;
    let some = run(&["solve", "--limit", "7", &path]).exits(0);
    assert_eq!(some.out.lines().count(), 7);
    assert!(all.starts_with(&some.out));
    assert_eq!(some.err, "");
    assert_eq!(run(&["count", "--limit", "7", &path]).exits(0).out, "at least 7\n");
    // An object states that there may be more covers.
    let objects = run(&["solve", "--limit", "7", "--format", "json", &path]).exits(0).out;
    let end: serde_json::Value = serde_json::from_str(objects.lines().last().expect("a line")).expect("JSON");
    assert_eq!((&end["count"], &end["complete"]), (&"7".into(), &false.into()));
}

#[test]
fn check_accepts_the_output_of_solve_in_every_format() {
    for name in ["queens8", "langford8", "match12", "latin4"] {
        let path = testdata(&format!("exact-cover/{name}.dlx"));
        for format in ["text", "ids", "json"] {
            let covers = run(&["solve", "--format", format, &path]).exits(0).out;
            let checked = run_on(&covers, &["check", &path, "-"]).exits(0).out;
            // The last object has the number of covers.
            let count = covers.lines().count() - usize::from(format == "json");
            assert_eq!(checked, format!("covers: {count} right, 0 wrong\n"));
        }
    }
}

#[test]
fn a_cover_of_one_option_is_not_taken_for_ids() {
    let problem = file("0 1\n0 1\n0\n1\n");
    let path = problem.path().to_str().expect("UTF-8");
    let covers = run(&["solve", path]).exits(0).out;
    assert_eq!(covers, "0 1 |\n0 | 1\n");
    assert_eq!(run_on(&covers, &["check", path, "-"]).exits(0).out, "covers: 2 right, 0 wrong\n");
}

#[test]
fn equal_options_are_different_covers_in_text_too() {
    let problem = file("a b | x\na x:1\na x:1\nb x:1\n");
    let path = problem.path().to_str().expect("UTF-8");
    let covers = run(&["solve", path]).exits(0).out;
    assert_eq!(covers, "a x:1 | b x:1\na x:1 | b x:1\n");
    run_on(&covers, &["check", path, "-"]).exits(0);
}

#[test]
fn check_names_what_is_wrong_and_where() {
    let problem = file(SMALL);
    let path = problem.path().to_str().expect("UTF-8");
    let run = run_on("0 1\n0\n0 3\n\n2 9\na b | c\na c\n1.5\n", &["check", path, "-"]).exits(3);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(
        lines,
        [
            "line 2: wrong: no cover: item `c` is not covered",
            "line 3: wrong: no cover: item `b` is covered by both option 0 and option 3",
            "line 5: wrong: no cover: unknown option 9: the problem has 4 options, numbered from 0",
            "line 7: unreadable: expected an option of the problem, found `a c`",
            "line 8: unreadable: expected an option of the problem, found `1.5`",
            "covers: 2 right, 3 wrong, 2 unreadable",
        ]
    );
    run_on("0\n", &["check", path, "-"]).exits(1);
}

#[test]
fn faults_of_a_file_have_line_column_and_a_hint() {
    let cases = [
        ("", ":1:1: expected a line of items, found the end of the text"),
        ("alpha beta\nalpha btea\n", ":2:7: expected an item, found `btea`"),
        ("alpha beta\nalpha btea\n", "did you mean `beta`?"),
        ("a b\na a\n", ":2:3: option 0: item `a` twice"),
        ("a a\n", ":1:3: item `a` is declared twice"),
        ("a | x\na:1 x\n", ":2:1: option 0: color `1` on primary item `a`"),
        ("a | x\na x:\n", ":2:3: option 0: color `` of item `x`"),
        ("a | x | y\n", ":1:7: expected a secondary item, found a second `|`"),
        ("a b\n\na |x\n", ":3:3: expected an item of the option or a cost such as `|7`, found `|x`"),
    ];
    for (text, expected) in cases {
        let problem = file(text);
        let path = problem.path().to_str().expect("UTF-8");
        let run = run(&["count", path]).exits(3);
        assert!(run.err.contains(expected), "{text:?}: {}", run.err);
        assert!(run.err.starts_with(&format!("error: {path}:")), "{}", run.err);
        assert_eq!(run.out, "");
    }
}

#[test]
fn unreadable_files_exit_with_3() {
    let folder = folder();
    let path = folder.path().to_str().expect("UTF-8");
    run(&["count", path]).exits(3);
    run(&["count", &format!("{path}/none.dlx")]).exits(3);
    let noise = folder.path().join("noise");
    let bytes: Vec<u8> = (0..50_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    std::fs::write(&noise, bytes).expect("a file can be written");
    run(&["count", noise.to_str().expect("UTF-8")]).exits(3);
    run(&["sudoku", "solve", noise.to_str().expect("UTF-8")]).exits(3);
}

#[test]
fn an_option_without_a_primary_item_is_reported() {
    let run = run_on("a | x\nx\na\n", &["count", "-"]).exits(0);
    assert_eq!(run.out, "1\n");
    assert!(
        run.err.contains("without a primary item are never chosen: 1, first option 0 `x`"),
        "{}",
        run.err
    );
}

#[test]
fn wrong_usage_exits_with_2() {
    for arguments in
        [&["frobnicate"][..], &["sudoku", "frobnicate"], &["convert"], &["solve", "--limit", "x", "f"]]
    {
        let run = run(arguments).exits(2);
        assert!(run.err.contains("--help"), "{}", run.err);
    }
    // Without arguments nothing is wrong: the program shows how to begin.
    let first = run(&[]).exits(0);
    assert!(first.out.contains("--help") && first.err.is_empty(), "{}", first.out);
    run(&["check", "-", "-"]).exits(2);
}

#[test]
fn help_says_where_the_exit_codes_are_and_lists_them_there() {
    for arguments in [&["--help"][..], &["solve", "--help"], &["sudoku", "solve", "--help"]] {
        let run = run(arguments).exits(0);
        assert!(run.out.contains("dlx help exit-codes"), "{}", run.out);
    }
    let codes = run(&["help", "exit-codes"]).exits(0).out;
    let numbers: Vec<&str> = codes.lines().filter_map(|line| line.split_whitespace().next()).collect();
    for code in ["0", "1", "2", "3", "4", "5", "70", "130"] {
        assert!(numbers.contains(&code), "{codes}");
    }
    assert!(codes.contains("130  interrupted"), "{codes}");
}

const PRICED: &str = "a b c\na b |5\nc |1\na |1\nb c |2\nb |9\n";

#[test]
fn the_cheapest_covers_are_listed_with_their_costs() {
    assert_eq!(run_on(PRICED, &["best", "-"]).exits(0).out, "cost 3: a | b c\n");
    let two = run_on(PRICED, &["best", "-k", "2", "--format", "ids", "-"]).exits(0).out;
    assert_eq!(two, "cost 3: 2 3\ncost 6: 0 1\n");
    let all = run_on(PRICED, &["best", "--covers", "9", "--format", "json", "-"]).exits(0).out;
    let end: serde_json::Value = serde_json::from_str(all.lines().last().expect("a line")).expect("JSON");
    assert_eq!((&end["count"], &end["complete"]), (&"3".into(), &true.into()));
    assert_eq!(all.lines().count(), 3 + 1);
    let first: serde_json::Value = serde_json::from_str(all.lines().next().expect("a line")).expect("JSON");
    assert_eq!(first["cost"], 3);
    assert_eq!(first["options"], serde_json::json!(["a", "b c"]));
    assert_eq!(first["proved"], true);
    let none = run_on("a b\na |1\n", &["best", "-"]).exits(1);
    assert!(none.err.contains("no solution"), "{}", none.err);
    run_on(PRICED, &["best", "-k", "0", "-"]).exits(2);
}

#[test]
fn a_stopped_search_for_the_cheapest_tells_what_is_proved() {
    let run = run_on(PRICED, &["best", "--nodes", "0", "-"]).exits(5);
    assert!(run.err.contains("none found so far, no cover costs less than 3"), "{}", run.err);
    assert_eq!(run.out, "");
    let run = run_on("a b\na b |7\na |2\nb |2\n", &["best", "-k", "2", "--nodes", "2", "-"]).exits(5);
    assert_eq!(run.out, "cost 4: a | b\n");
    assert!(run.err.contains("1 of the 2 are proved"), "{}", run.err);
}

#[test]
fn cheaper_covers_are_told_as_they_are_found() {
    let run = run_on(PRICED, &["best", "--progress", "always", "-"]).exits(0);
    assert!(run.err.ends_with("found a cover of cost 3\n"), "{}", run.err);
}

#[test]
fn check_compares_the_costs_that_best_prints() {
    let problem = file(PRICED);
    let path = problem.path().to_str().expect("UTF-8");
    for format in ["text", "ids", "json"] {
        let covers = run(&["best", "-k", "3", "--format", format, path]).exits(0).out;
        assert_eq!(run_on(&covers, &["check", path, "-"]).exits(0).out, "covers: 3 right, 0 wrong\n");
    }
    let wrong =
        run_on("cost 4: a | b c\n{\"ids\":[2,3],\"cost\":2}\ncost x: a\n", &["check", path, "-"]).exits(3);
    let lines: Vec<&str> = wrong.out.lines().collect();
    assert_eq!(lines[0], "line 1: wrong: expected cost 3, found 4");
    assert_eq!(lines[1], "line 2: wrong: expected cost 3, found 2");
    assert!(lines[2].starts_with("line 3: unreadable"), "{}", lines[2]);
}

#[test]
fn an_item_called_cost_is_not_taken_for_a_cost() {
    let problem = file("cost | 4\ncost 4:x |2\n");
    let path = problem.path().to_str().expect("UTF-8");
    assert_eq!(run_on("cost 4:x |\n", &["check", path, "-"]).exits(0).out, "covers: 1 right, 0 wrong\n");
    assert_eq!(run(&["best", path]).exits(0).out, "cost 2: cost 4:x\n");
}

#[test]
fn counts_with_and_without_reduction_are_the_same() {
    for name in ["queens8", "pent3x20", "latin4", "sudoku16"] {
        let path = testdata(&format!("exact-cover/{name}.dlx"));
        let counts =
            ["auto", "always", "never"].map(|when| run(&["count", "--reduce", when, &path]).exits(0).out);
        assert!(counts.iter().all(|count| *count == counts[0]), "{name}: {counts:?}");
    }
    run(&["count", "--reduce", "always", "--force", "1", &testdata("exact-cover/queens8.dlx")]).exits(2);
}

#[test]
fn a_number_that_64_bits_do_not_hold_is_exact() {
    let names: Vec<String> = (0..70).map(|coin| format!("coin{coin}")).collect();
    let options: String = names.iter().map(|name| format!("{name}\n{name}\n")).collect();
    let run = run_on(&format!("{}\n{options}", names.join(" ")), &["count", "-"]).exits(0);
    assert_eq!(run.out, format!("{}\n", 1u128 << 70));
}

#[test]
fn an_estimate_says_how_sure_it_is_and_is_the_same_again() {
    let path = testdata("exact-cover/queens8.dlx");
    let first = run(&["estimate", "--probes", "500", "--seed", "3", &path]).exits(0).out;
    assert!(first.starts_with("probes  500\nnodes   "), "{first}");
    assert_eq!(first.matches("standard error").count(), 2);
    assert_eq!(run(&["estimate", "--probes", "500", "--seed", "3", &path]).exits(0).out, first);
    assert_ne!(run(&["estimate", "--probes", "500", "--seed", "4", &path]).exits(0).out, first);
}

/// 0 with an error of 0 would be a wrong answer: rectangles of 3x20 have 2 coverings by pentominoes (8 with
/// reflections).
#[test]
fn an_estimate_says_that_no_probe_reached_a_cover() {
    let problem = file(&run(&["generate", "pentominoes", "3x20"]).exits(0).out);
    let path = problem.path().to_str().expect("UTF-8");
    let out = run(&["estimate", path]).exits(0).out;
    assert!(out.ends_with("\ncovers  unknown: no probe reached one\n"), "{out}");
    let json = run(&["estimate", "--format", "json", path]).exits(0).out;
    let object: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&object["reached"], &object["covers"]), (&0.into(), &serde_json::Value::Null));
}

#[test]
fn the_engine_is_named_with_the_reason_and_can_be_chosen() {
    let path = testdata("exact-cover/queens8.dlx");
    for command in ["count", "solve"] {
        let stats = |more: &[&str]| run(&[&[command, "--stats", &path], more].concat()).exits(0).err;
        let by_any = if command == "count" {
            "counted        64 options by search: "
        } else {
            "engine         bitset ("
        };
        assert!(stats(&[]).contains(by_any), "{}", stats(&[]));
        for engine in ["links", "bitset", "bitslice"] {
            let asked = stats(&["--engine", engine, "--simd", "portable"]);
            assert!(asked.contains(&format!("engine         {engine} (portable): asked for")), "{asked}");
        }
    }
    let soma = testdata("exact-cover/soma.dlx");
    let refused = run(&["count", "--engine", "bitslice", &soma]).exits(2);
    assert!(refused.err.contains("item `V` has 144 options, expected at most 16"), "{}", refused.err);
}

#[test]
fn progress_is_told_in_lines_where_there_is_no_terminal() {
    // In the order of the items this takes minutes.
    let path = testdata("exact-cover/sudoku_many.dlx");
    let plain = ["count", "--rule", "first", "-j", "1"];
    let told = first_lines(1, &[&plain[..], &["--progress", "always", &path]].concat());
    assert!(told[0].contains(" % ") && told[0].contains("nodes/s"), "{told:?}");
    let silent = run(&[&plain[..], &["--timeout", "1500ms", &path]].concat());
    assert!(!silent.err.contains("nodes/s"), "{}", silent.err);
}

#[test]
fn progress_is_told_in_objects_for_programs() {
    // In the order of the items this takes minutes.
    let path = testdata("exact-cover/sudoku_many.dlx");
    let told = first_lines(2, &["count", "--rule", "first", "-j", "1", "--progress", "json", &path]);
    let objects: Vec<serde_json::Value> =
        told.iter().filter_map(|line| serde_json::from_str(line).ok()).collect();
    for object in &objects {
        assert_eq!((&object["schema"], &object["event"]), (&1.into(), &"progress".into()));
        assert!(object["nodes"].is_u64() && object["solutions"].is_u64() && object["seconds"].is_f64());
        assert!(object["fraction"].as_f64().is_some_and(|fraction| (0.0..=1.0).contains(&fraction)));
    }
    let is_sorted =
        objects.windows(2).all(|pair| pair[0]["fraction"].as_f64() <= pair[1]["fraction"].as_f64());
    assert!(objects.len() == 2 && is_sorted, "{told:?}");
    let best = run_on(PRICED, &["best", "--progress", "json", "-"]).exits(0);
    assert!(best.err.contains("{\"schema\":1,\"event\":\"cheaper\",\"cost\":"), "{}", best.err);
}

#[test]
fn one_file_is_looked_over_for_mistakes() {
    let commented = file("a b c # items\na b\nc\n");
    let path = commented.path().to_str().expect("UTF-8");
    let found = "items that look like a comment, which begins with `|` in a line of its own: `#`, `items`";
    let printed = run(&["check", path]).exits(1).out;
    assert_eq!(printed, format!("items: 5 primary, 0 secondary; options: 2\nno cover: {found}\n"));
    // The same from standard input, and without mistakes.
    assert_eq!(run_on("a b c # items\na b\nc\n", &["check", "-"]).exits(1).out, printed);
    let none = "items: 3 primary, 0 secondary; options: 2\nno mistakes found\n";
    assert_eq!(run_on("a b c\na b\nc\n", &["check", "-"]).exits(0).out, none);
    // A warning alone is no failure.
    let repeated = run_on("a b\na b\nb a\n", &["check", "-"]).exits(0).out;
    assert!(
        repeated
            .ends_with("warning: 1 option with the items of an earlier one: option 1 `b a`, as option 0\n")
    );
}

#[test]
fn a_count_of_nothing_says_why_if_that_is_known() {
    let (comment, dominoes) = ("a b c # items\na b\nc\n", "a b c d e\na b\nb c\nc d\nd e\na e\n");
    let folder = folder();
    let compiled = folder.path().join("covers.zdd");
    let compiled = compiled.to_str().expect("UTF-8");
    let engines: [&[&str]; 5] =
        [&["count"], &["count", "--engine", "search"], &["count", "--modulo", "7"], &["solve"], &["best"]];
    for (text, why) in [(comment, "look like a comment"), (dominoes, "cover a multiple of 2 items in total")]
    {
        for command in engines {
            let error = run_on(text, command).exits(1).err;
            assert_eq!(error.matches(why).count(), 1, "{command:?}: {error}");
        }
        run_on(text, &["compile", "-o", compiled]);
        for command in ["count", "solve", "best"] {
            let error = run(&[command, compiled]).exits(1).err;
            assert_eq!(error.matches(why).count(), 1, "{command}: {error}");
        }
    }
    // Neither with a cover, nor where only a search finds that there is none.
    assert_eq!(run_on("a b c\na b\nb c\na c\nc\n", &["count"]).exits(0).err, "");
    // Two triangles, each of which has an odd number of items.
    let triangles = "a b c d e f\na b\nb c\na c\nd e\ne f\nd f\n";
    assert_eq!(run_on(triangles, &["count"]).exits(1).err, "");
}

/// The empty cover, covers of one option, options of numbers, and an item whose name begins like an object.
#[test]
fn every_cover_that_is_printed_is_read_back() {
    for text in ["0:1|a\na\n", "1 2\n1 2\n1\n2\n", "{x} b\n{x}\nb\n{x} b\n"] {
        let problem = file(text);
        let path = problem.path().to_str().expect("UTF-8");
        let count = run(&["count", path]).exits(0).out;
        for format in ["text", "ids", "json"] {
            for command in [&["solve"][..], &["best", "-k", "100"]] {
                let covers = run(&[command, &["--format", format, path]].concat()).exits(0).out;
                let checked = run_on(&covers, &["check", path, "-"]).exits(0).out;
                assert_eq!(checked, format!("covers: {} right, 0 wrong\n", count.trim_end()), "{covers}");
            }
        }
    }
    let empty = file("0:1|a\na\n");
    let path = empty.path().to_str().expect("UTF-8");
    let lines = run(&["solve", path]).exits(0).out;
    let mut lines: Vec<&str> = lines.lines().collect();
    lines.sort_unstable();
    assert_eq!(lines, ["a", "|"]);
}

/// A board without two opposite corners has more cells of one color than of the other.
#[test]
fn a_few_covers_come_from_the_first_engine_that_knows() {
    let board = run(&["generate", "dominoes", "14x14", "--holes", "0,0", "13,13"]).exits(0).out;
    let none = run_on(&board, &["solve", "--limit", "1", "--stats"]).exits(1);
    assert!(none.err.contains("no solution") && none.err.contains("engine         algebra"), "{}", none.err);
    let none = run_on(&board, &["solve", "--limit", "3", "--format", "json"]).exits(1).out;
    let end: serde_json::Value = serde_json::from_str(&none).expect("JSON");
    assert_eq!((&end["count"], &end["complete"]), (&"0".into(), &true.into()));
    // With an engine that is named, the search is alone.
    let alone =
        run_on(&board, &["solve", "--limit", "1", "--engine", "search", "--timeout", "200ms"]).exits(5);
    assert!(alone.err.contains("0 found"), "{}", alone.err);
}

#[test]
fn the_first_covers_are_those_of_the_list_if_they_come_at_once() {
    let queens = testdata("exact-cover/queens8.dlx");
    let all = run(&["solve", &queens]).exits(0).out;
    for format in ["text", "ids", "json"] {
        let few = run(&["solve", "--limit", "5", "--format", format, &queens]).exits(0).out;
        let listed =
            run(&["solve", "--limit", "5", "--engine", "search", "--format", format, &queens]).exits(0).out;
        assert_eq!(few, listed, "{format}");
    }
    let few = run(&["solve", "--limit", "93", &queens]).exits(0).out;
    assert_eq!(few, all);
    let forced = run(&["solve", "--limit", "1", "--force", "0", &queens]).exits(0).out;
    assert!(all.lines().any(|line| line == forced.trim_end()), "{forced}");
}

#[test]
fn the_cheapest_covers_are_all_those_of_least_cost_or_size_or_below_a_cost() {
    let jobs = "a b\na b |3\na |1\nb |2\nb |7\n";
    assert_eq!(run_on(jobs, &["best", "--all-optimal"]).exits(0).out, "cost 3: a b\ncost 3: a | b\n");
    assert_eq!(run_on(jobs, &["best", "--unit-costs"]).exits(0).out, "cost 1: a b\n");
    assert_eq!(run_on(jobs, &["best", "--max-cost", "3", "-k", "9"]).exits(0).out.lines().count(), 2);
    let none = run_on(jobs, &["best", "--max-cost", "2"]).exits(1);
    assert!(none.err.contains("no cover costs 2 or less"), "{}", none.err);
    run_on(jobs, &["best", "--all-optimal", "-k", "2"]).exits(2);
}

const SIGNED: &str = "a b c\na b |2.5\nc |-3\na |0.125\nb c |-0.5\n";

#[test]
fn costs_with_signs_and_decimals_are_printed_and_checked_exactly() {
    let problem = file(SIGNED);
    let path = problem.path().to_str().expect("UTF-8");
    let both = "cost -0.5: a b | c\ncost -0.375: a | b c\n";
    assert_eq!(run(&["best", "-k", "2", path]).exits(0).out, both);
    assert_eq!(run(&["best", "--max-cost", "-0.4", "-k", "2", path]).exits(0).out, "cost -0.5: a b | c\n");
    for format in ["text", "ids", "json"] {
        let covers = run(&["best", "-k", "3", "--format", format, path]).exits(0).out;
        assert_eq!(run_on(&covers, &["check", path, "-"]).exits(0).out, "covers: 2 right, 0 wrong\n");
    }
    let wrong =
        run_on("cost 0.5: a b | c\n{\"ids\":[0,1],\"cost\":-0.50001}\n", &["check", path, "-"]).exits(1);
    assert!(wrong.out.starts_with("line 1: wrong: expected cost -0.5, found 0.5\n"), "{}", wrong.out);
    assert!(wrong.out.contains("\nline 2: wrong: expected cost -0.5, found -0.50001\n"), "{}", wrong.out);
    for format in ["json", "knuth"] {
        let other = file(&run(&["convert", "--to", format, path]).exits(0).out);
        let other = other.path().to_str().expect("UTF-8");
        let from = ["--from", format];
        assert_eq!(run(&[&["best", "-k", "2", other][..], &from].concat()).exits(0).out, both);
        let knuth = run(&[&["convert", "--to", "knuth", other][..], &from].concat()).exits(0).out;
        assert_eq!(knuth, SIGNED);
    }
    let lp = run(&["convert", "--to", "lp", path]).exits(0).out;
    assert!(lp.contains("\n cost: 2.5 x0 - 3 x1 + 0.125 x2 - 0.5 x3\n"), "{lp}");
    let opb = run(&["convert", "--to", "opb", path]).exits(0).out;
    assert!(
        opb.contains("\n* 1 in the objective is a cost of 0.001\nmin: +2500 x1 -3000 x2 +125 x3 -500 x4 ;\n"),
        "{opb}"
    );
    let json = run(&["best", "--format", "json", path]).exits(0).out;
    assert!(json.starts_with("{\"schema\":1,\"solution\":1,\"cost\":-0.5,\"proved\":true,"), "{json}");
    let large = run_on("a\na |99999999999999999.5\na |0.001\n", &["best"]).exits(3);
    assert!(large.err.contains(":3:3: option 1: with a cost of 0.001 the costs"), "{}", large.err);
}

#[test]
fn a_program_to_be_maximized_is_answered_with_its_greatest_value() {
    let program = file("Maximize\n obj: 3 x + 2 y - z\nSubject To\n x + y + z <= 1\nBinaries\n x y z\nEnd\n");
    let path = program.path().to_str().expect("UTF-8");
    let best = run(&["best", "-k", "2", "--from", "lp", path]).exits(0);
    let costs: Vec<&str> = best.out.lines().filter_map(|line| line.split(':').next()).collect();
    assert_eq!((costs, best.err.as_str()), (vec!["cost 3", "cost 2"], ""));
    assert_eq!(run(&["best", "-k", "2", "--maximize", "--from", "lp", path]).exits(0).out, best.out);
    let fewest = run(&["best", "--unit-costs", "--from", "lp", path]).exits(0).out;
    assert!(fewest.starts_with("cost 0:"), "{fewest}");
    let converted = run(&["convert", "--from", "lp", "--to", "knuth", path]).exits(0);
    assert!(converted.err.contains("costs have the opposite sign"), "{}", converted.err);
    assert!(converted.out.contains("|-3"), "{}", converted.out);
}

#[test]
fn the_greatest_cost_is_found_with_a_bound_in_its_sense() {
    let problem = file(SIGNED);
    let path = problem.path().to_str().expect("UTF-8");
    let greatest = "cost -0.375: a | b c\ncost -0.5: a b | c\n";
    assert_eq!(run(&["best", "--maximize", "-k", "2", path]).exits(0).out, greatest);
    let compiled = problem.path().with_extension("zdd");
    let compiled = compiled.to_str().expect("UTF-8");
    run(&["compile", path, "-o", compiled]).exits(0);
    assert_eq!(run(&["best", "--maximize", "-k", "2", compiled]).exits(0).out, greatest);
    assert_eq!(run(&["best", "--unit-costs", "--maximize", path]).exits(0).out.lines().count(), 1);
    let told = run(&["best", "--maximize", "--progress", "json", path]).exits(0).err;
    assert!(told.contains("\"event\":\"greater\",\"cost\":-0.375}"), "{told}");
    let stopped = run(&["best", "--maximize", "--nodes", "0", "--format", "json", path]).exits(5);
    let end: serde_json::Value = serde_json::from_str(stopped.out.trim_end()).expect("JSON");
    assert!(end["upper_bound"].as_f64().is_some_and(|bound| bound >= -0.375), "{end}");
    assert!(stopped.err.contains("no cover costs more than "), "{}", stopped.err);
}

#[test]
fn a_gap_ends_the_search_and_says_what_is_proved() {
    let jobs = "a b\na b |8\na |3\nb |4\nb |9\n";
    for gap in ["1", "0.5", "12.5%", "0%", "1000"] {
        let found = run_on(jobs, &["best", "--gap", gap, "--format", "json"]).exits(0);
        let lines: Vec<serde_json::Value> =
            found.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let cost = lines[0]["cost"].as_f64().expect("a number");
        let bound = lines[1]["lower_bound"].as_f64();
        assert_eq!(lines[1]["complete"], bound.is_none());
        let most = if gap.ends_with('%') { cost / 8.0 } else { gap.parse().expect("a number") };
        assert!(bound.unwrap_or(7.0) <= 7.0 && cost - bound.unwrap_or(cost) <= most, "{gap}: {}", found.out);
        assert_eq!(found.err.contains("no cover costs less than"), bound.is_some(), "{}", found.err);
    }
    for (flags, reason) in [
        (&["--gap", "1", "--all-optimal"][..], "before all optimal covers are found"),
        (&["--gap", "1", "-k", "2"], "the gap is that of one cover"),
        (&["--maximize", "--max-cost", "3"], "leaves out the covers that are looked for"),
        (&["--gap", "-1"], "--gap"),
        (&["--gap", "x%"], "a share such as 5%"),
    ] {
        let refused = run_on(jobs, &[&["best"], flags].concat()).exits(2);
        assert!(refused.err.contains(reason), "{}", refused.err);
    }
}

#[test]
fn the_engine_that_found_a_few_covers_tells_its_work() {
    let queens = testdata("exact-cover/queens8.dlx");
    let stats = run(&["solve", "--limit", "1", "--stats", &queens]).exits(0).err;
    let nodes = stats.lines().find_map(|line| line.strip_prefix("nodes          "));
    assert!(nodes.is_some_and(|nodes| nodes != "0"), "{stats}");
    assert!(stats.contains("\nsolutions      1\n"), "{stats}");
}

#[test]
fn assumptions_name_options_by_text_items_and_number() {
    let solve = |flags: &[&str]| run_on(SMALL, &[&["solve"], flags, &["-"]].concat());
    let (first, second) = ("a b | c\n", "a | b c\n");
    // The option `a` itself, and not the other one that has this item.
    for flags in [&["--force", "a"][..], &["--force", "c b"], &["--forbid", "a b"], &["--force", "2"]] {
        assert_eq!(solve(flags).exits(0).out, second, "{flags:?}");
    }
    assert_eq!(solve(&["--force", "c"]).exits(0).out, first);
    assert_eq!(solve(&["--force", "2,3"]).exits(0).out, second);
    assert_eq!(solve(&["--force", "2", "--force", "b c"]).exits(0).out, second);
    // Both options with `b` are excluded.
    assert_eq!(solve(&["--forbid", "b"]).exits(1).out, "");

    // One of several options is required, if an item makes it a choice.
    let colored = "a b | x y\na x:red\na x:blue y\nb x:red |3\nb y\nb x:blue\n";
    let of = |flags: &[&str]| run_on(colored, &[&["solve"], flags, &["-"]].concat());
    assert_eq!(of(&[]).exits(0).out.lines().count(), 3);
    assert_eq!(of(&["--force", "b x"]).exits(0).out, "a x:red | b x:red\na x:blue y | b x:blue\n");
    assert_eq!(of(&["--force", "b x:red |3"]).exits(0).out, "a x:red | b x:red\n");
    assert_eq!(of(&["--forbid", "x:red"]).exits(0).out, "a x:blue y | b x:blue\n");
    for (flags, error) in [
        (
            &["--force", "x"][..],
            "--force: 4 options have `x`; one of them can be required by an item that is covered exactly",
        ),
        (&["--force", "a z"], "--force: no item has the name `z`"),
        (&["--forbid", "a b"], "--forbid: no option has `a b`"),
        (&["--force", "a x:rde"], "--force: item `x` has the color `rde` in no option"),
        (&["--force", ""], "expected an option"),
        (&["--force", "1,,2"], "expected the number of an option, from 0"),
    ] {
        let refused = of(flags).exits(2);
        assert!(refused.err.contains(error), "{flags:?}: {}", refused.err);
    }
    let unknown = of(&["--force", "99"]).exits(3);
    assert!(unknown.err.contains("unknown option 99: the problem has 5 options"), "{}", unknown.err);
    let near = run_on("monday tuesday\nmonday tuesday\n", &["count", "--force", "mondy", "-"]).exits(2);
    assert!(near.err.contains("did you mean `monday`?"), "{}", near.err);
}

#[test]
fn covers_are_counted_for_each_choice() {
    let path = testdata("exact-cover/queens8.dlx");
    let rows = run(&["count", "--by", "r0", &path]).exits(0).out;
    // By column of the first row: 4, 8, 16, 18, 18, 16, 8 and 4; the file has the columns from the middle on.
    let numbers: Vec<&str> = rows.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(numbers, ["18", "16", "18", "8", "16", "4", "8", "4"]);
    let pairs = run(&["count", "--by", "r0,r1", "--format", "json", &path]).exits(0).out;
    let pairs: Vec<serde_json::Value> =
        pairs.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let total: u64 = pairs.iter().map(|pair| pair["count"].as_str().unwrap().parse::<u64>().unwrap()).sum();
    // Queens that attack each other are no choice: 8 * 8 - 8 - 2 * 7 are left.
    assert_eq!((pairs.len(), total), (42, 92));
    assert!(
        pairs.iter().all(|pair| pair["options"].as_array().unwrap().len() == 2 && pair["complete"] == true)
    );

    // An option that has two of the items is one choice, and a compiled file answers the same.
    let problem = file("a b c\na b\na\nb\nc\nc\nb c\n");
    let by = |path: &str| run(&["count", "--by", "a,b", path]).exits(0).out;
    let expected = "2 a b\n2 a | b\n1 a | b c\n";
    assert_eq!(by(problem.path().to_str().unwrap()), expected);
    let folder = folder();
    let compiled = folder.path().join("small.zdd").to_str().unwrap().to_owned();
    run(&["compile", problem.path().to_str().unwrap(), "-o", &compiled]).exits(0);
    assert_eq!(by(&compiled), expected);
    // Choices that leave no cover are counted too.
    assert_eq!(run_on("a b\na\na b\n", &["count", "--by", "a", "-"]).exits(0).out, "0 a\n1 a b\n");
    assert_eq!(run_on("a b\na\n", &["count", "--by", "a", "-"]).exits(1).out, "0 a\n");

    let free = run_on("a | x\na x\n", &["count", "--by", "x", "-"]).exits(2);
    assert!(free.err.contains("--by: item `x` is not covered exactly once"), "{}", free.err);
    for other in [&["--limit", "3"][..], &["--up-to-symmetry"], &["--reduce", "always"]] {
        run(&[&["count", "--by", "r0"], other, &[&path]].concat()).exits(2);
    }
}

#[test]
fn a_random_seed_is_told() {
    let path = testdata("exact-cover/queens8.dlx");
    let drawn = run(&["sample", "-n", "3", "--seed", "random", &path]).exits(0);
    let (_, seed) = drawn.err.split_once("the random seed is ").unwrap_or_else(|| panic!("{}", drawn.err));
    assert_eq!(run(&["sample", "-n", "3", "--seed", seed.trim(), &path]).exits(0).out, drawn.out);
    let wrong = run(&["sample", "--seed", "none", &path]).exits(2);
    assert!(wrong.err.contains("expected a number, or `random`"), "{}", wrong.err);
}

#[test]
fn a_part_of_a_cover_is_drawn() {
    let problem = run(&["generate", "polyominoes", "--region", "2x3", "--pieces", "I3=2"]).exits(0).out;
    let problem = file(&problem);
    let path = problem.path().to_str().unwrap();
    let drawn = run_on("0\n", &["render", path]).exits(0);
    assert!(drawn.out.contains("<svg"), "{}", drawn.out);
    assert!(drawn.err.contains("cover 1: part of a cover: item `"), "{}", drawn.err);
    let conflict = run_on("0 0\n", &["render", path]).exits(1);
    assert!(conflict.err.contains("no cover: "), "{}", conflict.err);
}
