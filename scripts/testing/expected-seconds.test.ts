import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inProject } from '../setup/workspace.mjs'
import { expectedSeconds } from './expected-seconds.ts'

it('believes what was measured, and before that knows the long files from their kind', () => {
  const path = 'apps/relay/test/process.test.ts'
  expect(expectedSeconds(path, { [path]: 3 })).toBe(4)
  expect(expectedSeconds(path, {})).toBeGreaterThan(expectedSeconds('e2e/new.test.ts', {}))
  expect(expectedSeconds('apps/relay/src/new.test.ts', {})).toBeLessThan(1)
})

it('the long files that it names exist', () => {
  const files = globSync('{apps/*,bench,scripts}/test/**/*.test.ts', { cwd: inProject() })
  const long = files.map(path => path.replaceAll('\\', '/')).filter(path => expectedSeconds(path, {}) > 30)
  expect(long.sort()).toEqual([
    'apps/console/test/accessibility.test.ts',
    'apps/console/test/wallet/accessibility.test.ts',
    'apps/relay/test/process.test.ts',
    'apps/wallet/test/accounts/shared-accounts.test.ts',
    'apps/wallet/test/fuzz/wallet-fuzz.test.ts',
    'apps/wallet/test/payments/crash.test.ts',
    'apps/wallet/test/payments/journeys.test.ts',
    'bench/test/fuzz.test.ts',
    'scripts/test/start.test.ts',
  ])
})
