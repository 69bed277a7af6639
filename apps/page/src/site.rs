//! The files of the page at their addresses.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::sync::{Arc, OnceLock};

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::File;
use crate::folder::kind;

/// What stands for `v/VERSION/` in the files at the root.
const PLACE: &str = "v/VERSION/";

/// What stands for the list of all addresses in `sw.js`.
const LIST: &str = "'FILES'";

/// The line of the pages that says what answers their requests.
const ENGINE: &str = "<meta name=\"engine\" content=\"server\">\n";

macro_rules! policy {
    ($scripts:literal, $end:literal) => {
        concat!(
            "default-src 'none'; script-src 'self'",
            $scripts,
            "; worker-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; manifest-src 'self'; \
             base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types excover",
            $end
        )
    };
}

/// The content policy of the page when it comes from a server, which sends it as a header.
pub const POLICY: &str = policy!("", "; frame-ancestors 'none'");

/// The same for a host of static files, as far as a page can state it itself. WebAssembly is allowed too.
const STATIC_POLICY: &str = policy!(" 'wasm-unsafe-eval'", "");

/// The contents of files by their paths.
type Files = BTreeMap<String, Cow<'static, [u8]>>;

/// What the page comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Host {
    /// A server that answers the requests of the page.
    Server,
    /// A host of static files: workers in the browser answer the requests, with the files `wasm/excover.js` and
    /// `wasm/excover_bg.wasm`.
    Files,
}

impl Host {
    /// Returns what the pages have instead of [`ENGINE`].
    fn head(self) -> String {
        match self {
            Self::Server => ENGINE.to_owned(),
            // The program is downloaded beside the scripts.
            Self::Files => format!(
                "<meta http-equiv=\"content-security-policy\" content=\"{STATIC_POLICY}\">\n\
                 <meta name=\"referrer\" content=\"no-referrer\">\n\
                 <meta name=\"engine\" content=\"wasm\">\n\
                 <link rel=\"preload\" href=\"{PLACE}wasm/excover_bg.wasm\" as=\"fetch\" type=\"application/wasm\" \
                 crossorigin>\n"
            ),
        }
    }
}

/// A file of the page.
#[derive(Debug)]
pub struct Asset {
    kind: &'static str,
    bytes: Arc<[u8]>,
    gzip: OnceLock<Option<Arc<[u8]>>>,
    is_fixed: bool,
}

impl Asset {
    /// Returns its content type.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// Returns what it contains.
    #[must_use]
    pub fn bytes(&self) -> &Arc<[u8]> {
        &self.bytes
    }

    /// Returns what it contains in the format of gzip, or `None` if that is not smaller. The first call compresses it.
    #[must_use]
    pub fn gzip(&self) -> Option<&Arc<[u8]>> {
        let compress = || {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
            encoder.write_all(&self.bytes).ok()?;
            let short = encoder.finish().ok()?;
            (short.len() < self.bytes.len()).then(|| short.into())
        };
        self.gzip.get_or_init(compress).as_ref()
    }

    /// Returns true if its address never gets other contents.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        self.is_fixed
    }
}

/// The files of the page at their addresses.
#[derive(Debug)]
pub struct Site {
    version: String,
    assets: BTreeMap<String, Asset>,
}

impl Site {
    /// Returns the page made of these files. Files whose names have no content type are left out.
    #[must_use]
    pub fn new(files: impl IntoIterator<Item = File>, host: Host) -> Self {
        let files: Files = files.into_iter().collect();
        let head = host.head();
        let mut hash = Hash::default();
        hash.add(head.as_bytes());
        for (path, bytes) in &files {
            hash.add(path.as_bytes());
            hash.add(bytes);
        }
        let version = format!("{:016x}", hash.0);
        let folder = PLACE.replace("VERSION", &version);
        let address = |path: &str| if is_at_root(path) { path.to_owned() } else { format!("{folder}{path}") };
        let list: Vec<String> = files.keys().map(|path| format!("'{}'", address(path))).collect();
        let list = list.join(", ");
        let assets = files.iter().filter_map(|(path, bytes)| {
            let kind = kind(path)?;
            let bytes = match str::from_utf8(bytes) {
                Ok(text) if is_at_root(path) => {
                    let text = text.replace("</head>", &format!("{}</head>", preloads(&files, text)));
                    let text = text.replace(ENGINE, &head).replace(PLACE, &folder);
                    text.replace(LIST, &list).into_bytes().into()
                }
                _ => bytes.as_ref().into(),
            };
            let is_fixed = !is_at_root(path);
            Some((address(path), Asset { kind, bytes, gzip: OnceLock::new(), is_fixed }))
        });
        Self { assets: assets.collect(), version }
    }

