//! Measures requests from standard input, a line each: the name of a group, the name of the request, and its body,
//! separated by tabs. `apps/page/wasm/tests/speed.js` writes them, and measures the same in WebAssembly.

use std::error::Error;
use std::fs;
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
        let repeat = || -> Result<(), String> {
            for [_, name, body] in group {
                api.answer(name, body.as_bytes(), &|_| ()).map_err(|fault| fault.message().to_owned())?;
            }
            Ok(())
        };
        repeat()?;
        let (begun, end) = (processor_time()?, Instant::now() + Duration::from_secs(2));
        let mut runs = 0;
        while Instant::now() < end {
            repeat()?;
            runs += 1;
        }
        println!("{}\t{:.1} ms", group[0][0], (processor_time()? - begun) / f64::from(runs));
    }
    Ok(())
}

/// Returns the milliseconds that this thread has run, which other programs on the machine do not change. Linux only.
fn processor_time() -> Result<f64, Box<dyn Error>> {
    let text = fs::read_to_string("/proc/thread-self/schedstat")?;
    Ok(text.split(' ').next().unwrap_or_default().parse::<f64>()? / 1e6)
}
