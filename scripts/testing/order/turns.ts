import { createHash } from 'node:crypto'
import { isUnitTest } from './expected-seconds.ts'
import longFiles from './long-files.json' with { type: 'json' }
import { turnCount } from './turn-of-run.mjs'

/** What we need of Vitest's tests, groups and files. */
export interface Task {
  readonly name: string
  readonly tasks?: readonly Task[]
  /** False for a journey, whose steps need each other. */
  readonly shuffle?: boolean
  mode: string
}

/** In files of so many seconds tests that name a row take turns too, so that a whole run stays below 20 minutes. */
export const veryLongSeconds = 30

/**
 * Lets tests of a long file wait that have their turn in another run: each by itself, or the whole file if none names a
 * row, so that nothing is started for it. What names a row waits in very long files only, and for one run only.
 *
 * @param path of the file, relative to the project
 * @param turn from 1
 */
export function letWait(file: Task, path: string, turn: number): void {
  const seconds = long[path]
  if (seconds === undefined || isUnitTest(path)) return
  const others = (id: string) => turnOf(id) !== turn
  const rows = (id: string) => seconds >= veryLongSeconds && (turnOf(id) - turn) % 2 !== 0
  if (namesRow(file)) waitWithin(file, path, { rows, others })
  else if (others(path)) skip(file)
}

const long: Readonly<Record<string, number>> = longFiles

/** Whether a test waits, by its place. */
interface Waiting {
  readonly rows: (id: string) => boolean
  readonly others: (id: string) => boolean
}

const rowName = /\b[A-Z][A-Z0-9]*-\d{2,3}\b/

/** Who breaks what a row says expects the next runs to show it. */
function namesRow({ name, tasks = [] }: Task): boolean {
  return rowName.test(name) || tasks.some(namesRow)
}

function waitWithin(task: Task, path: string, waits: Waiting, isOfRow = false): void {
  const { tasks } = task
  const isWhole = !tasks || task.shuffle === false
  const names = isOfRow || (isWhole ? namesRow(task) : rowName.test(task.name))
  if (isWhole) {
    if (names ? waits.rows(path) : waits.others(path)) skip(task)
    return
  }
  for (const one of tasks) waitWithin(one, `${path} ${one.name}`, waits, names)
  if (tasks.every(({ mode }) => mode === 'skip')) task.mode = 'skip'
}

function turnOf(path: string): number {
  return (createHash('sha256').update(path).digest().readUInt32BE() % turnCount) + 1
}

function skip(task: Task): void {
  task.mode = 'skip'
  task.tasks?.forEach(skip)
}
