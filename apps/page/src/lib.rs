//! The files of the page as texts, which are compiled into the binary, without those that only a page without a server
//! has.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

/// A static file.
#[derive(Debug)]
pub struct Asset {
    /// The path at which it is served.
    pub path: &'static str,
    /// Its content type.
    pub kind: &'static str,
    /// What it contains.
    pub text: &'static str,
}

macro_rules! assets {
    ($($path:literal $kind:ident $file:literal;)*) => {
        const ASSETS: &[Asset] =
            &[$(Asset { path: $path, kind: $kind, text: include_str!(concat!("../", $file)) }),*];
    };
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

assets! {
    "/" HTML "index.html";
    "/engine.html" HTML "engine.html";
    "/style.css" CSS "style.css";
    "/engine.css" CSS "engine.css";
    "/icon.svg" SVG "icon.svg";
    "/js/api.js" JS "js/api.js";
    "/js/app.js" JS "js/app.js";
    "/js/boards.js" JS "js/boards.js";
    "/js/creating.js" JS "js/creating.js";
    "/js/dance.js" JS "js/dance.js";
    "/js/dom.js" JS "js/dom.js";
    "/js/engine.js" JS "js/engine.js";
    "/js/entry.js" JS "js/entry.js";
    "/js/fault.js" JS "js/fault.js";
    "/js/games.js" JS "js/games.js";
    "/js/grid.js" JS "js/grid.js";
    "/js/header.js" JS "js/header.js";
    "/js/hints.js" JS "js/hints.js";
    "/js/history.js" JS "js/history.js";
    "/js/http.js" JS "js/http.js";
    "/js/keyboard.js" JS "js/keyboard.js";
    "/js/link.js" JS "js/link.js";
    "/js/main.js" JS "js/main.js";
    "/js/overlay.js" JS "js/overlay.js";
    "/js/path.js" JS "js/path.js";
    "/js/practice.js" JS "js/practice.js";
    "/js/puzzle.js" JS "js/puzzle.js";
    "/js/reading.js" JS "js/reading.js";
    "/js/reasons.js" JS "js/reasons.js";
    "/js/selection.js" JS "js/selection.js";
    "/js/settings.js" JS "js/settings.js";
    "/js/sharing.js" JS "js/sharing.js";
    "/js/solving.js" JS "js/solving.js";
    "/js/stage.js" JS "js/stage.js";
    "/js/steps.js" JS "js/steps.js";
    "/js/storage.js" JS "js/storage.js";
    "/js/transport.js" JS "js/transport.js";
}

/// Returns the file that is served at this path.
#[must_use]
pub fn find(path: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.path == path)
}
