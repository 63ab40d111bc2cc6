import { expect, it } from 'vitest'
import { keepRecent, readRecent } from './recent.ts'

function storageWith(text?: string) {
  const kept = new Map(text === undefined ? [] : [['recentSearches', text]])
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}
const hit = (key: string) => ({ key, category: 'pages' as const, title: key, target: { to: '/' } })

it.each(['', 'null', '[]', '{"of":"ada"}', '{"of":"ada","hits":[null,1,{"key":"x"}]}'])(
  'finds nothing recent in %j',
  text => {
    expect(readRecent('ada', storageWith(text))).toEqual([])
  },
)

it('does not show outdated descriptions as current', () => {
  const old = { ...hit('a'), target: { transaction: { confirmations: 3 } } }
  const kept = [old, { ...hit('b'), target: { tx: 'f'.repeat(64) } }, { ...hit('c'), target: null }]
  expect(readRecent('ada', storageWith(JSON.stringify({ of: 'ada', hits: kept }))).map(({ key }) => key)).toEqual(['b'])
})

it('another user of this device sees none of it', () => {
  const storage = storageWith()
  keepRecent('ada', hit('a'), storage)
  expect(readRecent('bob', storage)).toEqual([])
  keepRecent('bob', hit('b'), storage)
  expect([readRecent('ada', storage), readRecent('bob', storage).length]).toEqual([[], 1])
})

it('keeps the last six, each once, the newest first', () => {
  const storage = storageWith()
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'c']) keepRecent('ada', hit(key), storage)
  expect(readRecent('ada', storage).map(({ key }) => key)).toEqual(['c', 'g', 'f', 'e', 'd', 'b'])
})
