import {
  inject,
  type RunnerTask,
  type RunnerTestCase,
  type RunnerTestSuite,
  TestRunner,
  type TestTryOptions,
} from 'vitest'
import type { Order, SeenByFile, SeenByTest } from './session.ts'

/** The first try of a test is the measure for all: one with an error is given up after this many times as long. */
const patience = { atLeastMs: 2000, times: 10 }
/** Looking at the clock at each turn would take longer than the loop. */
const turnsPerLook = 64
/** Tests can replace the clock. */
const now = performance.now.bind(performance)

let reached = new Set<number>()
let id = 0
let until = Number.POSITIVE_INFINITY
let turns = 0

const isOn = (asked: number): boolean => {
  reached.add(asked)
  return asked === id
}

/** A mutant that makes a loop endless is noticed by this exception. */
const turn = (): void => {
  turns += 1
  if (turns % turnsPerLook === 0 && now() > until) throw new Error('A mutant loops.')
}

Object.assign(globalThis, { mutant: Object.assign(isOn, { turn }) })

/** The last run is without a mutant: if it fails, an earlier one left something, and the test proves nothing. */
// biome-ignore lint/style/noDefaultExport: Vitest takes a runner from there.
export default class MutantRunner extends TestRunner {
  readonly #order: Order = inject('order')
  readonly #tries = new WeakMap<RunnerTask, readonly number[]>()
  readonly #noticed = new Set<number>()
  readonly #outside = new Set<number>()

  override onCollectStart(...given: Parameters<TestRunner['onCollectStart']>): void {
    super.onCollectStart(...given)
    id = this.#order.always
    reached = this.#outside
    if (id > 0) until = now() + this.#order.patienceMs
  }

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    await super.onBeforeRunTask(test)
    const { always, tried } = this.#order
    if (test.type !== 'test' || test.mode === 'skip') return
    // One failed test is enough to notice an error: the others of its file are left out.
    if (always > 0 && this.#noticed.has(always)) test.mode = 'skip'
    if (!tried) return
    const open = (tried[test.id] ?? []).filter(one => !this.#noticed.has(one))
    if (open.length === 0) test.mode = 'skip'
    this.#tries.set(test, [...open, 0])
    test.repeats = open.length
  }

  override onBeforeTryTask(test: RunnerTestCase, options: TestTryOptions): void {
    super.onBeforeTryTask(test, options)
    const { always, tookMs } = this.#order
    id = this.#tries.get(test)?.[options.repeats] ?? always
    if (tookMs?.[test.id] !== undefined)
      until = now() + Math.max(patience.atLeastMs, patience.times * Number(tookMs[test.id]))
    reached = new Set()
  }

  override async onAfterRetryTask(test: RunnerTestCase, options: TestTryOptions): Promise<void> {
    await super.onAfterRetryTask(test, options)
    const meta = test.meta as SeenByTest
    const isFailed = test.result?.state === 'fail'
    if (this.#tries.has(test)) {
      if (id === 0) meta.isSound = !isFailed
      else if (isFailed) {
        this.#noticed.add(id)
        meta.noticed = [...(meta.noticed ?? []), id]
      }
      id = 0
    } else {
      if (isFailed) this.#noticed.add(id)
      meta.reached = [...reached]
    }
    reached = this.#outside
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite)
    if ('filepath' in suite) (suite.meta as SeenByFile).outside = [...this.#outside]
  }
}

declare module 'vitest' {
  export interface ProvidedContext {
    order: Order
  }
}
