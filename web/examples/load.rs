//! Measures the server under load: 50 clients request the solutions of hard puzzles for 30 seconds, each one
//! after the other.
//!
//! ```text
//! cargo build --release --workspace --example load
//! target/release/examples/load testdata/sudoku/hard.txt
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

/// The answers that a client has received.
#[derive(Default)]
struct Met {
    latencies: Vec<Duration>,
    errors: Vec<String>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).ok_or("expected a file of puzzles, one a line")?;
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
    let met = thread::scope(|scope| {
        let serving = scope.spawn(|| server.run(|| is_over.load(Ordering::Relaxed)));
        let end = Instant::now() + Duration::from_secs(seconds);
        let puzzles = &puzzles;
        let clients = (0..CLIENTS).map(|first| scope.spawn(move || client(address, puzzles, first, end)));
        let clients: Vec<_> = clients.collect();
        let met: Vec<Met> = clients.into_iter().filter_map(|client| client.join().ok()).collect();
        is_over.store(true, Ordering::Relaxed);
        let outcome = serving.join();
        outcome.expect("the server does not panic").map(|()| met)
    })?;
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
        process::exit(1);
    }
    Ok(())
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
        "POST /api/solve HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
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
