import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { inProject } from '../setup/workspace.mjs'
import { expectedSeconds } from './expected-seconds.ts'
import { measuredSeconds } from './test-seconds.mjs'

/** Starts the longest files first, so that at the end no worker waits for one that began late. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const measured = measuredSeconds()
    const seconds = ({ moduleId }: TestSpecification) =>
      expectedSeconds(relative(inProject(), moduleId).replaceAll('\\', '/'), measured)
    return [...files].sort((one, other) => seconds(other) - seconds(one))
  }
}
