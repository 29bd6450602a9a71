//! indicatif as its own examples use it, for scripts/bench-peers: `spin|bar|count|rows|parts|nothing SECONDS [PARTS]`.
//! `count` is the updates of `bar` with nothing drawn, and `parts` those of `rows`.

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};

/// 100 a second, by the clock.
fn advance(updates: u64, step: impl Fn(u64)) {
    let begin = Instant::now();
    for update in 1..=updates {
        std::thread::sleep((begin + Duration::from_millis(10 * update)).saturating_duration_since(Instant::now()));
        step(update);
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let case = arguments.next().unwrap_or_default();
    let seconds: f64 = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(0.0);
    let parts: u64 = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(1);
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
            advance(updates, |_| bar.inc(1));
            bar.finish_and_clear();
        }
        "rows" => {
            let all = MultiProgress::new();
            let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}").unwrap();
            let bars: Vec<ProgressBar> = (0..parts)
                .map(|number| {
                    let bar = all.add(ProgressBar::new(updates).with_style(style.clone()));
                    bar.set_message(format!("part {number}"));
                    bar
                })
                .collect();
            advance(updates, |update| bars[(update % parts.min(24)) as usize].inc(1));
            all.clear().unwrap();
        }
        "count" | "parts" => advance(updates, |_| ()),
        _ => {}
    }
}
