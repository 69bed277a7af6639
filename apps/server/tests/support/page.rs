//! The page in a browser, with the actions and queries that the tests use.

use std::{env, fs, thread};

use serde_json::json;

use super::Running;
use super::driver::{Browser, Screen};
use super::files::Files;

/// Returns the selector of a cell.
pub(crate) fn cell(row: usize, column: usize) -> String {
    format!("[role=row]:nth-child({row}) [role=gridcell]:nth-child({column})")
}

/// Where the page comes from.
pub(crate) enum Host {
    /// A server that answers its requests.
    Server(Running),
    /// Files alone.
    Files(Files),
}

impl Host {
    /// Returns the files of the folder `DLX_STATIC_PAGE`, which scripts/wasm makes, or a server.
    fn start() -> Self {
        match env::var_os("DLX_STATIC_PAGE") {
            Some(folder) => Self::Files(Files::serve(folder.into())),
            None => Self::Server(Running::start()),
        }
    }

    /// Returns the address of the page, which ends with a slash.
    pub(crate) fn url(&self) -> String {
        match self {
            Self::Server(server) => format!("http://{}/", server.address),
            Self::Files(files) => files.url(),
        }
    }

    /// Waits until this number of searches are running. Without a server, nothing says how many there are: that
    /// cancelling ends a worker is tested in page/tests/workers.test.js.
    #[track_caller]
    pub(crate) fn wait_until_running(&self, expected: u64) {
        match self {
            Self::Server(server) => server.wait_until_running(expected),
            Self::Files(_) => {}
        }
    }

    /// Stops the server.
    pub(crate) fn stop(&mut self) {
        match self {
            Self::Server(server) => server.stop(),
            Self::Files(_) => panic!("files do not stop: ./scripts/browser excludes this test"),
        }
    }
}

/// A browser that shows the page. Dropping the value ends it and its server.
pub(crate) struct Page {
    pub(crate) browser: Browser,
    pub(crate) host: Host,
}

impl Page {
    pub(crate) fn open() -> Self {
        Self::on(Screen::DESKTOP, "")
    }

    pub(crate) fn on(screen: Screen, path: &str) -> Self {
        let (host, browser) = (Host::start(), Browser::start(screen));
        browser.open(&format!("{}{path}", host.url()));
        let page = Self { browser, host };
        page.ready();
        page
    }

    pub(crate) fn ready(&self) {
        self.browser.wait("return document.documentElement.dataset.ready");
    }

    /// Pastes a text while nothing has the focus.
    pub(crate) fn paste(&self, text: &str) {
        let script = "const data = new DataTransfer(); data.setData('text/plain', arguments[0]); \
            document.body.dispatchEvent(new ClipboardEvent('paste', \
            { clipboardData: data, bubbles: true, cancelable: true }));";
        self.browser.run(script, &json!([text]));
    }

    /// Pastes a puzzle, and waits until it is loaded.
    #[track_caller]
    pub(crate) fn load(&self, text: &str) {
        self.paste(text);
        self.says("read as");
    }

    /// Opens the place and the panel that a button is in, and presses it.
    #[track_caller]
    pub(crate) fn press(&self, css: &str) {
        self.reveal(css);
        self.browser.click(css);
    }

    /// Opens the place and the panel that an element is in.
    #[track_caller]
    pub(crate) fn reveal(&self, css: &str) {
        let script = "const element = document.querySelector(arguments[0]); \
            const place = element.closest('[data-in]'); \
            if (place && !place.checkVisibility()) { \
                const name = place.dataset.in.split(' ')[0]; \
                document.querySelector(`[data-go=${name}]`)?.click(); } \
            if (place) document.body.classList.add('sheet'); \
            if (element.closest('.pad')) document.body.classList.remove('sheet'); \
            for (let around = element.closest('details'); around; around = around.parentElement.closest('details')) \
                around.open = true;";
        self.browser.run(script, &json!([css]));
    }

    /// Sets the value of a field, as a person who types into it.
    #[track_caller]
    pub(crate) fn set(&self, css: &str, value: &str) {
        self.reveal(css);
        let script = "const field = document.querySelector(arguments[0]); field.value = arguments[1]; \
            for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));";
        self.browser.run(script, &json!([css, value]));
    }

    /// Empties the grid, so that givens are entered.
    #[track_caller]
    pub(crate) fn empty(&self) {
        self.press("#empty");
        self.says("The grid is empty");
    }

    /// Returns the left and the upper side, the width and the height of an element.
    #[track_caller]
    pub(crate) fn place_of(&self, css: &str) -> [f64; 4] {
        let script = "const { x, y, width, height } = document.querySelector(arguments[0]).getBoundingClientRect(); \
            return [x, y, width, height]";
        serde_json::from_value(self.browser.run(script, &json!([css]))).expect("four numbers")
    }

    #[track_caller]
    pub(crate) fn says(&self, words: &str) {
        self.browser.wait_for("#message", words);
    }

    /// Returns the text that a screen reader reads for a cell.
    pub(crate) fn label(&self, row: usize, column: usize) -> String {
        let css = cell(row, column);
        self.browser
            .run("return document.querySelector(arguments[0]).getAttribute('aria-label')", &json!([css]))
            .as_str()
            .expect("a cell has a label")
            .to_owned()
    }

    /// Moves the focus to a cell.
    pub(crate) fn focus(&self, row: usize, column: usize) {
        let css = cell(row, column);
        self.browser.run("document.querySelector(arguments[0]).focus()", &json!([css]));
    }

    /// Returns the digits of all cells, 0 for a blank one.
    pub(crate) fn digits(&self) -> Vec<u32> {
        let script = "return [...document.querySelectorAll('[role=gridcell]')].map((cell) => \
            Number(cell.querySelector('.digit:not(.coming)')?.textContent ?? 0))";
        serde_json::from_value(self.browser.run(script, &json!([]))).expect("a list of numbers")
    }

    #[track_caller]
    pub(crate) fn wait_for_digits(&self, expected: &[u32]) {
        let script = format!(
            "return JSON.stringify([...document.querySelectorAll('[role=gridcell]')].map((cell) => \
             Number(cell.querySelector('.digit:not(.coming)')?.textContent ?? 0))) === '{}'",
            json!(expected)
        );
        self.browser.wait(&script);
    }

    /// Returns the violations that axe-core finds on the current page.
    #[track_caller]
    pub(crate) fn is_accessible(&self, what: &str) {
        let path = env::var("DLX_AXE").expect("DLX_AXE is the path of axe.min.js: ./scripts/test fetches it");
        let axe = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        self.browser.run(&format!("{axe}; window.axe = axe;"), &json!([]));
        let script = "const done = arguments[arguments.length - 1]; \
            axe.run(document, { resultTypes: ['violations'] }).then((result) => done(result.violations.map((one) => \
            `${one.id}: ${one.help}: ${one.nodes.map((node) => node.target.join(' ')).join('; ')}`)), \
            (error) => done([`${error}`]))";
        let violations = self.browser.run_async(script, &json!([]));
        assert_eq!(violations, json!([]), "{what}");
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        if !thread::panicking() {
            let complaints = self.browser.complaints();
            // The browser also logs requests that are rejected on purpose.
            let others = complaints.iter().filter(|line| !line.contains("status of 422"));
            assert_eq!(others.collect::<Vec<_>>(), Vec::<&String>::new(), "the console complains");
        }
    }
}
