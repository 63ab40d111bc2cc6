import { expect, it } from 'vitest'
import { chooseTests } from './choose-tests.ts'

const measured = { 'e2e/long.test.ts': 50, 'apps/relay/test/a.test.ts': 10, 'apps/relay/test/b.test.ts': 10 }

it('leaves out what is too long, and gives its room to shorter tests that are less likely', () => {
  const tests = [
    'e2e/long.test.ts',
    'apps/relay/test/a.test.ts',
    'apps/relay/src/c.test.ts',
    'apps/relay/test/b.test.ts',
  ]
  expect(chooseTests(tests, { seconds: 20, workers: 1 }, measured)).toEqual({
    chosen: ['apps/relay/test/a.test.ts', 'apps/relay/src/c.test.ts'],
    leftOut: ['e2e/long.test.ts', 'apps/relay/test/b.test.ts'],
  })
})

it('runs unit tests first, for half of the time, even those that are less likely', () => {
  const unit = ['a', 'b', 'c'].map(name => `apps/relay/src/${name}.test.ts`)
  const tests = ['apps/relay/test/a.test.ts', 'apps/relay/test/b.test.ts', ...unit]
  const known = { ...measured, ...Object.fromEntries(unit.map(path => [path, 4])) }
  expect(chooseTests(tests, { seconds: 28, workers: 1 }, known).chosen).toEqual([
    'apps/relay/test/a.test.ts',
    'apps/relay/src/a.test.ts',
    'apps/relay/src/b.test.ts',
  ])
})

it('gives unit tests what is left of the time where nothing else needs it', () => {
  const unit = ['a', 'b', 'c'].map(name => `apps/relay/src/${name}.test.ts`)
  expect(chooseTests(unit, { seconds: 2, workers: 1 }, {}).chosen).toEqual(unit)
})

it('shares the time between workers, but no file can be longer than the time', () => {
  const time = { seconds: 40, workers: 2 }
  expect(chooseTests(Object.keys(measured), time, measured).leftOut).toEqual(['e2e/long.test.ts'])
})

it('takes a browser test that was never measured for a long one', () => {
  const time = { seconds: 10, workers: 2 }
  expect(chooseTests(['e2e/new.test.ts', 'apps/relay/test/new.test.ts'], time, {}).leftOut).toEqual(['e2e/new.test.ts'])
})
