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
 * Lets those of a long file's tests wait, whole groups, that name no row and have their turn in another run.
 *
 * @param path of the file, relative to the project
 * @param turn from 1
 */
export function letWait(file: Task, path: string, turn: number): void {
  if (!Object.hasOwn(longFiles, path) || isUnitTest(path)) return
  for (const task of file.tasks ?? []) {
    if (!namesRow(task) && turnOf(`${path} ${task.name}`) !== turn) skip(task)
  }
  // Its hooks, which start servers and browsers, need not run either.
  if (file.tasks?.every(({ mode }) => mode === 'skip')) file.mode = 'skip'
}

/** Who breaks what a row says expects the next run to show it. */
function namesRow({ name, tasks = [] }: Task): boolean {
  return /\b[A-Z][A-Z0-9]*-\d{2,3}\b/.test(name) || tasks.some(namesRow)
}

function turnOf(text: string): number {
  return (createHash('sha256').update(text).digest().readUInt32BE() % turnCount) + 1
}

function skip(task: Task): void {
  task.mode = 'skip'
  task.tasks?.forEach(skip)
}
