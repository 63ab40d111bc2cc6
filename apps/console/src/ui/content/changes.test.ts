import { expect, it } from 'vitest'
import { changesOf } from './changes.ts'

it('lists changed, added and removed values, but no unchanged ones', () => {
  const before = { mode: 'blacklist', limits: { size: 10, unit: 'MB' }, kinds: [1, 2], gone: 'x' }
  const after = { mode: 'whitelist', limits: { size: 10, unit: 'GB' }, kinds: [1], added: null }
  expect(changesOf(before, after)).toEqual([
    { path: 'mode', before: 'blacklist', after: 'whitelist' },
    { path: 'limits.unit', before: 'MB', after: 'GB' },
    { path: 'kinds', before: '[1,2]', after: '[1]' },
    { path: 'gone', before: 'x', after: undefined },
    { path: 'added', before: undefined, after: 'null' },
  ])
})

it('is empty without details, and accepts values that are not objects', () => {
  expect(changesOf(null, null)).toEqual([])
  expect(changesOf(null, 'text')).toEqual([{ path: '', before: undefined, after: 'text' }])
})
