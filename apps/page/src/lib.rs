//! The page as files with addresses: for a server, and for a host of static files.
//!
//! `index.html` and what must stay where it is are at the root. All other files are below `v/VERSION/`, where VERSION is
//! a hash of all files: a browser can keep them for ever, and never mixes the files of two versions.
//!
//! A release contains the files. Other builds read them from the folder of this crate, and again at each request for one whose
//! address has no version.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

#[cfg_attr(embedded, allow(dead_code, reason = "the build script lists the files of a release"))]
mod folder;
mod site;

use std::borrow::Cow;
use std::io;
use std::sync::Arc;
#[cfg(embedded)]
use std::sync::LazyLock;
#[cfg(not(embedded))]
use std::sync::{Mutex, PoisonError};

pub use site::{Asset, Host, POLICY, Site};

/// The path and the contents of a file.
pub type File = (String, Cow<'static, [u8]>);

#[cfg(embedded)]
fn contents() -> impl Iterator<Item = File> {
    const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/files.rs"));
    FILES.iter().map(|&(path, bytes)| (path.to_owned(), Cow::Borrowed(bytes)))
}

/// Returns the files of the page, without the WebAssembly that a host of static files needs.
///
/// # Errors
/// Only in a build that is not a release: the files cannot be read from the disk.
#[cfg(embedded)]
pub fn files() -> io::Result<Vec<File>> {
    Ok(contents().collect())
}

/// Returns the files of the page, without the WebAssembly that a host of static files needs.
///
/// # Errors
/// Only in a build that is not a release: the files cannot be read from the disk.
#[cfg(not(embedded))]
pub fn files() -> io::Result<Vec<File>> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let paths = folder::paths(root)?.into_iter();
    paths.map(|path| Ok((path.clone(), Cow::Owned(std::fs::read(root.join(path))?)))).collect()
}

/// Returns the page of a server, for a request for this path.
///
/// # Errors
/// Only in a build that is not a release: the files cannot be read from the disk.
#[cfg(embedded)]
pub fn served(_path: &str) -> io::Result<Arc<Site>> {
    static SITE: LazyLock<Arc<Site>> = LazyLock::new(|| Arc::new(Site::new(contents(), Host::Server)));
    Ok(Arc::clone(&SITE))
}

/// Returns the page of a server, for a request for this path.
///
/// # Errors
/// Only in a build that is not a release: the files cannot be read from the disk.
#[cfg(not(embedded))]
pub fn served(path: &str) -> io::Result<Arc<Site>> {
    /// The files as they were last, some of them compressed.
    static LAST: Mutex<Option<Arc<Site>>> = Mutex::new(None);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    // An address with a version never gets other contents, and a page asks for a hundred of them.
    if let Some(last) = last.as_ref().filter(|last| last.find(path).is_some_and(Asset::is_fixed)) {
        return Ok(Arc::clone(last));
    }
    let site = Site::new(files()?, Host::Server);
    if let Some(last) = last.as_ref().filter(|last| last.version() == site.version()) {
        return Ok(Arc::clone(last));
    }
    let site = Arc::new(site);
    *last = Some(Arc::clone(&site));
    Ok(site)
}
