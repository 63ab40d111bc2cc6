import { createVitest, type TestModule, type Vitest } from 'vitest/node'
import { inProject } from '../setup/workspace.mjs'

export interface TurnedOn {
  /** 0: none. */
  readonly id: number
  /** When a loop that is still running must be an endless one. */
  readonly patienceMs: number
}

/** What a test file tells of its run. */
export interface Seen {
  readonly reached: readonly number[]
}

/** How much longer than usual a test file can take. */
const patience = { atLeastMs: 1000, times: 4 }

export interface SessionOptions {
  readonly root: string
  readonly include: readonly string[]
  /** Sources with their mutants, by absolute path. */
  readonly sources: ReadonlyMap<string, string>
}

/** One Vitest for all runs: each source is transformed once, each run starts in a fresh worker. */
export class Session {
  readonly #vitest: Vitest
  #patienceMs = Number.MAX_SAFE_INTEGER

  private constructor(vitest: Vitest) {
    this.#vitest = vitest
  }

  static async open({ root, include, sources }: SessionOptions): Promise<Session> {
    const load = (id: string) => sources.get(id.split('?')[0] ?? '') ?? null
    const vitest = await createVitest(
      'test',
      {
        ...{ config: false, watch: false, reporters: [{}], silent: true },
        ...{ root, include: [...include], setupFiles: [inProject('scripts', 'mutate', 'in-worker.ts')] },
        // No cache on disk: it does not see that a plugin loads other code. No `bail`: it counts failures over all runs.
        fsModuleCache: false,
        ...{ pool: 'threads', isolate: true, maxWorkers: 1, testTimeout: 30_000, hookTimeout: 30_000 },
      },
      { plugins: [{ name: 'mutants', enforce: 'pre', load }] },
    )
    await vitest.standalone()
    return new Session(vitest)
  }

  /** What each of these test files reaches without a mutant, or why it fails. */
  async look(tests: readonly string[]): Promise<Map<string, Seen | Error>> {
    const all = new Map<string, Seen | Error>()
    let longestMs = 0
    for (const test of tests) {
      const startedAt = performance.now()
      const [one] = await this.#run([test], 0)
      all.set(test, one?.ok() ? (one.meta() as unknown as Seen) : new Error(reasonOf(one)))
      longestMs = Math.max(longestMs, performance.now() - startedAt)
    }
    this.#patienceMs = Math.max(patience.atLeastMs, longestMs * patience.times)
    return all
  }

  /** Whether these test files pass with a mutant turned on. */
  async survives(id: number, tests: readonly string[]): Promise<boolean> {
    const modules = await this.#run(tests, id)
    return modules.length > 0 && modules.every(one => one.ok())
  }

  close(): Promise<void> {
    return this.#vitest.close()
  }

  async #run(tests: readonly string[], id: number): Promise<readonly TestModule[]> {
    this.#vitest.provide('turnedOn', { id, patienceMs: this.#patienceMs })
    const specifications = await this.#vitest.globTestSpecifications([...tests])
    const { testModules, unhandledErrors } = await this.#vitest.runTestSpecifications(specifications)
    // Vitest also answers with the files of earlier runs.
    return unhandledErrors.length > 0 ? [] : testModules.filter(({ moduleId }) => tests.includes(moduleId))
  }
}

function reasonOf(module: TestModule | undefined): string {
  const ofTests = [...(module?.children.allTests('failed') ?? [])].flatMap(test => test.result().errors ?? [])
  return [...(module?.errors() ?? []), ...ofTests][0]?.message.split('\n', 1)[0] ?? 'it did not run'
}
