import { expect, it } from 'vitest'
import longFiles from './long-files.json' with { type: 'json' }
import { turnCount, turnOfRun } from './turn-of-run.mjs'
import { letWait, type Task } from './turns.ts'

const paths = Object.keys(longFiles).filter(path => !path.includes('/src/'))
const task = (name: string, ...tasks: Task[]): Task => ({ name, mode: 'run', ...(tasks.length > 0 && { tasks }) })
const running = (given: Task): string[] =>
  given.mode === 'skip' ? [] : given.tasks ? given.tasks.flatMap(running) : [given.name]

/** What runs of such a file in each turn. */
const turnsOf = (path: string, ...tasks: Task[]) =>
  Array.from({ length: turnCount }, (_, at) => {
    const file = structuredClone(task(path, ...tasks))
    letWait(file, path, at + 1)
    return { mode: file.mode, names: running(file) }
  })
const tests = [task('survives a blow'), task('a tour', task('by day'), task('by night'))]

it('runs a long file without a row in one turn of four, whole, and about as many in each', () => {
  const counts = Array.from({ length: turnCount }, () => 0)
  for (const path of paths) {
    const turns = turnsOf(path, ...tests)
    expect(turns.filter(({ mode }) => mode === 'skip')).toHaveLength(turnCount - 1)
    const mine = turns.findIndex(({ mode }) => mode === 'run')
    expect(turns.map(({ names }) => names.length)).toEqual(counts.map((_, at) => (at === mine ? 3 : 0)))
    counts[mine] = (counts[mine] ?? 0) + 1
  }
  for (const count of counts) expect(count).toBeGreaterThan(paths.length / turnCount / 2)
})

it.each([[task('shows it (AUTH-20)')], [task('a journey', task('begins'), task('ends (R-05)'))]])(
  'runs a file in every turn of which one test names a row',
  named => {
    for (const path of paths.slice(0, 20))
      for (const { names } of turnsOf(path, ...tests, named)) expect(names.length).toBeGreaterThan(3)
  },
)

it.each(['e2e/console/short.test.ts', 'apps/relay/src/events/query.test.ts'])(
  'runs short files and unit tests in every turn: %s',
  path => {
    for (const { names } of turnsOf(path, ...tests)) expect(names).toHaveLength(3)
  },
)

it('takes the turn of the commit unless one is named, and none where all tests are to run', async () => {
  const byCommit = await turnOfRun({})
  expect([1, 2, 3, 4, undefined]).toContain(byCommit)
  expect(await turnOfRun({})).toBe(byCommit)
  expect(await turnOfRun({ TEST_TURN: '3' })).toBe(3)
  expect(await turnOfRun({ TEST_TURN: 'all' })).toBeUndefined()
  expect(await turnOfRun({ TEST_TURN: '3', THOROUGH: '1' })).toBeUndefined()
})
