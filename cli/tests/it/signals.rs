//! Ctrl-C, other signals that end a run, and closed pipes.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::{self, CLASSIC, CLASSIC_SOLVED, Run, dlx, file, run};
use tempfile::NamedTempFile;

fn interrupt(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(status.expect("kill runs").success());
}

fn finish(child: Child) -> Run {
    child.wait_with_output().expect("the child ends").into()
}

/// Returns the coverings of a square of 40 by 40 cells with dominoes, too many for any test to list. Counting them
/// takes too long as well: between two rows the frontier has up to 2^40 sets of cells.
fn endless() -> NamedTempFile {
    file(&run(&["generate", "dominoes", "40x40"]).exits(0).out)
}

#[test]
fn an_interrupted_listing_keeps_what_was_found_and_says_so() {
    let problem = endless();
    let mut child =
        dlx().args(["solve", "--format", "ids"]).arg(problem.path()).spawn().expect("the binary runs");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut first = String::new();
    out.read_line(&mut first).expect("a line comes");
    interrupt(&child);
    let mut rest = String::new();
    out.read_to_string(&mut rest).expect("the rest comes");
    assert!(rest.ends_with('\n'), "the last line is not whole");
    let run = finish(child).exits(130);
    let found = 1 + rest.lines().count();
    assert_eq!(run.err, format!("note: interrupted: {found} found, there may be more\n"));
}

#[test]
fn an_interrupted_count_prints_the_lower_bound() {
    let problem = endless();
    // A count does not show when it has begun. A signal before the search either finds no handler, which ends
    // the program (or has no effect if a shell started these tests in the background), or finds the program
    // reading the file, so that there is nothing to print yet. Then the test tries again a little later.
    for pause in (0..12).map(|doublings| Duration::from_millis(1 << doublings)) {
        let mut child = dlx().arg("count").arg(problem.path()).spawn().expect("the binary runs");
        sleep(pause);
        interrupt(&child);
        let patience = Instant::now() + Duration::from_secs(10);
        while child.try_wait().expect("it can be waited for").is_none() && Instant::now() < patience {
            sleep(Duration::from_millis(1));
        }
        // Without effect if it has ended.
        child.kill().expect("the child can be killed");
        let run = finish(child);
        if run.code.is_none() || run.out.is_empty() {
            continue;
        }
        let run = run.exits(130);
        let found = run.out.trim_end().strip_prefix("at least ").expect("a lower bound is no bare number");
        assert!(!found.is_empty() && found.bytes().all(|byte| byte.is_ascii_digit()), "{found}");
        assert_eq!(run.err, format!("note: interrupted: {found} found, there may be more\n"));
        return;
    }
    panic!("the search never began");
}

#[test]
fn solutions_go_out_before_more_input_is_awaited_and_an_interrupt_ends_the_wait() {
    let mut child = dlx().args(["sudoku", "solve"]).stdin(Stdio::piped()).spawn().expect("the binary runs");
    let mut input = child.stdin.take().expect("a pipe");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    writeln!(input, "{CLASSIC}").expect("the child reads");
    let mut solution = String::new();
    out.read_line(&mut solution).expect("a line comes");
    assert_eq!(solution, format!("{CLASSIC_SOLVED}\n"));
    interrupt(&child);
    let run = finish(child).exits(130);
    assert_eq!(run.err, "note: interrupted\n");
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let problem = endless();
    let mut child = dlx().arg("solve").arg(problem.path()).spawn().expect("the binary runs");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut first = String::new();
    out.read_line(&mut first).expect("a line comes");
    drop(out);
    let run = finish(child).exits(0);
    assert_eq!(run.err, "");
}

#[test]
fn a_closed_standard_error_is_no_reason_to_panic() {
    let problem = file("a b\na\nb\n");
    let mut child = dlx().args(["count", "--stats"]).arg(problem.path()).spawn().expect("the binary runs");
    drop(child.stderr.take());
    let run = finish(child).exits(0);
    assert_eq!(run.out, "1\n");
}

/// Sends a signal to a count that takes long, again and again until it ends: a signal that comes before the search
/// has begun ends the program at once, with the same code. `ignored` are signals that a shell ignores.
fn signaled(ignored: &str, signal: &str, limit: &str) -> Run {
    let problem = endless();
    let script = format!("trap '' {ignored}; exec \"$0\" \"$@\"");
    let mut shell = Command::new("sh");
    if ignored.is_empty() {
        shell = dlx();
    } else {
        shell.args(["-c", &script, env!("CARGO_BIN_EXE_dlx")]);
    }
    shell.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = shell.args(["count", "--timeout", limit]).arg(problem.path()).spawn().expect("it runs");
    support::wait_until_it_works(&child);
    let status = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(status.expect("kill runs").success());
    let patience = Instant::now() + Duration::from_secs(20);
    while child.try_wait().expect("it can be waited for").is_none() && Instant::now() < patience {
        sleep(Duration::from_millis(5));
    }
    child.kill().ok();
    finish(child)
}

