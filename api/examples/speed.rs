//! Measures requests from standard input, a line each: the name of a group, the name of the request, and its body,
//! separated by tabs. `wasm/tests/speed.js` writes them, and measures the same in WebAssembly.

use std::error::Error;
use std::io;
use std::time::{Duration, Instant};

use dlx_api::Api;

fn main() -> Result<(), Box<dyn Error>> {
    let lines: Vec<String> = io::stdin().lines().collect::<Result<_, _>>()?;
    let mut requests: Vec<[&str; 3]> = Vec::new();
    for line in &lines {
        let parts: Vec<&str> = line.splitn(3, '\t').collect();
        requests.push(parts.try_into().map_err(|_| format!("expected three parts, found {line}"))?);
    }
    let api = Api::default();
    for group in requests.chunk_by(|[one, ..], [other, ..]| one == other) {
        let mut best = Duration::MAX;
        for _ in 0..3 {
            let begun = Instant::now();
            for [_, name, body] in group {
                api.answer(name, body.as_bytes(), &|_| ()).map_err(|fault| fault.message().to_owned())?;
            }
            best = best.min(begun.elapsed());
        }
        println!("{}\t{:.1} ms", group[0][0], best.as_secs_f64() * 1000.0);
    }
    Ok(())
}
