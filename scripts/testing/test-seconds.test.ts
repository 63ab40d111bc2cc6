import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { inProject } from '../setup/workspace.mjs'
import { measuredSeconds, rememberSeconds } from './test-seconds.mjs'

it('knows nothing before the first run, then the last time of each file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'test-seconds-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'new', 'seconds.json')
  expect(measuredSeconds(file)).toEqual({})
  const ran = (name: string, millis: number) => ({ name: inProject(name), startTime: 1000, endTime: 1000 + millis })
  rememberSeconds({ testResults: [ran('e2e/a.test.ts', 1234), ran('e2e/b.test.ts', 500)] }, file)
  rememberSeconds({ testResults: [ran('e2e/a.test.ts', 2000), { name: inProject('e2e/c.test.ts') }] }, file)
  expect(measuredSeconds(file)).toEqual({ 'e2e/a.test.ts': 2, 'e2e/b.test.ts': 0.5 })
})
