import { createHash } from 'node:crypto'
import { isUnitTest } from './expected-seconds.ts'
import longFiles from './long-files.json' with { type: 'json' }
import { turnCount } from './turn-of-run.mjs'

/** What we need of Vitest's tests, groups and files. */
export interface Task {
  readonly name: string
  readonly tasks?: readonly Task[]
  mode: string
}

/**
 * Lets a long file wait that names no row and has its turn in another run. A whole one, since its tests may need each
 * other, and so that nothing is started for it.
 *
 * @param path of the file, relative to the project
 * @param turn from 1
 */
export function letWait(file: Task, path: string, turn: number): void {
  if (!Object.hasOwn(longFiles, path) || isUnitTest(path)) return
  if (!namesRow(file) && turnOf(path) !== turn) skip(file)
}

/** Who breaks what a row says expects the next run to show it. */
function namesRow({ name, tasks = [] }: Task): boolean {
  return /\b[A-Z][A-Z0-9]*-\d{2,3}\b/.test(name) || tasks.some(namesRow)
}

function turnOf(path: string): number {
  return (createHash('sha256').update(path).digest().readUInt32BE() % turnCount) + 1
}

function skip(task: Task): void {
  task.mode = 'skip'
  task.tasks?.forEach(skip)
}
