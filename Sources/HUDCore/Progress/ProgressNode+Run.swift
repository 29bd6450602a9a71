extension ProgressNode {
    /// Runs the work of the node, and ends the node as the work ends.
    ///
    /// ```swift
    /// let fetch = hud.work.subprogress(assigningCount: 7, label: "Fetching").start(totalCount: urls.count)
    /// try await fetch.run {
    ///     for url in urls {
    ///         try await download(url)
    ///         fetch.complete()
    ///     }
    /// }
    /// ```
    ///
    /// The node has finished when `work` returns; it has failed, with the error's text as a reason, when `work` throws; and it is cancelled by a
    /// `CancellationError`. A node that `work` has ended itself stays as it is. One that was waiting begins.
    ///
    /// - Parameter work: The work. It runs in the caller's isolation.
    /// - Returns: What `work` returned.
    /// - Throws: What `work` threw.
    @discardableResult
    nonisolated(nonsending) public func run<Success, Failure: Error>(
        _ work: nonisolated(nonsending) () async throws(Failure) -> Success
    ) async throws(Failure) -> Success {
        begin()
        do throws(Failure) {
            return ended(with: try await work())
        } catch {
            throw ended(by: error)
        }
    }

    /// Runs the work of the node, and ends the node as the work ends: the same without `await`.
    ///
    /// - Parameter work: The work.
    /// - Returns: What `work` returned.
    /// - Throws: What `work` threw.
    @discardableResult
    public func run<Success, Failure: Error>(_ work: () throws(Failure) -> Success) throws(Failure) -> Success {
        begin()
        do throws(Failure) {
            return ended(with: try work())
        } catch {
            throw ended(by: error)
        }
    }

    private func ended<Success>(with result: Success) -> Success {
        finish()
        return result
    }

    private func ended<Failure: Error>(by error: Failure) -> Failure {
        switch HUDOutcome(of: error) {
        case .failed(let reason): fail(reason)
        case .cancelled, .succeeded: cancel()
        }
        return error
    }
}
