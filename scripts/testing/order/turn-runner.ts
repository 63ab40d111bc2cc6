import { relative } from 'node:path'
import { TestRunner } from 'vitest'
import { inProject } from '../../setup/workspace.mjs'
import { letWait, type Task } from './turns.ts'

/** `TEST_TURN`: run-vitest.mjs sets it in whole runs. */
export default class TurnRunner extends TestRunner {
  onCollected(files: readonly (Task & { readonly filepath: string })[]): void {
    const turn = Number(process.env.TEST_TURN)
    if (!turn) return
    for (const file of files) letWait(file, relative(inProject(), file.filepath).replaceAll('\\', '/'), turn)
  }
}
