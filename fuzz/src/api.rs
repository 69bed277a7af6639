//! The requests of the web page, as any client may send them.

use std::sync::OnceLock;
use std::time::Duration;

use dlx_api::{Api, TimeLimits, Work, routes};

/// The time limit of a search. It is short because time limits are tested elsewhere.
const LONGEST: Duration = Duration::from_millis(3);

/// Answers a request: the first byte selects the route, the others are the body.
///
/// # Panics
/// If the answer is not JSON, or reports that the work failed.
pub fn api(data: &[u8]) {
    static API: OnceLock<Api> = OnceLock::new();
    let api = API.get_or_init(|| Api::new(TimeLimits { search: LONGEST, count: LONGEST, list: LONGEST }));
    let Some((&route, body)) = data.split_first() else { return };
    let takes_body = routes().iter().filter(|route| matches!(route.work, Work::Quick(_) | Work::Search(_)));
    let names: Vec<&str> = takes_body.map(|route| route.name).collect();
    let answer = api.answer(names[usize::from(route) % names.len()], body, &|_| ());
    let is_answer = answer.is_ok();
    let bytes = answer.unwrap_or_else(|fault| {
        let status = fault.status.as_u16();
        assert!(status < 500 || status == 503, "{status}");
        fault.to_json()
    });
    let object: serde_json::Value = serde_json::from_slice(&bytes).expect("the answer is JSON");
    assert!(object.is_object());
    assert_eq!(!is_answer, object.get("error").is_some());
}
