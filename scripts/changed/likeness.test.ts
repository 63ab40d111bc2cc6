import { expect, it } from 'vitest'
import { likenessTo, wordsOfChange } from './likeness.ts'

const field = 'apps/console/src/ui/forms/number-field.tsx'
const page = 'apps/console/src/features/settings/page.tsx'

it('a word counts half as much for each import between, and no more after three', () => {
  const files = [
    field,
    page,
    'apps/console/src/app/pages.ts',
    'apps/console/src/app/shell.tsx',
    'apps/console/src/last.tsx',
  ]
  const weights = wordsOfChange(new Map(files.map((path, imports) => [path, imports])))
  expect(['number', 'console', 'settings', 'pages', 'shell', 'last'].map(word => weights.get(word))).toEqual([
    1,
    1,
    0.5,
    0.25,
    0.125,
    undefined,
  ])
})

it('ignores imports shared by more than forty files', () => {
  const users = Array.from({ length: 41 }, (_, at) => `apps/console/src/features/page-${at}.tsx`)
  const weightsOf = (paths: readonly string[]) =>
    wordsOfChange(new Map([[field, 0], ...paths.map(path => [path, 1] as const)]))
  expect([weightsOf(users).has('features'), weightsOf(users.slice(1)).has('features')]).toEqual([false, true])
})

it('rare words tell more than those of every path', () => {
  const tests = [
    'apps/relay/test/moderation/reports.test.ts',
    'apps/relay/test/access.test.ts',
    'apps/wallet/test/access.test.ts',
  ]
  const likeness = likenessTo(wordsOfChange(new Map([['apps/relay/src/access/reports.ts', 0]])), tests)
  const [reports = 0, both = 0, access = 0] = tests.map(likeness)
  expect(reports).toBeCloseTo(Math.log(3) + Math.log(1.5))
  expect(both).toBeCloseTo(2 * Math.log(1.5))
  expect(access).toBeCloseTo(Math.log(1.5))
})
