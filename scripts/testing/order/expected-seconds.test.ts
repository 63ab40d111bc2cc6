import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inProject } from '../../setup/workspace.mjs'
import { expectedSeconds } from './expected-seconds.ts'
import longFiles from './long-files.json' with { type: 'json' }

it('believes what was measured here, then what is noted of long files, then their kind', () => {
  const path = 'apps/relay/test/process.test.ts'
  expect(expectedSeconds(path, { [path]: 3 })).toBe(4)
  expect(expectedSeconds(path, {})).toBe(longFiles[path] + 1)
  expect(expectedSeconds(path, {})).toBeGreaterThan(expectedSeconds('e2e/new.test.ts', {}))
  expect(expectedSeconds('apps/relay/src/new.test.ts', {})).toBeLessThan(1)
})

it('the long files that are noted exist', () => {
  expect(Object.keys(longFiles).filter(path => !existsSync(inProject(path)))).toEqual([])
})
