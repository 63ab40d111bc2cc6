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

/**
 * Lets tests of a long file wait that name no row and have their turn in another run: each by itself, or the whole file
 * if none names a row, so that nothing is started for it.
 *
 * @param path of the file, relative to the project
 * @param turn from 1
 */
export function letWait(file: Task, path: string, turn: number): void {
  if (!Object.hasOwn(longFiles, path) || isUnitTest(path)) return
  if (namesRow(file)) waitWithin(file, path, turn)
  else if (turnOf(path) !== turn) skip(file)
}

const rowName = /\b[A-Z][A-Z0-9]*-\d{2,3}\b/

/** Who breaks what a row says expects the next run to show it. */
function namesRow({ name, tasks = [] }: Task): boolean {
  return rowName.test(name) || tasks.some(namesRow)
}

function waitWithin(task: Task, path: string, turn: number): void {
  const { tasks } = task
  const isWhole = !tasks || task.shuffle === false
  if (isWhole ? namesRow(task) : rowName.test(task.name)) return
  if (isWhole) {
    if (turnOf(path) !== turn) skip(task)
    return
  }
  for (const one of tasks) waitWithin(one, `${path} ${one.name}`, turn)
  if (tasks.every(({ mode }) => mode === 'skip')) task.mode = 'skip'
}

function turnOf(path: string): number {
  return (createHash('sha256').update(path).digest().readUInt32BE() % turnCount) + 1
}

function skip(task: Task): void {
  task.mode = 'skip'
  task.tasks?.forEach(skip)
}
