//! `dlx sudoku generate` with a design, `minimize`, `canon` and `why`.

use crate::support::{self, CLASSIC, CLASSIC_SOLVED, HOPELESS, TEN, file, run, run_on};

fn generate(arguments: &[&str]) -> support::Run {
    run(&[&["sudoku", "generate", "--seed", "5"], arguments].concat())
}

#[test]
fn any_number_of_threads_makes_the_same_puzzles() {
    for arguments in [
        &["-n", "6", "--clues", "24..28", "--symmetry", "rot180"][..],
        &["-n", "3", "--level", "hard"],
        &["-n", "2", "--needs", "x-wing", "--format", "json"],
        &["-n", "20"],
    ] {
        let made = |threads| generate(&[arguments, &["-j", threads]].concat()).exits(0).out;
        let one = made("1");
        assert_eq!((made("2"), made("5")), (one.clone(), one), "{arguments:?}");
    }
}

#[test]
fn levels_and_techniques_are_those_of_rate_and_explain() {
    let made = generate(&["-n", "2", "--level", "unfair", "--needs", "sashimi swordfish"]).exits(0).out;
    let rated = run_on(&made, &["sudoku", "rate"]).exits(0).out;
    assert!(rated.lines().count() == 2 && rated.lines().all(|line| line.contains("# unfair")), "{rated}");
    let explained = run_on(&made, &["sudoku", "explain"]).exits(0).out;
    assert_eq!(explained.matches(" #").count(), 2);
    assert!(explained.matches("Sashimi Swordfish").count() >= 2, "{explained}");
    assert!(made.lines().all(|line| line.contains("unfair")), "{made}");
}

#[test]
fn an_exercise_is_the_state_before_a_step_by_its_technique() {
    let made = |arguments: &[&str]| {
        let exercise = ["--needs", "skyscraper", "--practice", "-n", "2"];
        generate(&[&exercise, arguments].concat()).exits(0).out
    };
    let steps = |state: &str, technique: &str| {
        let run = run_on(state, &["sudoku", "steps", "--technique", technique]).exits(0);
        run.out.lines().filter(|line| line.starts_with(' ')).map(str::to_owned).collect::<Vec<_>>()
    };
    let library = made(&[]);
    assert!(library.lines().all(|line| line.starts_with(":0000:x:") && line.contains('+')), "{library}");
    for line in library.lines() {
        assert!(!steps(line, "skyscraper").is_empty(), "{line}");
        assert_eq!(steps(line, "naked-single,hidden-single,locked-candidates,naked-pair,x-wing"), [""; 0]);
        let hint = run_on(line, &["sudoku", "hint"]).exits(0).out;
        assert!(hint.starts_with("Skyscraper: "), "{line}: {hint}");
    }
    for format in ["sdx", "ss", "pm", "729", "opensudoku", "json"] {
        let other = made(&["--format", format]);
        let technique = "skyscraper,turbot-fish";
        assert_eq!(steps(&other, technique), steps(&library, technique), "{format}");
    }
    assert!(made(&["-j", "1"]) == library && made(&["-j", "3"]) == library);
    let small = run(&["sudoku", "generate", "--size", "12", "--needs", "naked-pair", "--practice"]).exits(0);
    assert!(small.out.starts_with('{') && !steps(&small.out, "naked-pair").is_empty(), "{}", small.out);
}

#[test]
fn bad_designs_are_refused_with_a_word() {
    for (arguments, code, word) in [
        (&["--needs", "x-wign"][..], 2, "did you mean `x-wing`?"),
        (
            &["--needs", "aic", "--level", "easy"],
            2,
            "expected a technique that level easy allows, found AIC of level unfair",
        ),
        (&["--practice"], 2, "--needs"),
        (&["--needs", "x-wing", "--practice", "--format", "line"], 2, "one of sdx, ss, hodoku, pm,"),
        (&["--clues", "30..20"], 2, "expected the smaller number of clues first, found 30 before 20"),
        (&["--clues", "some"], 2, "such as 24..28"),
        (&["--clues", "80..90"], 2, "expected at most 81 clues on this board, found 90"),
        (&["--symmetry", "square"], 2, "found `square`"),
        (&["--pattern", &"X".repeat(85)], 2, "expected 81 cells, found 85"),
        (&["--pattern", "no/such/file"], 3, "cannot open no/such/file"),
        (&["--level", "hard", "--kind", "easy"], 2, "cannot be used with"),
    ] {
        let run = generate(arguments).exits(code);
        assert!(run.err.contains(word), "{arguments:?}: {}", run.err);
        assert_eq!(run.out, "");
    }
}

