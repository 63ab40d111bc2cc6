import { expect, it } from 'vitest'
import { changedTexts } from './changed-texts.ts'

const catalogue = 'apps/console/src/i18n/en.json'
const texts = (of: Record<string, unknown>) => JSON.stringify(of)

it('lists changed and removed catalogue entries by key and former text', () => {
  const before = texts({ page: { title: 'Blocked authors', kept: 'Same' }, items_one: '{{count}} blocked author' })
  const after = texts({ page: { title: 'Authors', kept: 'Same', added: 'New one' }, items_one: '{{count}} author' })
  expect(changedTexts([{ path: catalogue, before, after }])).toEqual({
    gone: ['Blocked authors', 'blocked author'],
    keys: ['page.title', 'items'],
  })
  expect(changedTexts([{ path: catalogue, before }]).keys).toEqual(['page.title', 'page.kept', 'items'])
  expect(
    changedTexts([
      { path: catalogue, after },
      { path: catalogue, before: '{', after },
    ]),
  ).toEqual({ gone: [], keys: [] })
})

it('names the literals that a source no longer has, without modules, single letters and what they are filled with', () => {
  const before = `import { a } from './old.ts'\nconst b = ['x', "too many requests", 'kept', \`wait \${seconds} more\`]`
  const after = `import { a } from './new.ts'\nconst b = ['kept', 'another']`
  expect(changedTexts([{ path: 'packages/contract/src/errors.ts', before, after }])).toEqual({
    gone: ['too many requests', 'wait', 'more'],
    keys: [],
  })
  expect(changedTexts([{ path: 'docs/api.md', before, after }]).gone).toEqual([])
})
