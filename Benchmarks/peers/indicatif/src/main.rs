//! indicatif as its own examples use it, for scripts/bench-peers: `spin` or `bar` for so many seconds; `exit` does nothing.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let case = arguments.next().unwrap_or_default();
    let seconds: u64 = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(0);
    match case.as_str() {
        "spin" => {
            let bar = ProgressBar::new_spinner();
            bar.set_style(ProgressStyle::with_template("{spinner} {msg} {elapsed}").unwrap());
            bar.set_message("Compressing");
            bar.enable_steady_tick(Duration::from_millis(100));
            std::thread::sleep(Duration::from_secs(seconds));
            bar.finish_and_clear();
        }
        "bar" => {
            let bar = ProgressBar::new(seconds * 100);
            let style = "{msg} {wide_bar} {pos}/{len} {elapsed} {eta}";
            bar.set_style(ProgressStyle::with_template(style).unwrap());
            bar.set_message("Compressing");
            let begin = Instant::now();
            for update in 1..=seconds * 100 {
                std::thread::sleep((begin + Duration::from_millis(10 * update)).saturating_duration_since(Instant::now()));
                bar.inc(1);
            }
            bar.finish_and_clear();
        }
        _ => {}
    }
}
