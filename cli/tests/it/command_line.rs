//! The command line itself: version, completions, manual pages, and messages about mistyped arguments.

use crate::support::{Run, dlx, file, folder, run};

#[test]
fn the_version_names_the_vector_instructions() {
    let run = run(&["--version"]).exits(0);
    let mut lines = run.out.lines();
    assert!(lines.next().is_some_and(|line| line.starts_with(concat!("dlx ", env!("CARGO_PKG_VERSION")))));
    let level = lines.next().and_then(|line| line.strip_prefix("vector instructions: "));
    assert!(level.is_some_and(|level| ["portable", "avx2", "avx512"].contains(&level)), "{}", run.out);
}

#[test]
fn there_are_completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let script = run(&["completions", shell]).exits(0).out;
        for word in ["sudoku", "booklet", "per-page", "polycubes"] {
            assert!(script.contains(word), "{word} in {shell}");
        }
    }
    run(&["completions", "cmd"]).exits(2);
    // Names that the parsers of the arguments do not list.
    for (shell, words) in [
        ("bash", &["exit-codes", "x-wing", "anti-knight", "palindrome", "preferred", "avx512"][..]),
        ("zsh", &["exit-codes", "x-wing", "anti-knight", "palindrome"]),
    ] {
        let script = run(&["completions", shell]).exits(0).out;
        for word in words {
            assert!(script.contains(word), "{word} in {shell}");
        }
    }
}

#[test]
fn the_ending_of_an_output_names_its_format() {
    let folder = folder();
    std::fs::write(folder.path().join("a.dlx"), "a\na\n").expect("a file");
    std::fs::write(folder.path().join("1.txt"), "12..............\n").expect("a file");
    let run = |arguments: &[&str]| -> Run {
        dlx().current_dir(folder.path()).args(arguments).output().expect("the binary runs").into()
    };
    for (arguments, name, begins) in [
        (&["solve", "a.dlx"][..], "covers.json", "{\"schema\":1"),
        (&["count", "a.dlx"], "count.jsonl", "{\"schema\":1"),
        (&["count", "--format", "text", "a.dlx"], "text.json", "1\n"),
        (&["count", "a.dlx"], "count.txt", "1\n"),
        (&["sudoku", "convert", "1.txt"], "1.csv", "puzzle"),
        (&["sudoku", "convert", "--to", "line", "1.txt"], "2.csv", "12."),
        (&["convert", "a.dlx"], "a.opb", "*"),
        (&["sudoku", "generate", "--size", "4", "-n", "1"], "3.json", "{"),
    ] {
        run(&[arguments, &["-o", name]].concat()).exits(0);
        let written = std::fs::read_to_string(folder.path().join(name)).expect(name);
        assert!(written.starts_with(begins), "{arguments:?} {name}: {written}");
    }
    let neither = run(&["sudoku", "convert", "1.txt", "-o", "1.out"]).exits(2).err;
    assert!(neither.contains("expected --to FORMAT, or an output file"), "{neither}");
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = folder();
    let path = folder.path().to_str().expect("UTF-8");
    run(&["man", "--folder", path]).exits(0);
    for name in ["dlx", "dlx-solve", "dlx-generate-queens", "dlx-sudoku", "dlx-sudoku-render", "dlx-man"] {
        let page = std::fs::read_to_string(folder.path().join(format!("{name}.1"))).expect(name);
        assert!(page.contains(".TH") && page.contains(".SH NAME"), "{name}");
    }
    let page = run(&["man", "sudoku", "render"]).exits(0).out;
    assert_eq!(page, std::fs::read_to_string(folder.path().join("dlx-sudoku-render.1")).expect("a page"));
    assert!(page.contains(".SH EXAMPLES"));
    assert!(run(&["man", "sudoku", "rendr"]).exits(2).err.contains("did you mean `render`?"));
}

#[test]
fn mistyped_words_get_a_suggestion() {
    assert!(run(&["slove"]).exits(2).err.contains("'solve'"));
    assert!(run(&["rate"]).exits(2).err.contains("dlx sudoku rate"));
    assert!(run(&["queens", "8"]).exits(2).err.contains("dlx generate queens"));
    assert!(run(&["sudoku", "marginals"]).exits(2).err.contains("dlx marginals"));
    let problem = file("a b\na\nb\n");
    let path = problem.path().to_str().expect("UTF-8");
    assert!(run(&[path]).exits(2).err.contains(&format!("dlx solve {path}")));
    let folder = folder();
    std::fs::write(folder.path().join("queens.dlx"), "a\na\n").expect("a file");
    let mistyped = folder.path().join("quens.dlx");
    let meant = folder.path().join("queens.dlx");
    let run = run(&["count", mistyped.to_str().expect("UTF-8")]).exits(3);
    assert!(run.err.contains(&format!("did you mean `{}`?", meant.display())), "{}", run.err);
}

#[test]
fn usage_stands_before_examples_and_where_more_is_at_the_end() {
    for command in
        [&["solve", "--help"][..], &["sudoku", "rate", "-h"], &["--help"], &["sudoku", "diff", "--help"]]
    {
        let help = run(command).exits(0).out;
        let places = ["Usage:", "Examples:", "Messages:", "More:"].map(|words| help.find(words));
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{help}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn help_that_cannot_be_written_is_an_error() {
    for arguments in [&["--help"][..], &["solve", "-h"], &["--version"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("the device can be opened");
        let run: Run = dlx().args(arguments).stdout(full).output().expect("the binary runs").into();
        assert!(run.exits(3).err.starts_with("error: cannot write to standard output"));
    }
}

#[test]
fn without_a_command_it_says_what_it_is_and_what_to_try() {
    for (group, start) in
        [(&[][..], "Exact cover"), (&["sudoku"], "Solve, explain"), (&["task"], "Split one")]
    {
        let said = run(group).exits(0).out;
        assert!(said.starts_with(start), "{said}");
        assert_eq!(said.lines().filter(|line| line.starts_with("  dlx ")).count(), 4, "{said}");
        assert!(said.contains("--help` lists the commands"), "{said}");
    }
}

#[test]
fn help_has_the_exit_codes_the_formats_and_every_command() {
    let codes = run(&["help", "exit-codes"]).exits(0).out;
    for code in [
        "    0  ", "    1  ", "    2  ", "    3  ", "    4  ", "    5  ", "   70  ", "  129  ", "  130  ",
        "  143  ",
    ] {
        assert!(codes.contains(code), "{codes}");
    }
    assert!(run(&["help", "formats"]).exits(0).out.contains("hodoku"));
    assert!(run(&["help", "json"]).exits(0).out.contains("docs/schema"));
    let pieces = run(&["generate", "polyominoes", "-h"]).exits(0).out;
    assert!(pieces.contains("Pieces separated by commas"), "{pieces}");
    assert_eq!(
        run(&["help", "sudoku", "solve"]).exits(0).out,
        run(&["sudoku", "solve", "--help"]).exits(0).out
    );
    assert!(run(&["help", "slove"]).exits(2).err.contains("did you mean `solve`?"));
}
