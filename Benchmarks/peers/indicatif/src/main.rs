//! indicatif as its own examples use it, for scripts/bench-peers: `spin|bar|count|nothing SECONDS`.
//! `count` is the updates of `bar` with nothing drawn.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};

/// 100 a second, by the clock.
fn advance(updates: u64, step: impl Fn()) {
    let begin = Instant::now();
    for update in 1..=updates {
        std::thread::sleep((begin + Duration::from_millis(10 * update)).saturating_duration_since(Instant::now()));
        step();
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let case = arguments.next().unwrap_or_default();
    let seconds: f64 = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(0.0);
    let updates = (seconds * 100.0) as u64;
    match case.as_str() {
        "spin" => {
            let bar = ProgressBar::new_spinner();
            bar.set_style(ProgressStyle::with_template("{spinner} {msg} {elapsed}").unwrap());
            bar.set_message("Compressing");
            bar.enable_steady_tick(Duration::from_millis(100));
            std::thread::sleep(Duration::from_secs_f64(seconds));
            bar.finish_and_clear();
        }
        "bar" => {
            let bar = ProgressBar::new(updates);
            bar.set_style(ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}").unwrap());
            bar.set_message("Compressing");
            advance(updates, || bar.inc(1));
            bar.finish_and_clear();
        }
        "count" => advance(updates, || ()),
        _ => {}
    }
}
