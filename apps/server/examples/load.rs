//! Measures the server under load: 50 clients request the solutions of hard puzzles for 30 seconds, each one
//! after the other; then again for 10 seconds while other clients misbehave: one never reads its answers, one sends a byte
//! a second, 1,000 connect and send nothing, and 1,000 more connect at once.
//!
//! ```text
//! ulimit -n 4096
//! cargo run --release -p dlx-web --example load [FILE [SECONDS]]
//! ```
//!
//! Clients and server run on the same machine, as they do when the page is used. Every answer is checked: it
//! must have status 200 and one solution that contains the givens.

use std::error::Error;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{env, fs, process, thread};

use dlx_web::Server;
use serde_json::{Value, json};

const CLIENTS: usize = 50;
const SECONDS: u64 = 30;
const SECONDS_WITH_OTHERS: u64 = 10;
/// The number of clients that connect at once.
const CROWD: usize = 1000;
const PUZZLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/sudoku/hard.txt");

/// The answers that a client has received.
#[derive(Default)]
struct Met {
    latencies: Vec<Duration>,
    errors: Vec<String>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).unwrap_or_else(|| PUZZLES.to_owned());
    let seconds = env::args().nth(2).map_or(Ok(SECONDS), |seconds| seconds.parse())?;
    let text = fs::read_to_string(path)?;
    let puzzles: Vec<Vec<u32>> = text
        .lines()
        .filter(|line| line.len() >= 81 && !line.starts_with('#'))
        .map(|line| line.chars().take(81).map(|digit| digit.to_digit(10).unwrap_or(0)).collect())
        .collect();
    let server = Server::bind(0)?;
    let address = server.address();
    let is_over = AtomicBool::new(false);
    let has_errors = thread::scope(|scope| {
        let serving = scope.spawn(|| server.run(|| is_over.load(Ordering::Relaxed)));
        println!("alone");
        let mut has_errors = measure(address, &puzzles, seconds);
        println!(
            "with a client that never reads, one that sends a byte a second, {CROWD} silent, and {CROWD} at once"
        );
        let silent: Vec<_> = (0..CROWD).filter_map(|_| TcpStream::connect(address).ok()).collect();
        let is_measured = AtomicBool::new(false);
        let (sent, answered) = thread::scope(|scope| {
            let deaf = scope.spawn(|| never_read(address, &is_measured));
            scope.spawn(|| dribble(address, &is_measured));
            let crowd = scope.spawn(|| crowd(address));
            has_errors |= measure(address, &puzzles, SECONDS_WITH_OTHERS);
            let answered = crowd.join().unwrap_or_default();
            is_measured.store(true, Ordering::Relaxed);
            (deaf.join().unwrap_or_default(), answered)
        });
        println!("silent     {} connected", silent.len());
        println!("crowd      {answered} of {CROWD} answered");
        println!("not read   {sent} requests sent until the connection took no more");
        is_over.store(true, Ordering::Relaxed);
        serving.join().expect("the server does not panic").map(|()| has_errors || answered < CROWD)
    })?;
    process::exit(i32::from(has_errors));
}

/// Lets the clients ask for this time, and prints what they met. Returns whether there were errors.
fn measure(address: SocketAddr, puzzles: &[Vec<u32>], seconds: u64) -> bool {
    let end = Instant::now() + Duration::from_secs(seconds);
    let met: Vec<Met> = thread::scope(|scope| {
        let clients = (0..CLIENTS).map(|first| scope.spawn(move || client(address, puzzles, first, end)));
        let clients: Vec<_> = clients.collect();
        clients.into_iter().filter_map(|client| client.join().ok()).collect()
    });
    let errors: Vec<&String> = met.iter().flat_map(|met| &met.errors).collect();
    let mut latencies: Vec<Duration> = met.iter().flat_map(|met| met.latencies.iter().copied()).collect();
    latencies.sort_unstable();
    let at = |percent: usize| latencies.get(latencies.len() * percent / 100).copied().unwrap_or_default();
    println!("clients    {}", met.len());
    println!("answers    {} in {seconds} s", latencies.len());
    println!("errors     {}", errors.len());
    println!("median     {:?}", at(50));
    println!("90%, 99%   {:?}, {:?}", at(90), at(99));
    println!("longest    {:?}", latencies.last().copied().unwrap_or_default());
    if let Some(error) = errors.first() {
        println!("first      {error}");
    }
    !errors.is_empty()
}

