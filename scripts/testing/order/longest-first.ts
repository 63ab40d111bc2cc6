import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { inProject } from '../../setup/workspace.mjs'
import { measuredSeconds } from '../test-seconds.mjs'
import { expectedSeconds } from './expected-seconds.ts'

/** So that no worker waits for one that began late. A process serves one project: whole journeys go first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const measured = measuredSeconds()
    const seconds = ({ moduleId }: TestSpecification) =>
      expectedSeconds(relative(inProject(), moduleId).replaceAll('\\', '/'), measured)
    const turn = ({ project }: TestSpecification) => (project.name === 'e2e' ? 0 : 1)
    return [...files].sort((one, other) => turn(one) - turn(other) || seconds(other) - seconds(one))
  }
}
