//! A server of files that knows nothing of the page, as any host of static files: for the page without a server.

use std::io::{self, BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::{fs, thread};

/// The folder on the host that has the page. Everything must work below any path.
const PREFIX: &str = "/some/folder/";

/// A server of the files of a folder. Its thread ends with the tests.
pub(crate) struct Files {
    address: SocketAddr,
}

impl Files {
    pub(crate) fn serve(folder: PathBuf) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port is free");
        let address = listener.local_addr().expect("it listens");
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let folder = folder.clone();
                // A browser may leave before it has read everything.
                thread::spawn(move || answer(stream, &folder).ok());
            }
        });
        Self { address }
    }

    /// Returns the address of the page, which ends with a slash.
    pub(crate) fn url(&self) -> String {
        format!("http://{}{PREFIX}", self.address)
    }
}

/// Answers one request.
fn answer(mut stream: TcpStream, folder: &Path) -> io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    while lines.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    let name = first.split(' ').nth(1).and_then(|path| path.strip_prefix(PREFIX));
    let name = name.map(|name| if name.is_empty() { "index.html" } else { name });
    let content = name.filter(|name| !name.contains("..")).and_then(|name| {
        let kind = match name.rsplit_once('.')?.1 {
            "html" => "text/html",
            "css" => "text/css",
            "js" => "text/javascript",
            "svg" => "image/svg+xml",
            "wasm" => "application/wasm",
            _ => return None,
        };
        Some((kind, fs::read(folder.join(name)).ok()?))
    });
    let (status, (kind, body)) = match content {
        Some(found) => ("200 OK", found),
        None => ("404 Not Found", ("text/plain", Vec::new())),
    };
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
    )?;
    stream.write_all(&body)
}
