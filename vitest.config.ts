import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { keepTemporaryFilesInMemory } from './scripts/testing/memory-folder.ts'
import { LongestFirst } from './scripts/testing/order/longest-first.ts'
import { startStuckWatch } from './scripts/testing/start-stuck-watch.ts'

keepTemporaryFilesInMemory()
const watch = startStuckWatch(300_000)
setInterval(() => watch.postMessage('Vitest'), 10_000).unref()

const setupFiles = ['end-stuck-files', 'no-console-errors'].map(name =>
  fileURLToPath(new URL(`scripts/testing/${name}.ts`, import.meta.url)),
)

/** Servers and browsers wait for each other: one file more than there are cores keeps these at work. */
const filesAtOnce = availableParallelism() + 1

/** The tests of the event store once more, on PostgreSQL. */
const onPostgres = {
  extends: true as const,
  test: {
    name: 'postgres',
    include: [
      'apps/relay/src/events/{query,lifetimes,removals,held,engines/counts}.test.ts',
      'apps/relay/src/events/lmdb/{writing/turns,reading/recent-writers}.test.ts',
    ],
    setupFiles,
    globalSetup: ['apps/relay/test/support/servers/with-postgres.ts'],
    testTimeout: 30_000,
    sequence: { groupOrder: 1 },
  },
}

/**
 * Three projects, and one more where PostgreSQL is installed. Fast tests come first, then those that start servers, browsers and native modules. The files of a
 * project share its processes (docs/testing.md); the longest start first, so that no core
 * waits for the last of them.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    isolate: false,
    maxWorkers: availableParallelism(),
    allowOnly: false,
    runner: fileURLToPath(new URL('scripts/testing/order/turn-runner.ts', import.meta.url)),
    // Also those of other runs: what was stripped of types once is not stripped again.
    fsModuleCache: true,
    fsModuleCachePath: fileURLToPath(new URL('.cache/vitest-modules', import.meta.url)),
    expect: { poll: { timeout: 10_000 } },
    // No test needs another one of its file, except the steps of a journey.
    sequence: { sequencer: LongestFirst, seed: Number(process.env.TEST_SEED ?? Date.now()), shuffle: { tests: true } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          unstubGlobals: true,
          restoreMocks: true,
          // Some open databases and run for a second, longer on a busy machine.
          testTimeout: 20_000,
          include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: ['scripts/test/**', '**/node_modules/**'],
          setupFiles,
          sequence: { groupOrder: 1 },
        },
      },
      ...(process.env.POSTGRES ? [onPostgres] : []),
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['apps/*/test/**/*.test.ts', 'scripts/test/*.test.ts', 'bench/test/*.test.ts'],
          setupFiles,
          globalSetup: ['apps/relay/test/support/servers/with-accounts.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
          maxWorkers: filesAtOnce,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          setupFiles,
          testTimeout: 120_000,
          hookTimeout: 60_000,
          maxWorkers: filesAtOnce,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
