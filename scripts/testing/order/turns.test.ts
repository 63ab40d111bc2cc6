import { expect, it } from 'vitest'
import { turnCount, turnOfRun } from './turn-of-run.mjs'
import { letWait, type Task } from './turns.ts'

const long = 'e2e/console/flood.test.ts'
const task = (name: string, ...tasks: Task[]): Task => ({ name, mode: 'run', ...(tasks.length > 0 && { tasks }) })
const titles = Array.from({ length: 100 }, (_, at) => `survives blow ${at}`)
const file = () =>
  task(
    long,
    ...titles.map(title => task(title)),
    task('shows it (AUTH-20)'),
    task('a journey', task('begins'), task('ends (R-05)')),
    task('a tour', task('by day'), task('by night')),
  )
const running = (given: Task): string[] =>
  given.mode === 'skip' ? [] : given.tasks ? given.tasks.flatMap(running) : [given.name]
const runs = (path = long) =>
  Array.from({ length: turnCount }, (_, at) => {
    const given = file()
    letWait(given, path, at + 1)
    return running(given)
  })

it('gives each test of a long file one turn of four, and about as many to each', () => {
  const all = runs()
  for (const title of titles) expect(all.filter(names => names.includes(title))).toHaveLength(1)
  for (const names of all) expect(names.length).toBeGreaterThan(10)
})

it('runs in every turn what names a row, with its whole group', () => {
  for (const names of runs())
    expect(names).toEqual(expect.arrayContaining(['shows it (AUTH-20)', 'begins', 'ends (R-05)']))
})

it('keeps groups without a row together', () => {
  const tours = runs().map(names => names.filter(name => name.startsWith('by ')))
  expect(tours.filter(names => names.length === 2)).toHaveLength(1)
  expect(tours.filter(names => names.length === 0)).toHaveLength(turnCount - 1)
})

it('skips a file of which nothing has its turn, so that nothing is started for it', () => {
  const given = task(long, task('one test'))
  const modes = Array.from({ length: turnCount }, (_, at) => {
    const copy = structuredClone(given)
    letWait(copy, long, at + 1)
    return copy.mode
  })
  expect(modes.sort()).toEqual(['run', 'skip', 'skip', 'skip'])
})

it.each(['e2e/console/short.test.ts', 'apps/relay/src/events/query.test.ts'])(
  'leaves short files and unit tests whole: %s',
  path => {
    for (const names of runs(path)) expect(names).toHaveLength(titles.length + 5)
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
