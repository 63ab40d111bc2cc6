import { expect, it } from 'vitest'
import longFiles from './long-files.json' with { type: 'json' }
import { turnCount, turnOfRun } from './turn-of-run.mjs'
import { letWait, type Task, veryLongSeconds } from './turns.ts'

const whole = Object.entries(longFiles).filter(([path]) => !path.includes('/src/'))
const paths = whole.filter(([, seconds]) => seconds < veryLongSeconds).map(([path]) => path)
const veryLong = whole.filter(([, seconds]) => seconds >= veryLongSeconds).map(([path]) => path)
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

it('runs a long file without a row in one turn of six, whole, and about as many in each', () => {
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

it.each([
  [task('shows it (AUTH-20)'), ['shows it (AUTH-20)']],
  [task('a part', task('begins'), task('ends (R-05)')), ['ends (R-05)']],
  [task('a part (AUTH-20)', task('begins'), task('ends')), ['begins', 'ends']],
  [{ ...task('a journey', task('begins'), task('ends (R-05)')), shuffle: false }, ['begins', 'ends (R-05)']],
] as const)('runs what names a row in every turn, and each other test of its file in one of six', (named, always) => {
  const mine = new Set<number>()
  for (const path of paths.slice(0, 20)) {
    const turns = turnsOf(path, ...tests, named).map(({ names }) => names)
    for (const names of turns) expect(names).toEqual(expect.arrayContaining([...always]))
    for (const name of ['survives a blow', 'by day', 'by night']) {
      expect(turns.filter(names => names.includes(name))).toHaveLength(1)
      mine.add(turns.findIndex(names => names.includes(name)))
    }
  }
  expect(mine.size).toBe(turnCount)
})

it('runs what names a row in every second turn in very long files, with a journey whole', () => {
  const mine = new Set<string>()
  const journey = { ...task('a journey', task('begins'), task('ends (R-05)')), shuffle: false }
  for (const path of veryLong) {
    const turns = turnsOf(path, ...tests, task('shows it (AUTH-20)'), journey).map(({ names }) => names)
    for (const name of ['shows it (AUTH-20)', 'begins']) {
      const has = turns.map(names => names.includes(name))
      expect(has).toEqual(has.map((_, at) => (at % 2 === 0) === has[0]))
      mine.add(`${name} ${has[0]}`)
    }
    for (const names of turns) expect(names.includes('begins')).toBe(names.includes('ends (R-05)'))
    expect(turns.filter(names => names.includes('by day'))).toHaveLength(1)
  }
  expect(mine.size).toBe(4)
})

it('runs all steps of a journey in the same turn', () => {
  const journey = { ...task('a journey', task('begins'), task('ends')), shuffle: false }
  for (const path of paths.slice(0, 20)) {
    const turns = turnsOf(path, journey, task('shows it (AUTH-20)')).map(({ names }) => names.length)
    expect(turns.toSorted()).toEqual([1, 1, 1, 1, 1, 3])
  }
})

it('starts no part of a file of which no test has its turn', () => {
  const file = task('of a file', task('a part', task('by day')), task('shows it (AUTH-20)'))
  const parts = Array.from({ length: turnCount }, (_, at) => {
    const copy = structuredClone(file)
    letWait(copy, paths[0] ?? '', at + 1)
    return copy.tasks?.[0]?.mode
  })
  expect(parts.filter(mode => mode === 'skip')).toHaveLength(turnCount - 1)
})

it.each(['e2e/console/short.test.ts', 'apps/relay/src/events/query.test.ts'])(
  'runs short files and unit tests in every turn: %s',
  path => {
    for (const { names } of turnsOf(path, ...tests)) expect(names).toHaveLength(3)
  },
)

it('takes the turn of the commit unless one is named, and none where all tests are to run', async () => {
  const byCommit = await turnOfRun({})
  expect([1, 2, 3, 4, 5, 6, undefined]).toContain(byCommit)
  expect(await turnOfRun({})).toBe(byCommit)
  expect(await turnOfRun({ TEST_TURN: '3' })).toBe(3)
  expect(await turnOfRun({ TEST_TURN: 'all' })).toBeUndefined()
  expect(await turnOfRun({ TEST_TURN: '3', THOROUGH: '1' })).toBeUndefined()
})