    /// Returns a name for all contents: other contents have another one.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Returns the file at a path that begins with a slash.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<&Asset> {
        let path = path.strip_prefix('/')?;
        self.assets.get(if path.is_empty() { "index.html" } else { path })
    }

    /// Returns all files with their paths, which begin without a slash.
    pub fn assets(&self) -> impl Iterator<Item = (&str, &Asset)> {
        self.assets.iter().map(|(path, asset)| (path.as_str(), asset))
    }
}

/// Returns true for files whose addresses must stay: pages, the icon, the manifest, and the service worker, which can
/// only serve what is beside and below it.
fn is_at_root(path: &str) -> bool {
    !path.contains('/')
}

/// Returns links to the modules that those of a page import, directly or through others: a browser asks for all of them
/// at once, not for those of one depth after the other. Modules that are imported later, by `import()`, are left out.
fn preloads(files: &Files, page: &str) -> String {
    let scripts = page.split("src=\"").skip(1).filter_map(|rest| rest.strip_prefix(PLACE)?.split_once('"'));
    let mut open: Vec<String> = scripts.map(|(path, _)| path.to_owned()).collect();
    let mut found = BTreeSet::new();
    while let Some(module) = open.pop() {
        let Some(text) = files.get(&module).and_then(|bytes| str::from_utf8(bytes).ok()) else { continue };
        let statements = ["from '", "import '"].into_iter().flat_map(|word| text.split(word).skip(1));
        for path in statements.filter_map(|rest| resolved(&module, rest.split_once('\'')?.0)) {
            if files.contains_key(&path) && found.insert(path.clone()) {
                open.push(path);
            }
        }
    }
    found.iter().map(|path| format!("<link rel=\"modulepreload\" href=\"{PLACE}{path}\">\n")).collect()
}

/// Returns the path that is meant by a relative one in a module.
fn resolved(module: &str, relative: &str) -> Option<String> {
    let mut folders: Vec<&str> = module.split('/').collect();
    folders.pop();
    if !relative.starts_with('.') {
        return None;
    }
    for part in relative.split('/') {
        match part {
            "." => (),
            ".." => drop(folders.pop()?),
            name => folders.push(name),
        }
    }
    Some(folders.join("/"))
}

/// A hash by Fowler, Noll and Vo (FNV-1a, 64 bits): it tells versions apart and protects nothing.
struct Hash(u64);

