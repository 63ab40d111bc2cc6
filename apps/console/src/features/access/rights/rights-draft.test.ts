import type { AccessRights } from '@hornets/contract/admin/access-rights'
import { expect, test } from 'vitest'
import { changeOf, draftOf, presetOf, presets } from './rights-draft.ts'

const saved: AccessRights = {
  ...({ write: 'everyone', read: 'everyone' } as const),
  trust: { roots: ['aa'], depth: 2 },
  min_pow: 0,
  created_at_past_seconds: 0,
  created_at_future_seconds: 900,
}

test('sends what was changed and nothing else (ACCESS-25)', () => {
  const draft = draftOf(saved)
  expect(changeOf(saved, draft)).toEqual({})
  expect(changeOf(saved, { ...draft, ...presets.closed, min_pow: null })).toEqual({ write: 'invited', read: 'writers' })
  expect(changeOf(saved, { ...draft, roots: 'aa\nbb ', created_at_future_seconds: null })).toEqual({
    trust: { roots: ['aa', 'bb'] },
    created_at_future_seconds: 0,
  })
})

test('names a combination that has a name', () => {
  expect(presetOf(saved)).toBe('open')
  expect(presetOf({ write: 'listed', read: 'everyone' })).toBeUndefined()
})
