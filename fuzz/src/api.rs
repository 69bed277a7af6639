//! The requests of the web page, as any client may send them.

use std::sync::OnceLock;
use std::time::Duration;

use dlx_web::Direct;

/// The time limit of a search. It is short because time limits are tested elsewhere.
const LONGEST: Duration = Duration::from_millis(3);

/// Answers a request: the first byte selects the route, the others are the body.
///
/// # Panics
/// If the answer is not JSON, or reports that the work failed.
pub fn api(data: &[u8]) {
    static DIRECT: OnceLock<Direct> = OnceLock::new();
    let direct = DIRECT.get_or_init(Direct::default);
    let Some((&route, body)) = data.split_first() else { return };
    let paths: Vec<String> = direct.paths().collect();
    let (status, answer) = direct.answer(&paths[usize::from(route) % paths.len()], body, LONGEST);
    assert!(status < 500 || status == 503, "{status}");
    let object: serde_json::Value = serde_json::from_slice(&answer).expect("the answer is JSON");
    assert!(object.is_object());
    assert_eq!(status != 200, object.get("error").is_some());
}
