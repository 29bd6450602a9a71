/// Prints a job's output in whole lines. A class, because the reader of the output shares it with the code that sees the end of the job.
protocol LineConsumer: AnyObject {
    /// Takes output.
    func see(_ bytes: UnsafeRawBufferPointer)

    /// The output has ended.
    func finish()
}
