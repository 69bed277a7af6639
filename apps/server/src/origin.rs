//! Accepts only requests of the server's own page, and adds security headers to every answer.
//!
//! A page of another site can make the browser send requests to this server, and by rebinding its host name
//! to this address even read the answers. Such requests have another host or origin than the server's own,
//! and are rejected.

use dlx_api::Fault;
use hyper::header::{CONTENT_SECURITY_POLICY, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN};
use hyper::{Request, StatusCode, Uri};

const OWN_ADDRESS: &str = "the address of this server";
const OWN_PAGE: &str = "the page of this server";

/// The host names of the server's own address, as they occur in `Host`.
#[derive(Clone, Debug)]
pub(crate) struct OwnHosts(Vec<String>);

impl OwnHosts {
    pub(crate) fn new(port: u16) -> Self {
        let names = ["127.0.0.1", "localhost"];
        let mut hosts: Vec<String> = names.iter().map(|name| format!("{name}:{port}")).collect();
        if port == 80 {
            hosts.extend(names.map(str::to_owned));
        }
        Self(hosts)
    }

    /// Returns an error for requests to another host, and for requests from pages of other sites.
    pub(crate) fn check<B>(&self, request: &Request<B>) -> Result<(), Fault> {
        let mut hosts = request.headers().get_all(HOST).iter();
        let host = hosts.next().and_then(|host| host.to_str().ok());
        let host = host.ok_or_else(|| Fault::expected(StatusCode::BAD_REQUEST, OWN_ADDRESS, "no `Host`"))?;
        if hosts.next().is_some() || !self.is_own(host) || !self.is_own_target(request.uri()) {
            let found = format!("the host `{host}`");
            return Err(Fault::expected(StatusCode::MISDIRECTED_REQUEST, OWN_ADDRESS, found));
        }
        for origin in request.headers().get_all(ORIGIN) {
            let origin = origin.to_str().unwrap_or_default();
            if !origin.strip_prefix("http://").is_some_and(|host| self.is_own(host)) {
                let found = format!("the origin `{origin}`");
                return Err(Fault::expected(StatusCode::FORBIDDEN, OWN_PAGE, found));
            }
        }
        // All browsers send this header since 2023; other clients do not.
        let site = request.headers().get("sec-fetch-site").map(HeaderValue::as_bytes);
        let is_page = request.headers().get("sec-fetch-mode").is_some_and(|mode| mode == "navigate");
        match site {
            Some(b"cross-site" | b"same-site") if !is_page => {
                Err(Fault::expected(StatusCode::FORBIDDEN, OWN_PAGE, "a request from another site"))
            }
            _ => Ok(()),
        }
    }

    fn is_own(&self, host: &str) -> bool {
        self.0.iter().any(|own| own.eq_ignore_ascii_case(host))
    }

    /// Returns true if the target of the request has no host, or that of this server.
    fn is_own_target(&self, target: &Uri) -> bool {
        target.authority().is_none_or(|authority| self.is_own(authority.as_str()))
    }
}

/// The headers of every answer, besides the content policy. They restrict the page to what it needs.
const HEADERS: &[(&str, &str)] = &[
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
];

pub(crate) fn add_headers(headers: &mut HeaderMap) {
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(dlx_page::POLICY));
    for &(name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
}
