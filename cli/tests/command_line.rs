//! What the command line says of itself: version, completions, manual pages, and what was mistyped.

mod support;

use support::{Run, dlx, file, folder, run};

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
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = folder();
    let path = folder.path().to_str().expect("UTF-8");
    run(&["man", "--output", path]).exits(0);
    for name in ["dlx", "dlx-solve", "dlx-gen-queens", "dlx-sudoku", "dlx-sudoku-render", "dlx-man"] {
        let page = std::fs::read_to_string(folder.path().join(format!("{name}.1"))).expect(name);
        assert!(page.contains(".TH") && page.contains("EXIT CODES"), "{name}");
    }
    let page = run(&["man", "sudoku", "render"]).exits(0).out;
    assert_eq!(page, std::fs::read_to_string(folder.path().join("dlx-sudoku-render.1")).expect("a page"));
    assert!(page.contains(".SH EXAMPLES"));
    assert!(run(&["man", "sudoku", "rendr"]).exits(2).err.contains("did you mean `render`?"));
}

#[test]
fn what_was_mistyped_is_answered_with_what_may_be_meant() {
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
fn examples_stand_before_the_usage_and_exit_codes_at_the_end() {
    for command in
        [&["solve", "--help"][..], &["sudoku", "rate", "-h"], &["--help"], &["sudoku", "diff", "--help"]]
    {
        let help = run(command).exits(0).out;
        let places = ["Examples:", "Usage:", "Exit codes"].map(|words| help.find(words));
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{help}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn help_that_cannot_be_written_is_an_error() {
    for arguments in [&["--help"][..], &["solve", "-h"], &["--version"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("the device can be opened");
        let run: Run = dlx().args(arguments).stdout(full).output().expect("the binary runs").into();
        assert!(run.exits(3).err.starts_with("dlx: cannot write to standard output"));
    }
}
