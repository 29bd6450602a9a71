import HUDCore
import HUDLibc

/// What a command or a group of commands has of a HUD whose life is another's: all of its work, or a part of it.
struct JobScope {
    let hud: HUD
    /// Nil: all of the work.
    var part: ProgressNode?

    // MARK: Commands

    func run(_ job: HUDJob) throws(HUDJobError) -> HUDJob.Result {
        do throws(HUDJobError) {
            let result = try job.naming(makeRun(of: job).run)
            if job.configuration.showsUsage { show(result.usage) }
            end(result.hudOutcome)
            return result
        } catch {
            end(.failed(reason: error.reason))
            throw error
        }
    }

    func run(_ job: HUDJob) async throws(HUDJobError) -> HUDJob.Result {
        if Task.isCancelled {
            end(.cancelled)
            return HUDJob.Result(status: .killed(by: SIGTERM))
        }
        do throws(HUDJobError) {
            let run = try job.naming { () throws(HUDJobError) in try makeRun(of: job) }
            let result = try await job.naming(JobThread.result(of: run.run, onCancel: run.cancel).get)
            if job.configuration.showsUsage { show(result.usage) }
            end(Task.isCancelled && !result.hasSucceeded ? .cancelled : result.hudOutcome)
            return result
        } catch {
            end(.failed(reason: error.reason))
            throw error
        }
    }

    private func makeRun(of job: HUDJob) throws(HUDJobError) -> CapturedRun {
        guard let part else { return try CapturedRun(job, under: hud) }
        let display = JobDisplay(of: hud)
        let history = job.configuration.usesHistory && !display.reportsFactsOnly ? HistoryFile(of: job) : nil
        let place = JobPlace(part: TreePart(node: part, showsParts: display.showsParts, expected: history?.expected))
        return try CapturedRun(job, under: hud, in: place)
    }

    // MARK: Groups

    func run(_ group: JobGroup, _ controller: JobGroup.Controller) throws(HUDJobError) -> JobGroup.Result {
        controller.expectGroup()
        defer { controller.end() }
        do throws(HUDJobError) {
            let run = try GroupRun(group, under: hud, as: part ?? hud.work, controller: controller)
            let result = try run.run()
            if group.configuration.showsUsage { show(result.usage) }
            end(run.hudOutcome)
            return result
        } catch {
            end(.failed(reason: error.reason))
            throw error
        }
    }

    func run(_ group: JobGroup, _ controller: JobGroup.Controller) async throws(HUDJobError) -> JobGroup.Result {
        // Not only on the group's thread: the task may be cancelled before it begins.
        controller.expectGroup()
        return try await JobThread.result { () throws(HUDJobError) in
            try run(group, controller)
        } onCancel: {
            controller.ask(.cancelAll)
        }.get()
    }

    // MARK: The end

    /// Shows what the work has cost: in the row of the part, or in the line that the HUD leaves.
    private func show(_ usage: HUDUsage?) {
        guard let usage else { return }
        if let part { part.detailsLabel = usage.description } else { hud.usage = usage }
    }

    /// Ends the part, or sets the outcome of the HUD whose scope ends then.
    func end(_ outcome: HUDOutcome) {
        if let part { part.end(outcome) } else { hud.outcome = outcome }
    }
}
