//! `dlx sudoku serve`: it prints its address, answers there, and stops at Ctrl-C.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Command;

use crate::support::{Run, dlx, run};

#[test]
fn help_says_where_it_listens_and_how_to_stop_it() {
    let help = run(&["sudoku", "serve", "--help"]).exits(0).out;
    assert!(help.contains("127.0.0.1 only") && help.contains("Ctrl-C stops the server"), "{help}");
}

#[test]
fn the_page_answers_where_it_says_until_ctrl_c() {
    let mut child = dlx().args(["sudoku", "serve", "--port", "0"]).spawn().expect("the binary runs");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut url = String::new();
    lines.read_line(&mut url).expect("a line comes");
    let address =
        url.trim().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/')).expect("an address");
    assert!(address.starts_with("127.0.0.1:"), "{url}");
    let mut stream = TcpStream::connect(address).expect("it listens");
    let request = format!("GET / HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it is sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it is text");
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("js/main.js"), "{answer:.200}");
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(status.expect("kill runs").success());
    let run: Run = child.wait_with_output().expect("it ends").into();
    assert!(run.exits(0).err.ends_with("note: stopped\n"));
}

#[test]
fn a_port_that_is_taken_is_named_and_exits_with_3() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let port = taken.local_addr().expect("it has an address").port().to_string();
    let run = run(&["sudoku", "serve", "--port", &port]).exits(3);
    assert!(run.err.contains(&format!("cannot listen on 127.0.0.1:{port}")), "{}", run.err);
}

#[test]
fn a_signal_other_than_ctrl_c_is_told_by_the_exit_code() {
    for (signal, code) in [("-TERM", 143), ("-HUP", 129)] {
        let mut child = dlx().args(["sudoku", "serve", "--port", "0"]).spawn().expect("the binary runs");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe"));
        lines.read_line(&mut String::new()).expect("a line comes");
        let status = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(status.expect("kill runs").success());
        let run: Run = child.wait_with_output().expect("it ends").into();
        assert!(run.exits(code).err.ends_with("note: stopped\n"));
    }
}
