use dlx_core::{Limits, Rule, Search, text};
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let p = text::read(std::io::BufReader::new(std::fs::File::open(std::env::args().nth(1).unwrap())?))?;
    let mut s = Search::with_rule(&p, Rule::Fewest);
    let t = std::time::Instant::now();
    let c = s.count(&mut Limits::none());
    println!("{c:?} {:?} {:?} {:?}", t.elapsed(), s.counters(), s.size());
    Ok(())
}
