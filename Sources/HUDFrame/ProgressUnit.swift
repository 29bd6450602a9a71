/// The unit of a progress count.
public enum ProgressUnit: Sendable, Hashable {
    /// Items: files, tests, steps. They are shown without a name: `12/345` and `3.2/s`.
    case items
    /// Bytes, shown as `1.5 MB` (SI prefixes, powers of 1000).
    case bytes
    /// Bytes, shown as `1.5 MiB` (IEC prefixes, powers of 1024).
    case binaryBytes
    /// A unit of your own: `.named("files")` is shown as `12/345 files` and `3.2 files/s`.
    ///
    /// The name follows every number as it is, 1 included, so use the plural. A text that changed with the number would move what is next to it.
    /// Any text is safe to show: what a HUD draws and prints has no control characters of it. With an empty name the counts are shown as `items`.
    case named(String)
}