#[test]
fn clues_stand_where_the_pattern_of_a_file_has_them() {
    let drawn = "\
        XX..X....\nX..XXX...\n.XX....X.\nX...X...X\nX..X.X..X\nX...X...X\n.X....XX.\n...XXX..X\n....X..XX\n";
    let pattern = file(drawn);
    let path = pattern.path().to_str().expect("the path is UTF-8");
    let made = generate(&["-n", "3", "--pattern", path]).exits(0).out;
    let expected: String = drawn.chars().filter(|mark| !mark.is_whitespace()).collect();
    for line in made.lines() {
        let cells: String = line.chars().map(|cell| if cell == '.' { '.' } else { 'X' }).collect();
        assert_eq!(cells, expected);
    }
    assert_eq!(run_on(&made, &["sudoku", "check"]).exits(0).out, "unique\n".repeat(3));
    let wrong = file("XX?");
    let run = generate(&["--pattern", wrong.path().to_str().expect("the path is UTF-8")]).exits(3);
    assert!(
        run.err.contains("line 1, column 3: expected ") && run.err.ends_with("found `?`\n"),
        "{}",
        run.err
    );
}

#[test]
fn designs_that_are_never_met_end_at_the_time_limit() {
    let run = generate(&["--symmetry", "full", "--clues", "17", "--timeout", "300ms"]).exits(5);
    assert_eq!(
        (run.out.as_str(), run.err.as_str()),
        ("", "note: stopped at the time limit after 0 puzzles\n")
    );
}

#[test]
fn sixteen_by_sixteen_puzzles_take_seconds() {
    let made = generate(&["--size", "16", "--symmetry", "rot180", "--timeout", "60s"]).exits(0).out;
    assert_eq!(run_on(&made, &["sudoku", "check"]).exits(0).out, "unique\n");
}

#[test]
fn minimize_leaves_out_clues_and_lists_those_that_could_go() {
    let less = run(&["sudoku", "minimize", CLASSIC]).exits(0).out;
    assert_eq!(run_on(&less, &["sudoku", "solve"]).exits(0).out, format!("{CLASSIC_SOLVED}\n"));
    assert_eq!(run_on(&less, &["sudoku", "minimize", "--redundant"]).exits(0).out, "minimal\n");
    let listed = run(&["sudoku", "minimize", "--redundant", CLASSIC]).exits(0).out;
    assert!(listed.contains(" redundant givens, each alone: r1c"), "{listed}");
    let many = format!("{CLASSIC}\n{TEN}\nnonsense\n{HOPELESS}\n{}\n", CLASSIC.replacen("53", "55", 1));
    let run = run_on(&many, &["sudoku", "minimize", "-j", "2"]).exits(3);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], less.trim_end());
    assert_eq!(lines[1], "several solutions");
    assert!(lines[2].starts_with("invalid: "));
    let contradicting = "invalid: 5 twice in row 1: r1c1 and r1c2; 5 twice in box 1: r1c1 and r1c2";
    assert_eq!(lines[3..], ["no solution", contradicting]);
    let json = run_on(&less, &["sudoku", "minimize", "--redundant", "--format", "json"]).exits(0).out;
    let object: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!(
        (&object["status"], object["redundant"].as_array().map(Vec::len)),
        (&"minimal".into(), Some(0))
    );
}

#[test]
fn canon_finds_equivalent_puzzles() {
    // Rows and columns exchanged, and the digits 1 and 2.
    let cells: Vec<char> = CLASSIC.chars().collect();
    let turned: String = (0..81).map(|place| cells[place % 9 * 9 + place / 9]).collect();
    let other: String = turned
        .chars()
        .map(|cell| match cell {
            '1' => '2',
            '2' => '1',
            cell => cell,
        })
        .collect();
    let both = run_on(&format!("{CLASSIC}\n{other}\n"), &["sudoku", "canon"]).exits(0).out;
    let lines: Vec<&str> = both.lines().collect();
    assert!(lines[0] == lines[1] && lines[0].ends_with(" # 1 automorphism"), "{both}");
    for threads in ["1", "3"] {
        let list = format!("{CLASSIC}\n{TEN}\n{other}\n{TEN}\n");
        let run = run_on(&list, &["sudoku", "canon", "--duplicates", "-j", threads]).exits(0);
        let expected = format!(
            "{other} # puzzle 3 is equivalent to puzzle 1\n{TEN} # puzzle 4 is equivalent to puzzle 2\n",
            TEN = TEN.replace('0', ".")
        );
        assert_eq!(run.out, expected);
    }
    let json = run(&["sudoku", "canon", "--format", "json", CLASSIC_SOLVED]).exits(0).out;
    let object: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!(object["canonical"].as_str().map(|line| &line[..9]), Some("123456789"));
    let large = generate(&["--size", "16", "--clues", "250"]).exits(0).out;
    let run = run_on(&large, &["sudoku", "canon"]).exits(2);
    assert!(run.err.contains("arrangements of the columns"), "{}", run.err);
}

