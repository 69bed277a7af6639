//! `dlx symmetries`, and covers up to symmetry in `dlx count` and `dlx solve`.

use crate::support::{self, file, folder, run, run_on, testdata};
use serde_json::{Value, json};

/// Each cover has one option of a and one of b; x and its colors belong to a, y and its colors to b.
const COLORS: &str = "a b | x y\na x:red\na x:blue\nb y:red\nb y:blue\n";

/// The pieces of the Soma cube; two of them are mirror images of each other.
const PIECES: &str = "V,L,T,Z,A,B,P";

fn generated(arguments: &str) -> String {
    let arguments: Vec<&str> = arguments.split(' ').collect();
    run(&[&["generate"], &arguments[..]].concat()).exits(0).out
}

fn objects(output: &str) -> Vec<Value> {
    output.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn symmetries_are_generated_and_have_orbits() {
    let found = run_on(COLORS, &["symmetries"]).exits(0).out;
    assert!(found.starts_with("order          8\nkernel order   1\ngenerators     "), "{found}");
    assert!(found.contains("(x:red x:blue)"), "{found}");
    let orbits = "item orbits    2\n  a b\n  x y\noption orbits  1\n  1 of size 4\n";
    assert!(found.ends_with(orbits), "{found}");
    // Nothing can be exchanged.
    let none = run_on("a b c\na\nb\na b\nb c\na b c\n", &["symmetries"]).exits(0).out;
    let expected = "order          1\nkernel order   1\ngenerators     0\nitem orbits    3\n  3 of one item\n\
                    option orbits  5\n  5 of size 1\n";
    assert_eq!(none, expected);
}

#[test]
fn generators_are_objects_with_cycles() {
    let found = objects(&run_on("a b | x y\na x\nb x\n", &["symmetries", "--format", "json"]).exits(0).out);
    let generator = json!({ "items": [["a", "b"]], "colors": [], "options": [[0, 1]] });
    assert_eq!(
        found,
        [json!({
            "schema": 1, "source": "standard input", "order": "2", "kernel_order": "1",
            "generators": [generator], "item_orbits": [["a", "b"], ["x"], ["y"]], "option_orbits": [[0, 1]],
        })]
    );
    let colors = objects(&run_on("a | x\na x:1\na x:2\n", &["symmetries", "--format", "json"]).exits(0).out);
    let generator = json!({ "items": [], "colors": [["x:1", "x:2"]], "options": [[0, 1]] });
    assert_eq!(colors[0]["generators"], json!([generator]));
    // No option uses these two items.
    let kernel = objects(&run_on("a | x y\na\n", &["symmetries", "--format", "json"]).exits(0).out);
    assert_eq!((&kernel[0]["order"], &kernel[0]["kernel_order"]), (&json!("1"), &json!("2")));
}

#[test]
fn an_order_of_more_than_64_bits_is_exact_and_long_lists_are_cut_in_text_alone() {
    let many = format!("a\n{}", "a\n".repeat(30));
    let text = run_on(&many, &["symmetries"]).exits(0).out;
    // 30!, of 33 digits, is short in text and exact as JSON.
    let factors = "2^26 * 3^14 * 5^7 * 7^4 * 11^2 * 13^2 * 17 * 19 * 23 * 29";
    assert!(text.starts_with(&format!("order          {factors}\n")), "{text}");
    assert!(text.contains("generators     29\n"), "{text}");
    assert!(text.contains("  and 9 more; --format json lists all\n"), "{text}");
    let all = objects(&run_on(&many, &["symmetries", "--format", "json"]).exits(0).out);
    assert_eq!(all[0]["order"], "265252859812191058636308480000000");
    assert_eq!(all[0]["generators"].as_array().map(Vec::len), Some(29));
    // The kernel exchanges items that no option uses.
    let unused: Vec<String> = (0..30).map(|item| format!("x{item}")).collect();
    let text = run_on(&format!("a | {}\na\n", unused.join(" ")), &["symmetries"]).exits(0).out;
    assert!(text.contains(&format!("\nkernel order   {factors}\n")), "{text}");
}

/// Queens: OEIS A002562. Pentominoes: C. B. Haselgrove and J. Haselgrove, *A computer program for
/// pentominoes*, 1960, and D. Scott, 1958, for the square with a hole. Langford pairs: OEIS A014552.
#[test]
fn published_numbers_up_to_symmetry() {
    for (problem, orbits, covers) in [
        ("queens 8", 12, 92),
        ("queens 12", 1787, 14_200),
        ("pentominoes 5x12", 1010, 4040),
        ("pentominoes 6x10", 2339, 9356),
        ("pentominoes 8x8 --holes 3,3 3,4 4,3 4,4", 65, 520),
        ("langford 8", 150, 300),
    ] {
        let input = generated(problem);
        let counted = run_on(&input, &["count", "--up-to-symmetry"]).exits(0).out;
        assert_eq!(counted, format!("{orbits}\n"), "{problem}");
        let listed = run_on(&input, &["solve", "--up-to-symmetry", "--format", "json"]).exits(0).out;
        let mut listed = objects(&listed);
        let end = json!({
            "schema": 1, "source": "standard input", "count": orbits.to_string(), "complete": true,
        });
        assert_eq!(listed.pop(), Some(end), "{problem}");
        assert_eq!(listed.len(), orbits, "{problem}");
        let sum: u64 = listed.iter().map(|cover| cover["orbit"].as_u64().expect("a number")).sum();
        assert_eq!(sum, covers, "{problem}");
        assert_eq!((&listed[0]["solution"], &listed[orbits - 1]["solution"]), (&json!(1), &json!(orbits)));
    }
}

/// Soma: J. H. Conway and M. J. T. Guy, 1961.
#[test]
fn fixed_pieces_leave_the_rotations_of_the_soma_cube() {
    let soma = file(&generated("soma"));
    let path = soma.path().to_str().expect("UTF-8");
    let count = |more: &[&str]| run(&[&["count", "--up-to-symmetry"], more, &[path]].concat()).exits(0).out;
    assert_eq!(count(&[]), "240\n");
    assert_eq!(count(&["--fix", PIECES]), "480\n");
    assert_eq!(count(&["--fix", "V L,T Z", "--fix", "A", "--fix", "B,P"]), "480\n");
    let order = |more: &[&str]| run(&[&["symmetries"], more, &[path]].concat()).exits(0).out;
    assert!(order(&[]).starts_with("order          48\n"));
    assert!(order(&["--fix", PIECES]).starts_with("order          24\n"));
    let listed = run(&["solve", "--up-to-symmetry", "--fix", PIECES, "--format", "ids", path]).exits(0).out;
    assert_eq!(listed.lines().count(), 480);
    // A class of one item has the same effect.
    let classes = file("| each piece alone\nA\n\nB\n");
    assert_eq!(count(&["--classes", classes.path().to_str().expect("UTF-8")]), "480\n");
}

#[test]
fn classes_of_items_are_kept() {
    let all = run_on(COLORS, &["symmetries"]).exits(0).out;
    assert!(all.starts_with("order          8\n"), "{all}");
    for (classes, order) in [("a\n", 4), ("a b\nx y\n", 8), ("a\tb x\n", 4), ("", 8)] {
        let classes = file(classes);
        let path = classes.path().to_str().expect("UTF-8");
        let kept = run_on(COLORS, &["symmetries", "--classes", path]).exits(0).out;
        assert!(kept.starts_with(&format!("order          {order}\n")), "{kept}");
    }
    // The classes of one file hold for all problems.
    let (problem, classes) = (file(COLORS), file("a\n"));
    let [problem, classes] = [&problem, &classes].map(|file| file.path().to_str().expect("UTF-8"));
    let both = run(&["count", "--up-to-symmetry", "--classes", classes, problem, problem]).exits(0).out;
    assert_eq!(both.lines().filter(|line| *line == "1").count(), 2, "{both}");
    let piped = run_on("a\n", &["symmetries", "--classes", "-", problem]).exits(0).out;
    assert!(piped.starts_with("order          4\n"), "{piped}");
}

#[test]
fn generators_are_written_and_read_back() {
    for problem in ["queens 6", "pentominoes 3x20", "soma", "latin 4", "matchings 10", "macmahon 4x6"] {
        let problem = file(&generated(problem));
        let path = problem.path().to_str().expect("UTF-8");
        let generators = file(&run(&["symmetries", "--format", "generators", path]).exits(0).out);
        let generators = generators.path().to_str().expect("UTF-8");
        let orders = |more: &[&str]| {
            let found = run(&[&["symmetries"], more, &[path]].concat()).exits(0).out;
            found.lines().take(2).map(str::to_owned).collect::<Vec<String>>()
        };
        assert_eq!(orders(&["--generators", generators]), orders(&[]));
    }
    // Colors, and options that are exchanged.
    for problem in [COLORS, "a b\na\nb\na\nb\na b\n", "a | x y z\na x:1 y\na y:2\na y:2\n"] {
        let all = run_on(problem, &["symmetries"]).exits(0).out;
        let generators = file(&run_on(problem, &["symmetries", "--format", "generators"]).exits(0).out);
        let path = generators.path().to_str().expect("UTF-8");
        let same = run_on(problem, &["symmetries", "--generators", path]).exits(0).out;
        let orders = |found: &str| found.lines().take(2).map(str::to_owned).collect::<Vec<String>>();
        assert_eq!(orders(&same), orders(&all));
    }
}

/// With 8 queens, 11 orbits under all symmetries have 8 covers, and one has 4. Without reflections each falls into
/// two.
#[test]
fn covers_are_counted_and_listed_up_to_given_symmetries() {
    let queens = testdata("exact-cover/queens8.dlx");
    let all = run(&["symmetries", "--format", "generators", &queens]).exits(0).out;
    let turn = run(&["symmetries", "--format", "json", &queens]).exits(0).out;
    // The quarter turn is the generator with cycles of four items.
    let turn = objects(&turn)[0]["generators"].as_array().expect("a list").iter().position(|generator| {
        generator["items"].as_array().is_some_and(|cycles| cycles.iter().any(|cycle| cycle[3].is_string()))
    });
    let turn = turn.map(|number| all.lines().nth(number).expect("a generator")).expect("a quarter turn");
    let turn = file(&format!("| a quarter turn\n\n  {turn}\n"));
    let turn = turn.path().to_str().expect("UTF-8");
    let found = run(&["symmetries", "--generators", turn, &queens]).exits(0).out;
    assert!(found.starts_with("order          4\n"), "{found}");
    let verified = ["count", "--up-to-symmetry", "--verify", "--generators", turn, &queens];
    let verified = run(&verified).exits(0);
    assert_eq!(verified.out, "24\n");
    assert_eq!(verified.err, "note: verified: 24 representatives, whose orbits have 92 covers in all\n");
    let listed = run(&["solve", "--up-to-symmetry", "--generators", turn, &queens]).exits(0).out;
    assert_eq!(listed.lines().count(), 24);
    // Without generators, the identity is the only symmetry.
    let none = file("| nothing\n");
    let none = none.path().to_str().expect("UTF-8");
    assert_eq!(run(&["count", "--up-to-symmetry", "--generators", none, &queens]).exits(0).out, "92\n");
    let piped = ["count", "--up-to-symmetry", "--generators", "-", &queens];
    assert_eq!(run_on(&all, &piped).exits(0).out, "12\n");
}

#[test]
fn invalid_generators_are_refused_with_their_place() {
    let problem = file("alpha beta gamma\nalpha beta\ngamma\nalpha gamma\nbeta\n");
    let path = problem.path().to_str().expect("UTF-8");
    for command in [&["symmetries"][..], &["count", "--up-to-symmetry"], &["solve", "--up-to-symmetry"]] {
        for (text, expected) in [
            (
                "| comment\n\n(alpha btea)\n",
                ":3:8: expected an item of the problem, found `btea`; did you mean `beta`?",
            ),
            ("()\n(alpha beta alpha)\n", ":2:13: expected a permutation, found `alpha` twice"),
            ("alpha\n", ":1:1: expected a cycle such as `(a b)`, found `alpha`"),
            (
                "()\n\n(alpha beta)\n",
                ":3: expected an option of the same cost as the image of option 2, `alpha gamma`, found none that is \
                 `beta gamma`",
            ),
            ("\u{1}\u{1b}[31m\n", ":1:1: expected a cycle such as `(a b)`, found `"),
        ] {
            let generators = file(text);
            let name = generators.path().to_str().expect("UTF-8");
            let misread = run(&[command, &["--generators", name, path]].concat()).exits(3);
            assert!(misread.err.contains(&format!("{name}{expected}")), "{}", misread.err);
            assert!(!misread.err.contains('\u{1b}'), "{}", misread.err);
        }
        run(&[command, &["--generators", "no such file", path]].concat()).exits(3);
        let both = run_on(COLORS, &[command, &["--generators", "-"]].concat()).exits(2);
        assert!(both.err.contains("found the problem and its generators"), "{}", both.err);
        let conditions = [command, &["--generators", "f", "--fix", "alpha", path]].concat();
        let refused = run(&conditions).exits(2);
        assert!(refused.err.contains("--fix"), "{}", refused.err);
    }
    // 5! exchanges of the other rows, 5! of the other columns, 6! of the symbols, and rows for columns.
    let latin = file(&generated("latin 6"));
    let path = latin.path().to_str().expect("UTF-8");
    let all = run(&["symmetries", "--format", "generators", "--fix", "p00", path]).exits(0).out;
    let generators = file(&all);
    let name = generators.path().to_str().expect("UTF-8");
    let large = run(&["count", "--up-to-symmetry", "--generators", name, path]).exits(3);
    let expected = "expected generators of few symmetries or of all 2239488000 symmetries of the problem, found \
                    generators of 20736000";
    assert!(large.err.contains(expected), "{}", large.err);
}

#[test]
fn unknown_items_are_named_with_what_may_be_meant() {
    let problem = file("alpha beta 1,2\nalpha beta\n1,2\n");
    let path = problem.path().to_str().expect("UTF-8");
    for command in [&["symmetries"][..], &["count", "--up-to-symmetry"], &["solve", "--up-to-symmetry"]] {
        let unknown = run(&[command, &["--fix", "beta,aplha", path]].concat()).exits(2);
        let expected =
            "error: --fix: expected an item of the problem, found `aplha`; did you mean `alpha`?\n";
        assert!(unknown.err.starts_with(expected), "{}", unknown.err);
        // A name with a comma is taken whole.
        run(&[command, &["--fix", "1,2", path]].concat()).exits(0);

        let classes = file("| comment\n\nalpha  btea\n");
        let name = classes.path().to_str().expect("UTF-8");
        let misread = run(&[command, &["--classes", name, path]].concat()).exits(3);
        let expected =
            format!("{name}:3:8: expected an item of the problem, found `btea`; did you mean `beta`?");
        assert!(misread.err.contains(&expected), "{}", misread.err);
        assert!(misread.err.contains("3 | alpha  btea"), "{}", misread.err);
        let twice = file("alpha alpha\n");
        let name = twice.path().to_str().expect("UTF-8");
        let misread = run(&[command, &["--classes", name, path]].concat()).exits(3);
        assert!(misread.err.contains(":1:7: item `alpha` twice in a class"), "{}", misread.err);
        run(&[command, &["--classes", "no such file", path]].concat()).exits(3);
        let both = run_on(COLORS, &[command, &["--classes", "-"]].concat()).exits(2);
        assert!(both.err.contains("expected one of the two from standard input"), "{}", both.err);
    }
}

#[test]
fn flags_without_a_meaning_up_to_symmetry_are_refused_by_name() {
    let queens = testdata("exact-cover/queens8.dlx");
    let folder = folder();
    let cases = [
        (&["--engine", "links"][..], true, true),
        (&["--rule", "first"], true, true),
        (&["--simd", "portable"], true, true),
        (&["--reduce", "always"], true, true),
        (&["--force", "1"], true, true),
        (&["--forbid", "1"], true, true),
        (&["--modulo", "7"], true, false),
    ];
    for (flags, count, solve) in cases {
        for command in [("count", count), ("solve", solve)].into_iter().filter(|(_, has)| *has) {
            let refused = run(&[&[command.0, "--up-to-symmetry"], flags, &[&queens]].concat()).exits(2);
            assert!(refused.err.contains("--up-to-symmetry"), "{}", refused.err);
            assert!(refused.err.contains(flags[0]), "{}", refused.err);
        }
    }
    for command in ["count", "solve"] {
        for condition in [["--fix", "r0"], ["--classes", "f"], ["--generators", "f"]] {
            let refused = run(&[&[command], &condition[..], &[&queens]].concat()).exits(2);
            assert!(refused.err.contains("--up-to-symmetry"), "{}", refused.err);
        }
        let compiled = folder.path().join("queens.zdd");
        let compiled = compiled.to_str().expect("UTF-8");
        run(&["compile", &queens, "-o", compiled]).exits(0);
        let refused = run(&[command, "--up-to-symmetry", compiled]).exits(2);
        assert!(
            refused.err.contains("--up-to-symmetry cannot be used with a compiled file"),
            "{}",
            refused.err
        );
        run(&["symmetries", compiled]).exits(3);
    }
    let refused = run(&["symmetries", "--nodes", "7", &queens]).exits(2);
    assert!(refused.err.contains("--nodes cannot be used with `dlx symmetries`"), "{}", refused.err);
}

#[test]
fn a_limit_is_one_of_representatives() {
    let queens = testdata("exact-cover/queens8.dlx");
    let all = run(&["solve", "--up-to-symmetry", &queens]).exits(0);
    assert_eq!((all.out.lines().count(), &*all.err), (12, ""));
    let some = run(&["solve", "--up-to-symmetry", "--limit", "7", &queens]).exits(0);
    assert_eq!((some.out.lines().count(), &*some.err), (7, ""));
    assert!(all.out.starts_with(&some.out));
    let json = ["solve", "--up-to-symmetry", "--limit", "7", "--format", "json", &queens];
    let end = objects(&run(&json).exits(0).out).pop().expect("an end");
    assert_eq!((&end["count"], &end["complete"]), (&json!("7"), &json!(false)));
    assert_eq!(run(&["count", "--up-to-symmetry", "--limit", "7", &queens]).exits(0).out, "at least 7\n");
    // The count ends when the number is reached, and does not look for one more.
    for (limit, out) in [("12", "at least 12\n"), ("13", "12\n")] {
        assert_eq!(run(&["count", "--up-to-symmetry", "--limit", limit, &queens]).exits(0).out, out);
    }
    let object =
        objects(&run(&["count", "--up-to-symmetry", "--format", "json", &queens]).exits(0).out).remove(0);
    assert_eq!(
        object,
        json!({ "schema": 1, "source": queens, "count": "12", "symmetries": "8", "complete": true })
    );
}

#[test]
fn a_listing_of_representatives_is_interrupted_and_continued() {
    let folder = folder();
    let (state, output) = (folder.path().join("state"), folder.path().join("packings"));
    let (state, output) = (state.to_str().expect("UTF-8"), output.to_str().expect("UTF-8"));
    let packings = testdata("exact-cover/pent6x10.dlx");
    for (format, threads) in [("text", "1"), ("ids", "2"), ("json", "2")] {
        let listing = ["solve", "--up-to-symmetry", "--format", format, "-j", threads, &packings];
        let all = run(&listing).exits(0).out;
        let in_parts = [&listing[..], &["-o", output, "--checkpoint", state]].concat();
        run(&[&in_parts[..], &["--nodes", "30000"]].concat()).exits(5);
        let mut runs = 1;
        loop {
            let part = run(&[&in_parts[..], &["--resume", "--nodes", "200000"]].concat());
            runs += 1;
            if part.code == Some(0) {
                break;
            }
            part.exits(5);
        }
        assert!(runs > 3, "{runs}");
        assert_eq!(std::fs::read_to_string(output).expect("it was written"), all, "{format}");
        for name in [state, output] {
            std::fs::remove_file(name).expect("it was written");
        }
    }
}

#[test]
fn checkpoints_of_other_listings_are_refused() {
    let folder = folder();
    let (state, output) = (folder.path().join("state"), folder.path().join("covers"));
    let (state, output) = (state.to_str().expect("UTF-8"), output.to_str().expect("UTF-8"));
    let queens = testdata("exact-cover/queens8.dlx");
    let solve =
        |flags: &[&str]| run(&[&["solve", &queens, "-o", output, "--checkpoint", state], flags].concat());
    solve(&["--up-to-symmetry", "--limit", "3"]).exits(0);
    let before = std::fs::read_to_string(output).expect("it was written");
    let plain = solve(&["--resume"]).exits(3);
    assert!(plain.err.contains("the checkpoint is of covers up to symmetry"), "{}", plain.err);
    let fixed = solve(&["--resume", "--up-to-symmetry", "--fix", "r1"]).exits(3);
    assert!(fixed.err.contains("the checkpoint is of the symmetries"), "{}", fixed.err);
    let again = solve(&["--up-to-symmetry"]).exits(3);
    assert!(again.err.contains("of a run that is not complete"), "{}", again.err);
    assert_eq!(std::fs::read_to_string(output).expect("it is kept"), before);
    std::fs::remove_file(state).expect("it was written");
    solve(&["--limit", "3"]).exits(0);
    let symmetric = solve(&["--resume", "--up-to-symmetry"]).exits(3);
    assert!(symmetric.err.contains("not of covers up to symmetry"), "{}", symmetric.err);
    let latin = file(&generated("latin 6"));
    let latin = latin.path().to_str().expect("UTF-8");
    std::fs::remove_file(state).expect("it was written");
    let many = run(&["solve", "--up-to-symmetry", "--checkpoint", state, latin, "-o", output]).exits(2);
    assert!(many.err.contains("so many symmetries, 2239488000: each cover is compared"), "{}", many.err);
}

#[test]
fn the_end_of_a_listing_that_was_stopped_before_it_began_is_in_its_output() {
    let folder = folder();
    let (state, output) = (folder.path().join("state"), folder.path().join("covers"));
    let (state, output) = (state.to_str().expect("UTF-8"), output.to_str().expect("UTF-8"));
    // 27,000 options of three items each.
    let latin = file(&generated("latin 30"));
    let latin = latin.path().to_str().expect("UTF-8");
    let solve = ["solve", "--up-to-symmetry", "--format", "json", "--timeout", "1ms", latin, "-o", output];
    let solve = [&solve[..], &["--checkpoint", state]].concat();
    let stopped = run(&solve).exits(5);
    assert_eq!(stopped.out, "");
    let end = objects(&std::fs::read_to_string(output).expect("it was written")).pop().expect("an end");
    assert_eq!((&end["count"], &end["complete"]), (&json!("0"), &json!(false)));
    // The output of an earlier run stays.
    std::fs::write(output, "earlier").expect("it can be written");
    run(&[&solve[..], &["--resume"]].concat()).exits(5);
    assert_eq!(std::fs::read_to_string(output).expect("it is kept"), "earlier");
}

#[test]
fn representatives_are_covers_in_every_format() {
    let queens = testdata("exact-cover/queens8.dlx");
    for format in ["text", "ids", "json"] {
        for threads in ["1", "2"] {
            let listed =
                run(&["solve", "--up-to-symmetry", "--format", format, "-j", threads, &queens]).exits(0);
            let checked = run_on(&listed.out, &["check", &queens, "-"]).exits(0).out;
            assert_eq!(checked, "covers: 12 right, 0 wrong\n");
        }
    }
}

#[test]
fn a_problem_without_covers_has_no_orbits() {
    let none = "a b c\na b\nb c\n";
    assert_eq!(run_on(none, &["count", "--up-to-symmetry"]).exits(1).out, "0\n");
    let listed = run_on(none, &["solve", "--up-to-symmetry"]).exits(1);
    let odd = "note: options cover a multiple of 2 items in total, but 3 must be covered\n";
    assert_eq!((listed.out, listed.err), (String::new(), format!("note: no solution\n{odd}")));
}

#[test]
fn a_count_is_verified_by_listing_and_by_the_number_of_all_covers() {
    let queens = testdata("exact-cover/queens8.dlx");
    let verified = run(&["count", "--up-to-symmetry", "--verify", &queens]).exits(0);
    assert_eq!(verified.out, "12\n");
    assert_eq!(verified.err, "note: verified: 12 representatives, whose orbits have 92 covers in all\n");
    // With 9! symmetries covers are listed. Partitions of a number: OEIS A000041, of a set: A000110.
    let sets = generated("setpartitions 9");
    let verified = run_on(&sets, &["count", "--up-to-symmetry", "--verify", "--stats"]).exits(0);
    assert_eq!(verified.out, "30\n");
    let expected = "note: verified: 30 representatives, whose orbits have 21147 covers in all\n";
    assert!(verified.err.contains(expected), "{}", verified.err);
    assert!(verified.err.contains("symmetries     362880\n"), "{}", verified.err);
    assert!(verified.err.contains("counted        by listing one cover of each orbit\n"), "{}", verified.err);
    let none = run_on("a b c\na b\nb c\n", &["count", "--up-to-symmetry", "--verify"]).exits(1);
    assert!(none.err.starts_with("note: verified: 0 representatives, whose orbits have 0 covers in all\n"));
    let stopped = run(&["count", "--up-to-symmetry", "--verify", "--nodes", "10", &queens]).exits(5);
    assert!(stopped.out.starts_with("at least "), "{}", stopped.out);
    assert!(stopped.err.contains("note: not verified: the count is not complete\n"), "{}", stopped.err);
}

#[test]
fn budgets_end_runs_with_5_and_a_lower_bound() {
    let large = file(&generated("queens 18"));
    let path = large.path().to_str().expect("UTF-8");
    let counted = run(&["count", "--up-to-symmetry", "--timeout", "200ms", path]).exits(5);
    assert!(counted.out.starts_with("at least "), "{}", counted.out);
    assert!(counted.err.contains("note: stopped at the time limit: "), "{}", counted.err);
    let listed = run(&["solve", "--up-to-symmetry", "--timeout", "200ms", path]).exits(5);
    let found = listed.out.lines().count();
    assert_eq!(listed.err, format!("note: stopped at the time limit: {found} found, there may be more\n"));
    let few = run(&["solve", "--up-to-symmetry", "--nodes", "100", "--format", "json", path]).exits(5);
    assert!(few.err.starts_with("note: stopped at the node limit: "), "{}", few.err);
    let end = objects(&few.out).pop().expect("an end");
    assert_eq!(end["complete"], false);
    // 27,000 options of three items each.
    let latin = file(&generated("latin 30"));
    let path = latin.path().to_str().expect("UTF-8");
    let stopped = run(&["symmetries", "--timeout", "1ms", path]).exits(5);
    assert_eq!(
        (&*stopped.out, &*stopped.err),
        ("", "note: stopped at the time limit: the symmetries are not known\n")
    );
}

#[test]
fn progress_is_told_without_a_fraction() {
    let large = file(&generated("queens 18"));
    let path = large.path().to_str().expect("UTF-8");
    let told = support::first_lines(1, &["solve", "--up-to-symmetry", "--progress", "json", path]);
    let object: Value = serde_json::from_str(&told[0]).expect("JSON");
    assert!(object["solutions"].as_u64().is_some_and(|found| found > 0), "{told:?}");
    assert_eq!((&object["event"], object.get("fraction")), (&json!("progress"), None));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_listing_and_keeps_what_was_found() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::Command;
    use std::time::{Duration, Instant};

    let large = file(&generated("queens 24"));
    let mut child = support::dlx()
        .args(["solve", "--up-to-symmetry"])
        .arg(large.path())
        .spawn()
        .expect("the binary runs");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut first = String::new();
    out.read_line(&mut first).expect("a line comes");
    let begun = Instant::now();
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(status.expect("kill runs").success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).expect("the rest comes");
    let run = support::Run::from(child.wait_with_output().expect("the child ends")).exits(130);
    // Much more than the 0.1 seconds allowed, because the machine may be busy.
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    let found = 1 + rest.lines().count();
    assert_eq!(run.err, format!("note: interrupted: {found} found, there may be more\n"));
}
