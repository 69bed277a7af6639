//! Measures the page in a real browser: the times of the first paint and of the first answers, and the frames while
//! cells are selected by dragging on a processor that is slowed down sixfold, as that of a phone. It prints figures and
//! is no test of speed.

mod support;

use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use support::driver::Screen;
use support::page::Page;

/// How many times each figure is taken.
const RUNS: usize = 5;

#[test]
fn paint_and_frames() {
    let page = Page::on(Screen::PHONE, "");
    // When the first requests are answered and the puzzle is there.
    let source = "new MutationObserver(() => { \
        if (document.documentElement?.dataset.ready) window.readyAt ??= performance.now(); \
    }).observe(document, { attributes: true, subtree: true });";
    page.browser.tool("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": source }));
    println!(
        "run, first paint in ms, grid ready in ms, answers in ms, frames per second, longest frame in ms"
    );
    for run in 1..=RUNS {
        page.browser.reload();
        page.ready();
        let paint = page.browser.run(
            "return performance.getEntriesByName('first-contentful-paint').map((entry) => entry.startTime)[0]",
            &json!([]),
        );
        let ready =
            page.browser.run("return performance.getEntriesByType('navigation')[0].domComplete", &json!([]));
        let answered = page.browser.wait("return window.readyAt");
        page.browser.tool("Emulation.setCPUThrottlingRate", &json!({ "rate": 6 }));
        page.browser.run(
            "window.frames_ = []; window.measures = true; \
            const next = (time) => { window.frames_.push(time); if (window.measures) requestAnimationFrame(next); }; \
            requestAnimationFrame(next);",
            &json!([]),
        );
        let [left, top, width, height] = page.place_of("#grid");
        let move_to = |kind: &str, step: f64| {
            let (x, y) =
                (left + width * (0.05 + 0.9 * step), top + height * (0.05 + 0.9 * (step * 5.0 % 1.0)));
            let buttons = i32::from(kind != "mouseReleased");
            page.browser.tool(
                "Input.dispatchMouseEvent",
                &json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1 }),
            );
        };
        move_to("mousePressed", 0.0);
        for step in 1..=120 {
            move_to("mouseMoved", f64::from(step) / 120.0);
            thread::sleep(Duration::from_millis(8));
        }
        move_to("mouseReleased", 1.0);
        let frames = page.browser.run("window.measures = false; return window.frames_", &json!([]));
        page.browser.tool("Emulation.setCPUThrottlingRate", &json!({ "rate": 1 }));
        let frames: Vec<f64> = serde_json::from_value(frames).expect("numbers");
        let gaps: Vec<f64> = frames.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let total: f64 = gaps.iter().sum();
        let longest = gaps.iter().fold(0.0_f64, |most, &gap| most.max(gap));
        let number = |value: &Value| value.as_f64().unwrap_or_default();
        println!(
            "{run}, {:.0}, {:.0}, {:.0}, {:.1}, {longest:.0}",
            number(&paint),
            number(&ready),
            number(&answered),
            1000.0 * gaps.len() as f64 / total
        );
        let selected =
            page.browser.run("return document.querySelectorAll('[aria-selected=true]').length", &json!([]));
        assert!(
            selected.as_u64().is_some_and(|selected| selected > 20),
            "the pointer selects cells: {selected}"
        );
    }
}
