import type { Reporter, TestCase } from 'vitest/node'

/** Names, at the end of a run, the tests that passed only when they were tried again: each is a fault to be mended. */
export default class SecondTries implements Reporter {
  readonly #lines: string[] = []

  onTestCaseResult(test: TestCase): void {
    const { flaky, retryCount } = test.diagnostic() ?? {}
    if (!flaky) return
    const first = test.result().errors?.[0]?.message.split('\n')[0] ?? ''
    this.#lines.push(`${test.module.relativeModuleId} > ${test.fullName}: retry x${retryCount}. ${first}`)
  }

  onTestRunEnd(): void {
    if (this.#lines.length > 0) process.stdout.write(`Passed only when tried again:\n${this.#lines.join('\n')}\n`)
  }
}
