import { expect, test } from 'vitest'
import { changeOf, draftOf, presetOf, presets } from './rights-draft.ts'

const saved = {
  ...{ write: 'everyone', read: 'everyone', trust: { roots: ['aa'], depth: 2 }, min_pow: 0 },
  ...{ created_at_past_seconds: 0, created_at_future_seconds: 900 },
} as const

test('sends what was changed and nothing else', () => {
  const draft = draftOf({ ...saved, trust: { roots: ['aa'], depth: 2 } })
  const rights = { ...saved, trust: { roots: ['aa'], depth: 2 } }
  expect(changeOf(rights, draft)).toEqual({})
  expect(changeOf(rights, { ...draft, ...presets.closed, min_pow: null })).toEqual({
    write: 'invited',
    read: 'writers',
  })
  expect(changeOf(rights, { ...draft, roots: 'aa\nbb ', created_at_future_seconds: null })).toEqual({
    ...{ trust: { roots: ['aa', 'bb'] }, created_at_future_seconds: 0 },
  })
})

test('names a combination that has a name', () => {
  expect(presetOf(saved)).toBe('open')
  expect(presetOf({ write: 'listed', read: 'everyone' })).toBeUndefined()
})
