//! A real browser, controlled through the W3C WebDriver protocol, with only the commands that the tests need.
//!
//! The protocol is JSON over HTTP, so no library is needed: fantoccini and thirtyfour would add 50 and 46 crates to the
//! build. Dropping the value ends `chromedriver` and the browser.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use serde_json::{Value, json};

use super::{Answer, exchange};

/// The time that the page has until it shows what a test expects.
const PATIENCE: Duration = Duration::from_secs(30);

/// The key of an element in the protocol.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// Keys in the encoding of the protocol.
pub(crate) mod key {
    pub(crate) const BACKSPACE: char = '\u{e003}';
    pub(crate) const TAB: char = '\u{e004}';
    pub(crate) const ENTER: char = '\u{e007}';
    pub(crate) const ESCAPE: char = '\u{e00c}';
    pub(crate) const SHIFT: char = '\u{e008}';
    pub(crate) const CONTROL: char = '\u{e009}';
    pub(crate) const END: char = '\u{e010}';
    pub(crate) const HOME: char = '\u{e011}';
    pub(crate) const LEFT: char = '\u{e012}';
    pub(crate) const UP: char = '\u{e013}';
    pub(crate) const RIGHT: char = '\u{e014}';
    pub(crate) const DOWN: char = '\u{e015}';
}

/// The size of the screen, and what it is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Screen {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// True if it is touched, as on a phone.
    is_touched: bool,
}

impl Screen {
    pub(crate) const DESKTOP: Self = Self::with_mouse(1280, 1000);
    pub(crate) const LAPTOP: Self = Self::with_mouse(1280, 800);
    pub(crate) const WIDE: Self = Self::with_mouse(1920, 1080);
    pub(crate) const PHONE: Self = Self::touched(390, 844);
    pub(crate) const PHONE_SIDEWAYS: Self = Self::touched(844, 390);
    pub(crate) const TABLET: Self = Self::touched(820, 1180);
    /// A laptop with a zoom of 200 %.
    pub(crate) const ZOOMED: Self = Self::with_mouse(640, 400);

    const fn with_mouse(width: u32, height: u32) -> Self {
        Self { width, height, is_touched: false }
    }

    const fn touched(width: u32, height: u32) -> Self {
        Self { width, height, is_touched: true }
    }
}

/// A window of a browser.
pub(crate) struct Browser {
    driver: Child,
    address: SocketAddr,
    session: String,
}