#[test]
fn canon_lists_the_automorphisms_of_symmetric_puzzles() {
    // Made symmetric under a quarter turn that maps 1 to 2, 2 to 3, 3 to 4 and 4 to 1, 5 to 6 and so on.
    let puzzle = ".2.4..........98.3.7..3.....9..6...1..25.74..3...8..9.....1..5.1.69..........2.4.";
    let list = format!("{CLASSIC}\n{puzzle}\n");
    let expected = format!(
        "{CLASSIC} # 1 automorphism\n{puzzle} # 4 automorphisms\n  half turn, digits (1 3)(2 4)(5 7)(6 8)\n  \
         quarter turn clockwise, digits (1 2 3 4)(5 6 7 8)\n  \
         quarter turn counterclockwise, digits (1 4 3 2)(5 8 7 6)\n"
    );
    for threads in ["1", "3"] {
        let run = run_on(&list, &["sudoku", "canon", "--automorphisms", "-j", threads]).exits(0);
        assert_eq!(run.out, expected);
    }
    let json = run(&["sudoku", "canon", "--automorphisms", "--format", "json", puzzle]).exits(0).out;
    let object: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!(
        (object["automorphisms"].as_str(), object["maps"].as_array().map(Vec::len)),
        (Some("4"), Some(3))
    );
    let map = &object["maps"][1];
    assert_eq!((map["order"].as_u64(), map["cells"][1].as_str()), (Some(4), Some("r2c9")));
    assert_eq!(map["digits"], serde_json::json!([2, 3, 4, 1, 6, 7, 8, 5, 9]));
    // All exchanges of the blank grid: too many to list.
    let blank = ".".repeat(81);
    let run = run_on(&blank, &["sudoku", "canon", "--automorphisms"]).exits(0);
    assert_eq!(run.out, format!("{blank} # 3359232 automorphisms, too many to list\n"));
}

#[test]
fn why_names_what_is_wrong_and_what_would_be_right() {
    let twice = run(&["sudoku", "why", &CLASSIC.replacen("53", "55", 1)]).exits(1).out;
    assert!(twice.starts_with("no solution: 5 twice in row 1: r1c1 and r1c2\n"), "{twice}");
    assert!(twice.contains("    r1c2=5: remove it, or change it to 3\n"), "{twice}");
    let hopeless = run(&["sudoku", "why", HOPELESS]).exits(1).out;
    assert!(hopeless.contains("no solution: minimal set of "), "{hopeless}");
    assert!(hopeless.contains(" contradicting clues: r"), "{hopeless}");
    let several = run(&["sudoku", "why", TEN]).exits(4).out;
    assert!(several.starts_with("several solutions: 10\n"), "{several}");
    assert!(
        several.contains(" cells differ:\n") && several.contains("additional clue leaves one solution"),
        "{several}"
    );
    let unique = run(&["sudoku", "why", CLASSIC]).exits(0).out;
    assert_eq!(unique, format!("one solution: {CLASSIC_SOLVED}\n"));
    let bounded = run(&["sudoku", "why", "--limit", "5", TEN]).exits(4).out;
    assert!(bounded.starts_with("several solutions: at least 5\n"), "{bounded}");
}

#[test]
fn why_has_objects_for_every_answer() {
    let list = format!("{CLASSIC}\n{TEN}\n{HOPELESS}\nnonsense\n");
    let run = run_on(&list, &["sudoku", "why", "--format", "json", "-j", "2"]).exits(3);
    let objects: Vec<serde_json::Value> =
        run.out.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect();
    let statuses: Vec<&str> = objects.iter().filter_map(|object| object["status"].as_str()).collect();
    assert_eq!(statuses, ["unique", "several", "none", "unreadable"]);
    assert_eq!((&objects[1]["count"], &objects[1]["complete"]), (&"10".into(), &true.into()));
    assert!(objects[1]["single"].is_array() && objects[1]["differing"][0]["digits"].is_array());
    assert!(objects[2]["core"].as_array().is_some_and(|core| core.len() > 1));
}

#[test]
fn rate_tells_nodes_and_backdoor_in_all_formats() {
    let text = run(&["sudoku", "rate", CLASSIC]).exits(0).out;
    assert!(text.contains("# easy, 204, 51 steps") && text.ends_with("51 nodes, backdoor 0\n"), "{text}");
    let json = run(&["sudoku", "rate", "--scale", "engine", "--format", "json", CLASSIC]).exits(0).out;
    let object: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!((&object["nodes"], &object["backdoor"]), (&51.into(), &0.into()));
    assert!(object["level"].is_null());
    let csv = run(&["sudoku", "rate", "--format", "csv", CLASSIC]).exits(0).out;
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0].split(',').count(), lines[1].split(',').count());
    assert!(lines[1].starts_with(&format!("{CLASSIC},solved,easy,204,51,")), "{csv}");
}