#[test]
fn each_signal_has_the_exit_code_that_shells_expect() {
    for (signal, code, words) in
        [("-INT", 130, "interrupted"), ("-TERM", 143, "ended by SIGTERM"), ("-HUP", 129, "ended by SIGHUP")]
    {
        let run = signaled("", signal, "20s").exits(code);
        assert!(run.err.starts_with(&format!("note: {words}")), "{signal}: {}", run.err);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn signals_ignored_on_entry_stay_ignored() {
    for (ignored, signal) in [("HUP", "-HUP"), ("INT", "-INT"), ("TERM", "-TERM"), ("HUP INT", "-HUP")] {
        // The time limit ends it.
        let run = signaled(ignored, signal, "1s").exits(5);
        assert!(run.err.starts_with("note: stopped at the time limit"), "{ignored}: {}", run.err);
    }
    // The others are answered.
    signaled("HUP", "-TERM", "20s").exits(143);
}

/// A game on a terminal of `script`, which is on the screen.
#[cfg(target_os = "linux")]
struct Playing {
    /// The program that has the other end of the terminal.
    script: Child,
    terminal: std::process::ChildStdout,
    /// What the terminal was sent.
    sent: String,
    /// The process of the game.
    id: String,
}

#[cfg(target_os = "linux")]
impl Playing {
    /// Begins a game that ignores this signal, if one is named.
    fn begin(arguments: &str, ignored: &str) -> Self {
        let here = support::folder();
        let id = here.path().join("id");
        let game =
            format!("echo $$ > {}; exec {} sudoku play {arguments}", id.display(), env!("CARGO_BIN_EXE_dlx"));
        let trap = if ignored.is_empty() { String::new() } else { format!("trap \"\" {ignored}; ") };
        let line = format!("sh -c '{trap}{game}'; code=$?; stty -a; exit $code");
        let mut script = Command::new("script");
        script
            .args(["-qec", &line, "/dev/null"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut script = script.spawn().expect("script of util-linux runs");
        let mut sent = String::new();
        let mut terminal = script.stdout.take().expect("a pipe");
        // The game is on the alternate screen of the terminal from here on.
        let mut bytes = [0; 4096];
        while !sent.contains("\u{1b}[?1049h") {
            let count = terminal.read(&mut bytes).expect("the terminal is read");
            assert!(count > 0, "{sent}");
            sent.push_str(&String::from_utf8_lossy(&bytes[..count]));
        }
        let id = std::fs::read_to_string(&id).expect("the shell has written it").trim().to_owned();
        Self { script, terminal, sent, id }
    }

    /// Ends the game by a signal. Returns what the terminal was sent, and its settings after the game.
    fn until(mut self, signal: &str) -> Run {
        let status = Command::new("kill").args([signal, &self.id]).status();
        assert!(status.expect("kill runs").success());
        let mut rest = Vec::new();
        self.terminal.read_to_end(&mut rest).expect("the terminal is read");
        self.sent.push_str(&String::from_utf8_lossy(&rest));
        let code = self.script.wait().expect("the child ends").code();
        Run { code, out: self.sent, err: String::new() }
    }

    /// Closes the terminal, and returns when the process of the game has ended.
    fn close(mut self) {
        self.script.kill().expect("it runs");
        self.script.wait().expect("it has ended");
        let begin = Instant::now();
        let is_running = || {
            let state = std::fs::read_to_string(format!("/proc/{}/stat", self.id));
            state.is_ok_and(|state| !state.rsplit(')').next().unwrap_or("").trim_start().starts_with('Z'))
        };
        while is_running() {
            assert!(begin.elapsed() < Duration::from_secs(30), "the game still runs without a terminal");
            sleep(Duration::from_millis(20));
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_game_whose_terminal_is_closed_ends_and_is_saved() {
    let here = support::folder();
    let save = here.path().join("game.json");
    // `nohup` ignores the signal that tells of it.
    for ignored in ["", "HUP"] {
        let game = Playing::begin(&format!("{CLASSIC} --save {}", save.display()), ignored);
        game.close();
        run(&["sudoku", "check", save.to_str().expect("UTF-8")]).exits(0);
        std::fs::remove_file(&save).expect("it was saved");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_game_that_a_signal_ends_restores_the_terminal_and_is_saved() {
    for (signal, code) in [("-TERM", 143), ("-HUP", 129), ("-INT", 130)] {
        let here = support::folder();
        let save = here.path().join("game.json");
        let game = Playing::begin(&format!("{CLASSIC} --save {}", save.display()), "");
        let run = game.until(signal).exits(code);
        let (_, after) = run.out.rsplit_once("\u{1b}[?1049l").expect("the alternate screen is left");
        assert!(after.contains(" icanon") && after.contains(" echo "), "{signal}: {after}");
        assert!(after.contains(": saved to "), "{signal}: {after}");
        // The game is read back.
        support::run(&["sudoku", "check", save.to_str().expect("UTF-8")]).exits(0);
    }
}