impl Browser {
    /// Starts a browser.
    ///
    /// # Panics
    /// If there is no browser: a test that is skipped must not count as passed.
    pub(crate) fn start(screen: Screen) -> Self {
        let program = env::var("CHROMEDRIVER").unwrap_or_else(|_| "chromedriver".to_owned());
        let mut driver = Command::new(&program)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| {
                panic!("{program} cannot be started ({error}); ./scripts/test installs it")
            });
        let mut lines = BufReader::new(driver.stdout.take().expect("the output is piped")).lines();
        let port = lines.by_ref().map_while(Result::ok).find_map(|line| {
            let (_, port) = line.split_once("started successfully on port ")?;
            port.trim_end_matches('.').parse::<u16>().ok()
        });
        // The remaining output is read, so that the driver never blocks on it.
        thread::spawn(move || lines.for_each(drop));
        let port = port.expect("chromedriver says on which port it listens");
        let mut browser = Self { driver, address: ([127, 0, 0, 1], port).into(), session: String::new() };
        let arguments = ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"];
        let mut options = json!({ "prefs": { "download.default_directory": env::temp_dir() } });
        let metrics = json!({
            "width": screen.width,
            "height": screen.height,
            "pixelRatio": if screen.is_touched { 2.0 } else { 1.0 },
            "touch": screen.is_touched,
            "mobile": screen.is_touched
        });
        options["mobileEmulation"] = json!({ "deviceMetrics": metrics });
        options["args"] = json!(arguments);
        let wish = json!({ "capabilities": { "alwaysMatch": {
            "goog:chromeOptions": options, "goog:loggingPrefs": { "browser": "ALL" }
        } } });
        let session = browser.request("POST", "/session", &wish);
        browser.session = session["sessionId"].as_str().expect("a session has a name").to_owned();
        browser
    }

    /// Sends a request to the driver, and returns the value of its answer.
    #[track_caller]
    fn request(&self, method: &str, path: &str, body: &Value) -> Value {
        match self.try_request(method, path, body) {
            Ok(value) => value,
            Err(error) => panic!("{method} {path}: {error}"),
        }
    }

    fn try_request(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        let body = if method == "POST" { body.to_string() } else { String::new() };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
             connection: close\r\n\r\n{body}",
            self.address,
            body.len()
        );
        let answer: Answer = exchange(self.address, request.as_bytes()).map_err(|error| error.to_string())?;
        let value = answer.json()["value"].take();
        if answer.status == 200 { Ok(value) } else { Err(value["message"].to_string()) }
    }

    #[track_caller]
    fn command(&self, command: &str, body: &Value) -> Value {
        self.request("POST", &format!("/session/{}/{command}", self.session), body)
    }

    #[track_caller]
    fn read(&self, what: &str) -> Value {
        self.request("GET", &format!("/session/{}/{what}", self.session), &Value::Null)
    }

    /// Opens an address.
    #[track_caller]
    pub(crate) fn open(&self, url: &str) {
        self.command("url", &json!({ "url": url }));
    }

    #[track_caller]
    pub(crate) fn reload(&self) {
        self.command("refresh", &json!({}));
    }

    /// Runs a function body in the page, and returns its result.
    #[track_caller]
    pub(crate) fn run(&self, script: &str, arguments: &Value) -> Value {
        self.command("execute/sync", &json!({ "script": script, "args": arguments }))
    }

    /// Runs a function body in the page, and returns the value that it passes to its last argument, a
    /// callback.
    #[track_caller]
    pub(crate) fn run_async(&self, script: &str, arguments: &Value) -> Value {
        self.command("execute/async", &json!({ "script": script, "args": arguments }))
    }

    #[track_caller]
    fn find(&self, css: &str) -> String {
        let element = self.command("element", &json!({ "using": "css selector", "value": css }));
        element[ELEMENT].as_str().expect("an element has a name").to_owned()
    }

    /// Clicks on an element, which must be visible.
    #[track_caller]
    pub(crate) fn click(&self, css: &str) {
        let element = self.find(css);
        self.command(&format!("element/{element}/click"), &json!({}));
    }

    /// Returns the visible text of an element.
    #[track_caller]
    pub(crate) fn text(&self, css: &str) -> String {
        let element = self.find(css);
        self.read(&format!("element/{element}/text")).as_str().unwrap_or_default().to_owned()
    }

    /// Types keys one after the other into the focused element.
    #[track_caller]
    pub(crate) fn keys(&self, keys: impl IntoIterator<Item = char>) {
        self.chord(&[], keys);
    }

    /// Types keys while other keys are held.
    #[track_caller]
    pub(crate) fn chord(&self, held: &[char], keys: impl IntoIterator<Item = char>) {
        let action = |kind: &str, key: char| json!({ "type": kind, "value": key.to_string() });
        let mut actions: Vec<Value> = held.iter().map(|&key| action("keyDown", key)).collect();
        for key in keys {
            actions.push(action("keyDown", key));
            actions.push(action("keyUp", key));
        }
        actions.extend(held.iter().rev().map(|&key| action("keyUp", key)));
        self.command("actions", &json!({ "actions": [{ "type": "key", "id": "keys", "actions": actions }] }));
    }

    /// Moves the mouse over these elements with its button held down, while keys are held.
    #[track_caller]
    pub(crate) fn drag(&self, held: &[char], path: &[String]) {
        let moves = path.iter().map(|css| {
            let origin = json!({ ELEMENT: self.find(css) });
            json!({ "type": "pointerMove", "duration": 0, "x": 0, "y": 0, "origin": origin })
        });
        let mut pointer: Vec<Value> = moves.collect();
        pointer.insert(1.min(pointer.len()), json!({ "type": "pointerDown", "button": 0 }));
        pointer.push(json!({ "type": "pointerUp", "button": 0 }));
        let key = |kind: &str, key: &char| json!({ "type": kind, "value": key.to_string() });
        let mut keys: Vec<Value> = held.iter().map(|held| key("keyDown", held)).collect();
        keys.extend((held.len()..pointer.len()).map(|_| json!({ "type": "pause", "duration": 0 })));
        keys.extend(held.iter().rev().map(|held| key("keyUp", held)));
        let pause = json!({ "type": "pause", "duration": 0 });
        let mut moves = vec![pause; held.len()];
        moves.extend(pointer);
        self.command(
            "actions",
            &json!({ "actions": [
                { "type": "key", "id": "keys", "actions": keys },
                { "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" }, "actions": moves }
            ] }),
        );
    }

    /// Runs a command of the protocol of the browser's own tools.
    #[track_caller]
    pub(crate) fn tool(&self, command: &str, parameters: &Value) -> Value {
        self.command("goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
    }

    /// Waits until a function body returns a true value in the page, and returns this value.
    #[track_caller]
    pub(crate) fn wait(&self, script: &str) -> Value {
        let begun = Instant::now();
        loop {
            let value = self.run(script, &json!([]));
            if !matches!(value, Value::Null | Value::Bool(false)) {
                return value;
            }
            if begun.elapsed() > PATIENCE {
                self.screenshot("failed");
                panic!("not so after {PATIENCE:?}: {script}; the page says: {}", self.text("body"));
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until the text of an element contains these words.
    #[track_caller]
    pub(crate) fn wait_for(&self, css: &str, words: &str) {
        let (css, words) = (json!(css), json!(words));
        self.wait(&format!("return document.querySelector({css})?.textContent.includes({words})"));
    }

    /// Returns the errors that the browser has logged to its console.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let log = self.command("se/log", &json!({ "type": "browser" }));
        let entries = log.as_array().cloned().unwrap_or_default();
        let severe = entries.iter().filter(|entry| entry["level"] == "SEVERE");
        severe.map(|entry| entry["message"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// Saves a picture of the window to the folder of artefacts.
    pub(crate) fn screenshot(&self, name: &str) {
        let picture = self.read("screenshot");
        let folder = artefacts();
        fs::create_dir_all(&folder).expect("the folder can be made");
        let bytes = from_base64(picture.as_str().unwrap_or_default());
        fs::write(folder.join(format!("{name}.png")), bytes).expect("the picture can be written");
    }
}

/// Returns the folder where pictures are saved.
pub(crate) fn artefacts() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("screenshots")
}

fn from_base64(text: &str) -> Vec<u8> {
    let digits = text.bytes().filter_map(|byte| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    });
    let digits: Vec<u32> = digits.map(u32::from).collect();
    let bytes = digits.chunks(4).flat_map(|four| {
        let bits = four.iter().enumerate().fold(0, |bits, (place, digit)| bits | digit << (18 - 6 * place));
        let [_, bytes @ ..] = bits.to_be_bytes();
        bytes.into_iter().take(four.len() - 1)
    });
    bytes.collect()
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            self.try_request("DELETE", &format!("/session/{}", self.session), &Value::Null).ok();
        }
        self.driver.kill().ok();
        self.driver.wait().ok();
    }
}
