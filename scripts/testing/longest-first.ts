import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { inProject } from '../setup/workspace.mjs'
import { expectedSeconds } from './expected-seconds.ts'
import { measuredSeconds } from './test-seconds.mjs'

/**
 * Starts the longest files first, so that at the end no worker waits for one that began late. A process serves one
 * project only: whole journeys, which are the longest, have their turn before anything else.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const measured = measuredSeconds()
    const seconds = ({ moduleId }: TestSpecification) =>
      expectedSeconds(relative(inProject(), moduleId).replaceAll('\\', '/'), measured)
    const turn = ({ project }: TestSpecification) => (project.name === 'e2e' ? 0 : 1)
    return [...files].sort((one, other) => turn(one) - turn(other) || seconds(other) - seconds(one))
  }
}
