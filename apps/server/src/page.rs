//! Answers with the files of the page, and with what the program tells without a question: from the cache of the browser
//! where it has them. Files are compressed for browsers that can read that.

use std::hash::{DefaultHasher, Hasher};

use dlx_page::{Asset, Site};
use hyper::StatusCode;
use hyper::body::Bytes;
use hyper::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, ETAG, HeaderMap, HeaderName, HeaderValue,
    IF_NONE_MATCH, VARY,
};

use crate::reply::{self, Reply};

/// Returns the answer with a file of the site.
pub(crate) fn answer(site: &Site, asset: &Asset, request: &HeaderMap) -> Reply {
    // A page at the root changes with the version of the program.
    let lasting = if asset.is_fixed() { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut reply = unless_known(request, site.version(), lasting, || {
        let short = accepts_gzip(request).then(|| asset.gzip()).flatten();
        let bytes = Bytes::from_owner(short.unwrap_or_else(|| asset.bytes()).clone());
        let mut reply = reply::complete(asset.kind(), bytes);
        if short.is_some() {
            reply.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        reply
    });
    reply.headers_mut().insert(VARY, HeaderValue::from_static("accept-encoding"));
    reply
}

/// Returns an answer that does not depend on a question, as JSON.
pub(crate) fn without_question(answer: Vec<u8>, request: &HeaderMap) -> Reply {
    let mut hasher = DefaultHasher::new();
    hasher.write(&answer);
    let version = format!("{:016x}", hasher.finish());
    unless_known(request, &version, "no-cache", || reply::complete("application/json", answer))
}

/// Returns an answer, or says that the client has this version of it.
fn unless_known(
    request: &HeaderMap,
    version: &str,
    lasting: &'static str,
    reply: impl FnOnce() -> Reply,
) -> Reply {
    // Weak, as the same answer may be compressed or not.
    let tag = format!("W/\"{version}\"");
    let is_known = values(request, &IF_NONE_MATCH).any(|known| known == "*" || known == tag);
    let mut reply = if is_known { reply::empty(StatusCode::NOT_MODIFIED) } else { reply() };
    let headers = reply.headers_mut();
    headers.insert(ETAG, HeaderValue::from_str(&tag).expect("a version is a number"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(lasting));
    reply
}

/// Returns the values of the lists in these headers.
fn values<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> {
    let lists = headers.get_all(name).iter().filter_map(|list| list.to_str().ok());
    lists.flat_map(|list| list.split(',')).map(str::trim)
}

/// Returns true if the client names gzip as one of its encodings, and with a quality above 0.
fn accepts_gzip(request: &HeaderMap) -> bool {
    let mut encodings = values(request, &ACCEPT_ENCODING);
    encodings.any(|encoding| {
        let (name, quality) = encoding.split_once(';').unwrap_or((encoding, "q=1"));
        let quality = quality.trim().strip_prefix("q=").and_then(|quality| quality.parse::<f32>().ok());
        name.trim().eq_ignore_ascii_case("gzip") && quality.is_some_and(|quality| quality > 0.0)
    })
}
