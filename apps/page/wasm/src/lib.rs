//! The requests of the page as a function for JavaScript. `scripts/wasm` builds it.

use std::time::Duration;

use dlx_api::{Line, TimeLimits};
use js_sys::Function;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The requests of the page, answered on the calling thread.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Api(dlx_api::Api);

#[wasm_bindgen]
impl Api {
    /// Returns an API with the time limits of the page, or with this one for all requests.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(seconds: Option<u32>) -> Self {
        let limits = seconds.map(|seconds| {
            let longest = Duration::from_secs(seconds.into());
            TimeLimits { search: longest, count: longest, list: longest }
        });
        Self(dlx_api::Api::new(limits.unwrap_or_default()))
    }

    /// Returns the answer to a request as JSON. An answer of lines is empty: its lines are passed to `send` while the
    /// work runs.
    ///
    /// # Errors
    /// A JSON object that says why the request is not answered.
    pub fn answer(&self, name: &str, body: &str, send: &Function) -> Result<String, String> {
        let send = |line: Line| {
            let (Line::Progress(bytes) | Line::Result(bytes)) = line;
            // A function that throws cannot stop the work: its worker is ended instead.
            send.call1(&JsValue::NULL, &text(bytes).into()).ok();
        };
        let answer = self.0.answer(name, body.as_bytes(), &send);
        answer.map(text).map_err(|fault| text(fault.to_json()))
    }
}

fn text(json: Vec<u8>) -> String {
    String::from_utf8(json).expect("JSON is UTF-8")
}
