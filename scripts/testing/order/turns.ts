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
  // By their order in the list, the longest first: each turn has about as much to do.
  const ofFile = (Object.keys(longFiles).indexOf(path) % turnCount) + 1
  if (namesRow(file)) waitWithin(file, path, turn, seconds >= veryLongSeconds && (ofFile - turn) % 2 !== 0)
  else if (ofFile !== turn) skip(file)
}

const long: Readonly<Record<string, number>> = longFiles

const rowName = /\b[A-Z][A-Z0-9]*-\d{2,3}\b/

/** Who breaks what a row says expects the next runs to show it. */
function namesRow({ name, tasks = [] }: Task): boolean {
  return rowName.test(name) || tasks.some(namesRow)
}

/** @param rowsWait whether what names a row has its turn in the next run */
function waitWithin(task: Task, path: string, turn: number, rowsWait: boolean): void {
  const { tasks } = task
  const isWhole = !tasks || task.shuffle === false
  if (isWhole ? namesRow(task) : rowName.test(task.name)) {
    if (rowsWait) skip(task)
    return
  }
  if (isWhole) {
    if (turnOf(path) !== turn) skip(task)
    return
  }
  for (const one of tasks) waitWithin(one, `${path} ${one.name}`, turn, rowsWait)
  if (tasks.every(({ mode }) => mode === 'skip')) task.mode = 'skip'
}

function turnOf(path: string): number {
  return (createHash('sha256').update(path).digest().readUInt32BE() % turnCount) + 1
}

function skip(task: Task): void {
  task.mode = 'skip'
  task.tasks?.forEach(skip)
}
