//! Writes the page for a host of static files. `scripts/wasm` runs it.
//!
//! usage: folder TARGET PROGRAM
//!
//! PROGRAM is the folder of the WebAssembly. Files are also written compressed, for hosts that serve `FILE.gz` to
//! browsers that accept it.

use std::borrow::Cow;
use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

use dlx_page::{Host, Site};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let [target, program] = &arguments[..] else { return Err("usage: folder TARGET PROGRAM".into()) };
    let mut files = dlx_page::files()?;
    for name in ["excover.js", "excover_bg.wasm"] {
        files.push((format!("wasm/{name}"), Cow::Owned(fs::read(program.join(name))?)));
    }
    for (path, asset) in Site::new(files, Host::Files).assets() {
        let file = target.join(path);
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&file, asset.bytes())?;
        if let Some(short) = asset.gzip() {
            fs::write(target.join(format!("{path}.gz")), short)?;
        }
    }
    Ok(())
}