/// Sends requests and reads no answer, until the connection takes no more. Keeps it open until the end, and returns the
/// number of requests.
fn never_read(address: SocketAddr, is_over: &AtomicBool) -> usize {
    let Ok(mut stream) = TcpStream::connect(address) else { return 0 };
    stream.set_write_timeout(Some(Duration::from_secs(1))).ok();
    let request = format!("GET /api/v1/openapi.json HTTP/1.1\r\nhost: {address}\r\n\r\n");
    let sent = (0..1_000_000).take_while(|_| stream.write_all(request.as_bytes()).is_ok()).count();
    while !is_over.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(100));
    }
    sent
}

/// Sends a request a byte a second, and connects again when the server ends the connection.
fn dribble(address: SocketAddr, is_over: &AtomicBool) {
    let request = format!("GET / HTTP/1.1\r\nhost: {address}\r\nx: {}\r\n", "y".repeat(1000));
    while !is_over.load(Ordering::Relaxed) {
        let Ok(mut stream) = TcpStream::connect(address) else { continue };
        for byte in request.bytes() {
            thread::sleep(Duration::from_secs(1));
            if is_over.load(Ordering::Relaxed) || stream.write_all(&[byte]).is_err() {
                break;
            }
        }
    }
}

/// Lets many clients connect at once, each of which sends a request, and returns the number of answers.
fn crowd(address: SocketAddr) -> usize {
    let request = format!("GET /api/v1/status HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    let ask = || {
        let mut stream = TcpStream::connect(address).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(30))).ok()?;
        stream.write_all(request.as_bytes()).ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        answer.starts_with("HTTP/1.1 200").then_some(())
    };
    thread::scope(|scope| {
        let clients: Vec<_> = (0..CROWD).map(|_| scope.spawn(ask)).collect();
        clients.into_iter().filter_map(|client| client.join().ok().flatten()).count()
    })
}

/// Sends requests on one connection until the end.
fn client(address: SocketAddr, puzzles: &[Vec<u32>], first: usize, end: Instant) -> Met {
    let mut met = Met::default();
    let Ok(stream) = TcpStream::connect(address) else {
        met.errors.push("no connection".to_owned());
        return met;
    };
    stream.set_nodelay(true).ok();
    let mut stream = BufReader::new(stream);
    for puzzle in puzzles.iter().cycle().skip(first * 10) {
        let begun = Instant::now();
        if begun >= end {
            break;
        }
        match ask(&mut stream, address, puzzle) {
            Ok(()) => met.latencies.push(begun.elapsed()),
            Err(error) => {
                met.errors.push(error.to_string());
                break;
            }
        }
    }
    met
}

/// Requests the solution of a puzzle and checks it.
fn ask(stream: &mut BufReader<TcpStream>, address: SocketAddr, puzzle: &[u32]) -> Result<(), Box<dyn Error>> {
    let body = json!({ "givens": puzzle }).to_string();
    let length = body.len();
    let request = format!(
        "POST /api/v1/solve HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\n\r\n{body}"
    );
    stream.get_mut().write_all(request.as_bytes())?;
    let (mut line, mut length) = (String::new(), 0);
    stream.read_line(&mut line)?;
    if !line.starts_with("HTTP/1.1 200") {
        return Err(format!("expected status 200, found {line:?}").into());
    }
    while line.trim_end() != "" {
        line.clear();
        stream.read_line(&mut line)?;
        if let Some((name, value)) = line.split_once(':').filter(|(name, _)| *name == "content-length") {
            length = value.trim().parse().map_err(|error| format!("{name}: {error}"))?;
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body)?;
    let answer: Value = serde_json::from_slice(&body)?;
    let solution: Vec<u32> = serde_json::from_value(answer["solution"].clone())?;
    let keeps_clues = puzzle.iter().zip(&solution).all(|(clue, digit)| *clue == 0 || clue == digit);
    if answer["status"] != "unique" || solution.len() != puzzle.len() || !keeps_clues {
        return Err(format!("expected one solution, found {answer}").into());
    }
    Ok(())
}