impl Default for Hash {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    /// Adds a part with its length, so that parts cannot be divided in another way.
    fn add(&mut self, part: &[u8]) {
        for byte in (part.len() as u64).to_le_bytes().iter().chain(part) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    const INDEX: &str = "<meta charset=\"utf-8\">\n<meta name=\"engine\" content=\"server\">\n\
        <script type=\"module\" src=\"v/VERSION/js/main.js\"></script>\n</head>\n";

    fn site(script: &str, host: Host) -> Site {
        let files = [
            ("index.html", INDEX),
            ("sw.js", "const FILES = ['FILES'];"),
            ("css/a.css", "a {}"),
            ("js/main.js", script),
        ];
        Site::new(files.map(|(path, text)| (path.to_owned(), Cow::Owned(text.into()))), host)
    }

    fn text(site: &Site, path: &str) -> String {
        let asset = site.find(path).unwrap_or_else(|| panic!("there is no {path}"));
        String::from_utf8(asset.bytes().to_vec()).expect("it is text")
    }

    #[test]
    fn a_changed_script_changes_all_addresses_but_those_at_the_root() {
        let [old, new] = ["let a = 1;", "let a = 2;"].map(|script| site(script, Host::Server));
        assert_ne!(old.version(), new.version());
        let script = format!("/v/{}/js/main.js", old.version());
        assert!(old.find(&script).is_some_and(Asset::is_fixed) && new.find(&script).is_none());
        for path in ["/", "/index.html", "/sw.js"] {
            assert!(old.find(path).is_some_and(|asset| !asset.is_fixed()), "{path}");
        }
        assert!(text(&old, "/").contains(&format!("src=\"{}\"", &script[1..])));
        assert!(old.find("/css/a.css").is_none() && old.find("/js/main.js").is_none());
        assert_eq!(old.version(), site("let a = 1;", Host::Server).version());
    }

    #[test]
    fn the_service_worker_lists_every_address() {
        let site = site("", Host::Server);
        let list = text(&site, "/sw.js");
        assert_eq!(site.assets().count(), 4);
        for (path, _) in site.assets() {
            assert!(list.contains(&format!("'{path}'")), "{path}: {list}");
        }
    }

    #[test]
    fn pages_of_static_hosts_name_their_engine_and_their_policy() {
        let [server, files] = [Host::Server, Host::Files].map(|host| site("", host));
        assert_ne!(server.version(), files.version());
        assert!(text(&server, "/").contains("content=\"server\""));
        let page = text(&files, "/");
        assert!(page.contains("content=\"wasm\"") && page.contains("'wasm-unsafe-eval'"), "{page}");
        assert!(page.contains(&format!("href=\"v/{}/wasm/excover_bg.wasm\"", files.version())), "{page}");
        assert!(!page.contains("VERSION"), "{page}");
    }

    #[test]
    fn pages_name_all_modules_that_they_import_at_once() {
        let files = [
            ("index.html", INDEX),
            (
                "js/main.js",
                "import { a,\n  b } from './parts/a.js';\nimport './b.js';\nawait import('./later.js');\n",
            ),
            ("js/parts/a.js", "/** @type {import('./types.js').T} */\nexport { c } from '../c.js';\n"),
            ("js/b.js", "import './main.js';\nimport { x } from 'package';\nimport '../../outside.js';\n"),
            ("js/c.js", ""),
            ("js/later.js", ""),
            ("js/parts/types.js", ""),
        ];
        let files = files.map(|(path, text)| (path.to_owned(), Cow::Owned(text.into())));
        let page = text(&Site::new(files, Host::Server), "/");
        let links =
            page.lines().filter_map(|line| line.strip_prefix("<link rel=\"modulepreload\" href=\"v/"));
        let paths: Vec<&str> = links.filter_map(|rest| Some(rest.split_once('/')?.1)).collect();
        assert_eq!(paths, ["js/b.js\">", "js/c.js\">", "js/main.js\">", "js/parts/a.js\">"]);
    }

    #[test]
    fn compressed_files_have_the_same_contents() {
        let script = "let a = 1;\n".repeat(100);
        let site = site(&script, Host::Server);
        let asset = site.find(&format!("/v/{}/js/main.js", site.version())).expect("there is a script");
        let short = asset.gzip().expect("it is smaller");
        assert!(short.len() < script.len() / 4);
        let mut read = String::new();
        GzDecoder::new(&short[..]).read_to_string(&mut read).expect("it is gzip");
        assert_eq!(read, script);
        let style = site.find(&format!("/v/{}/css/a.css", site.version())).expect("there is a style");
        assert!(style.gzip().is_none(), "four bytes cannot be compressed");
    }

    #[test]
    fn every_placeholder_of_the_page_is_filled_in() {
        let files = crate::files().expect("the files can be read");
        let site = Site::new(files, Host::Files);
        for (path, asset) in site.assets().filter(|(_, asset)| !asset.is_fixed()) {
            let text = String::from_utf8_lossy(asset.bytes());
            assert!(!text.contains("VERSION/") && !text.contains(LIST), "{path}");
            if path.ends_with(".html") {
                assert!(text.contains("content=\"wasm\""), "{path} does not name its engine");
            }
        }
    }
}
