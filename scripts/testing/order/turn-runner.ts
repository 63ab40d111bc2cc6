import { relative } from 'node:path'
import { TestRunner } from 'vitest'
import { inProject } from '../../setup/workspace.mjs'
import { letWait } from './turns.ts'

type Files = Parameters<NonNullable<import('vitest').WebSocketEvents['onCollected']>>[0]

/** `TEST_TURN`: run-vitest.mjs sets it in whole runs. */
export default class TurnRunner extends TestRunner {
  onCollected(files: Files = []): void {
    const turn = Number(process.env.TEST_TURN)
    if (!turn) return
    for (const file of files) letWait(file, relative(inProject(), file.filepath).replaceAll('\\', '/'), turn)
  }
}
