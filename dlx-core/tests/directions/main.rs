mod imports;
use std::path::Path;
#[test]
fn show() {
    for c in ["dlx-core", "sudoku-cover", "cli"] {
        let m = imports::imports(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(c).join("src"));
        for (a, bs) in m {
            for b in bs {
                println!("{c} {} -> {}", a.join("::"), b.join("::"));
            }
        }
    }
}
