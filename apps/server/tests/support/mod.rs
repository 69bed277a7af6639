//! A server in this process, and requests as bytes, including ones that no normal client would send.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use dlx_web::{Bounds, Server};
use serde_json::{Value, json};

/// The time limit of a test step, far more than it needs even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server that stops when it is dropped.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    pub(crate) fn start() -> Self {
        Self::with(Bounds::default())
    }

    pub(crate) fn with(bounds: Bounds) -> Self {
        let server = Server::bind(0).expect("a port is free").with_bounds(bounds);
        let address = server.address();
        let is_over = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&is_over);
        let thread = thread::spawn(move || {
            server.run(|| flag.load(Ordering::Relaxed)).expect("the server starts");
        });
        Self { address, is_over, thread: Some(thread) }
    }

    /// Stops the server, and waits until it has stopped.
    pub(crate) fn stop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the server does not panic");
        }
    }

    /// Opens a connection.
    pub(crate) fn connect(&self) -> TcpStream {
        connect(self.address)
    }

    /// Sends these bytes, closes the connection, and returns the answer.
    pub(crate) fn send(&self, request: &[u8]) -> Answer {
        exchange(self.address, request).expect("the server answers")
    }

    /// Sends a GET request and returns the answer.
    pub(crate) fn get(&self, path: &str) -> Answer {
        self.send(
            format!("GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", self.address).as_bytes(),
        )
    }

    /// Returns the address of a file of the page, below the version that the page names.
    pub(crate) fn file(&self, path: &str) -> String {
        let page = self.get("/").text();
        let (_, rest) = page.split_once("\"v/").expect("the page names its files");
        format!("/v/{}/{path}", rest.split('/').next().expect("a version"))
    }

    /// Returns the bytes of a request with a body.
    pub(crate) fn question(&self, path: &str, body: &str) -> Vec<u8> {
        let (address, length) = (self.address, body.len());
        format!(
            "POST {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\nconnection: close\r\n\r\n{body}"
        )
        .into_bytes()
    }

    /// Sends a request with a body and returns the answer.
    pub(crate) fn ask(&self, path: &str, question: &Value) -> Answer {
        self.send(&self.question(path, &question.to_string()))
    }

    /// Sends a request with a body and returns the object of its answer.
    #[track_caller]
    pub(crate) fn answer(&self, path: &str, question: &Value) -> Value {
        let answer = self.ask(path, question);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        answer.json()
    }

    /// Waits until this number of searches are running.
    #[track_caller]
    pub(crate) fn wait_until_running(&self, expected: u64) {
        let begun = Instant::now();
        loop {
            let status = self.get("/api/v1/status").json();
            if status["running"] == json!(expected) {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "{expected} running searches expected, found {status}");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().ok();
        }
    }
}

fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).expect("the server listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("the time is not zero");
    stream.set_nodelay(true).expect("the socket takes options");
    stream
}

/// Sends the bytes, and reads the answer.
pub(crate) fn exchange(address: SocketAddr, request: &[u8]) -> io::Result<Answer> {
    let mut stream = connect(address);
    // A server that rejects the request may close the connection before it has read everything.
    let sent = stream.write_all(request);
    let (mut bytes, mut part) = (Vec::new(), [0; 4096]);
    let read = loop {
        match stream.read(&mut part) {
            Ok(0) => break Ok(()),
            Ok(length) => bytes.extend_from_slice(&part[..length]),
            Err(error) => break Err(error),
        }
        // Some answers are complete although the server keeps the connection open.
        if Answer::parse(&bytes).is_some_and(|answer| answer.is_complete()) {
            break Ok(());
        }
    };
    match Answer::parse(&bytes) {
        Some(answer) => Ok(answer),
        None => sent.and(read).and(Err(io::ErrorKind::InvalidData.into())),
    }
}

/// The parts of an answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    head: String,
    body: Vec<u8>,
}

impl Answer {
    fn parse(bytes: &[u8]) -> Option<Self> {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
        let head = String::from_utf8(bytes[..end].to_vec()).ok()?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        let mut answer = Self { status, head, body: bytes[end + 4..].to_vec() };
        if answer.header("transfer-encoding").is_some_and(|coding| coding == "chunked") {
            answer.body = unchunked(&answer.body);
        }
        Some(answer)
    }

    /// Returns true if the body has the length announced in the header.
    fn is_complete(&self) -> bool {
        self.header("content-length").and_then(|length| length.parse().ok()) == Some(self.body.len())
    }

    /// Returns the value of a header.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().skip(1).filter_map(|line| line.split_once(':'));
        lines.into_iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.body
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }
}

/// Joins the chunks of a body.
fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = bytes.windows(2).position(|two| two == b"\r\n") {
        let size =
            std::str::from_utf8(&bytes[..end]).ok().and_then(|size| usize::from_str_radix(size, 16).ok());
        let Some(size) = size.filter(|&size| size > 0) else { break };
        let rest = &bytes[end + 2..];
        whole.extend_from_slice(&rest[..size.min(rest.len())]);
        bytes = rest.get(size + 2..).unwrap_or_default();
    }
    whole
}

/// Returns the digits of a line, with 0 for a dot.
pub(crate) fn digits(line: &str) -> Vec<u32> {
    line.chars().map(|character| character.to_digit(10).unwrap_or(0)).collect()
}

/// Returns the request body for a classic puzzle.
pub(crate) fn puzzle(line: &str) -> Value {
    json!({ "givens": digits(line) })
}

/// The puzzle of the Wikipedia article, and its solution.
pub(crate) const CLASSIC: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
pub(crate) const CLASSIC_SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
