import { createVitest, type TestCase, type TestModule, type Vitest } from 'vitest/node'
import { inProject } from '../setup/workspace.mjs'

export interface Order {
  /** A mutant that is on from the first import to the end; 0: none. */
  readonly always: number
  /** When a loop that is still running must be an endless one, for `always`. */
  readonly patienceMs: number
  /** Mutants to try in each test, by its id. Without: each test runs once. */
  readonly tried?: Readonly<Record<string, readonly number[]>>
  /** Milliseconds that each test took without a mutant. */
  readonly tookMs?: Readonly<Record<string, number>>
}

export interface SeenByTest {
  reached?: readonly number[]
  noticed?: readonly number[]
  /** It also passes after all tries. */
  isSound?: boolean
}

/** What a test file reports about its run: mutants reached while none of its tests ran. */
export interface SeenByFile {
  outside?: readonly number[]
}

export interface Seen {
  readonly outside: ReadonlySet<number>
  /** By the test's id. */
  readonly tests: ReadonlyMap<string, { readonly reached: ReadonlySet<number>; readonly tookMs: number }>
}

/** How much longer than usual a test file can take. */
const patience = { atLeastMs: 1000, times: 4 }

export interface SessionOptions {
  readonly root: string
  readonly include: readonly string[]
  /** Sources with their mutants, by absolute path. */
  readonly sources: ReadonlyMap<string, string>
}

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
        config: false,
        watch: false,
        reporters: [{}],
        silent: true,
        unstubGlobals: true,
        restoreMocks: true,
        root,
        include: [...include],
        runner: inProject('scripts', 'mutate', 'in-worker.ts'),
        // No cache on disk: it does not see that a plugin loads other code. No `bail`: it counts failures over all runs.
        fsModuleCache: false,
        pool: 'threads',
        isolate: true,
        maxWorkers: 1,
        testTimeout: 20_000,
        hookTimeout: 20_000,
      },
      { plugins: [{ name: 'mutants', enforce: 'pre', load }] },
    )
    await vitest.standalone()
    return new Session(vitest)
  }

  async look(tests: readonly string[]): Promise<Map<string, Seen | Error>> {
    const all = new Map<string, Seen | Error>()
    let longestMs = 0
    for (const test of tests) {
      const startedAt = performance.now()
      const { modules } = await this.#run([test], { always: 0, patienceMs: this.#patienceMs })
      all.set(test, modules[0]?.ok() ? seenIn(modules[0]) : new Error(reasonOf(modules[0])))
      longestMs = Math.max(longestMs, performance.now() - startedAt)
    }
    this.#patienceMs = Math.max(patience.atLeastMs, longestMs * patience.times)
    return all
  }

  async noticed(test: string, ids: ReadonlySet<number>, { tests }: Seen): Promise<Set<number>> {
    const tried = Object.fromEntries([...tests].map(([name, { reached }]) => [name, [...reached.intersection(ids)]]))
    const tookMs = Object.fromEntries([...tests].map(([name, one]) => [name, one.tookMs]))
    const { modules } = await this.#run([test], { always: 0, patienceMs: this.#patienceMs, tried, tookMs })
    const metas = modules.flatMap(one => casesOf(one).map(test => test.meta() as SeenByTest))
    return new Set(metas.flatMap(({ isSound, noticed = [] }) => (isSound ? noticed : [])))
  }

  async survives(id: number, tests: readonly string[]): Promise<boolean> {
    const { modules, isCrashed } = await this.#run(tests, { always: id, patienceMs: this.#patienceMs })
    return !isCrashed && modules.length > 0 && modules.every(one => one.ok())
  }

  close(): Promise<void> {
    return this.#vitest.close()
  }

  async #run(tests: readonly string[], order: Order) {
    this.#vitest.provide('order', order)
    const specifications = await this.#vitest.globTestSpecifications([...tests])
    const { testModules, unhandledErrors } = await this.#vitest.runTestSpecifications(specifications)
    // Vitest also answers with the files of earlier runs.
    const modules = testModules.filter(({ moduleId }) => tests.includes(moduleId))
    return { modules, isCrashed: unhandledErrors.length > 0 }
  }
}

const casesOf = (module: TestModule): TestCase[] => [...module.children.allTests()]

function seenIn(module: TestModule): Seen {
  const tests = casesOf(module).map(test => {
    const { reached = [] } = test.meta() as SeenByTest
    return [test.id, { reached: new Set(reached), tookMs: test.diagnostic()?.duration ?? 0 }] as const
  })
  return { outside: new Set((module.meta() as SeenByFile).outside), tests: new Map(tests) }
}

function reasonOf(module: TestModule | undefined): string {
  const ofTests = [...(module?.children.allTests('failed') ?? [])].flatMap(test => test.result().errors ?? [])
  return [...(module?.errors() ?? []), ...ofTests][0]?.message.split('\n', 1)[0] ?? 'it did not run'
}
