import { messages } from '@hornets/contract/messages'
import { describe, expect, it } from 'vitest'
import { countPairChanges, mapOfPairs, type Pair, pairsForm, readPairs, retyped } from './pairs.ts'

const text = (key: string, value = 'x'): Pair => ({ key, type: 'string', value })
const number = (key: string, value: string): Pair => ({ key, type: 'number', value })
const issues = (...pairs: Pair[]) =>
  pairsForm.safeParse({ pairs }).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []

describe('query cache pairs', () => {
  it('R-49: the same key twice is refused, blanks around it or not', () => {
    expect(issues(text('a'), text(' a '))).toEqual([['pairs.1.key', messages.duplicateKey]])
  })

  it('SET-68: rejects text in a number field', () => {
    expect(issues(number('ttl', ''), number('max', '1e400'))).toEqual([
      ['pairs.0.value', messages.fieldRequired],
      ['pairs.1.value', messages.fieldRequired],
    ])
  })

  it('SET-70: a pair with an empty key is dropped and asked nothing', () => {
    expect(issues(text('  '), text(''), number('', ''))).toEqual([])
    expect(mapOfPairs([text('  '), text('a')])).toEqual({ a: 'x' })
  })

  it('SET-69: keys are trimmed', () => {
    expect(mapOfPairs([text(' a ')])).toEqual({ a: 'x' })
  })

  it('SET-68: the body carries each value in its type', () => {
    const pairs: Pair[] = [text('name', '12'), number('max', '12'), { key: 'on', type: 'boolean', value: false }]
    expect(mapOfPairs(pairs)).toEqual({ name: '12', max: 12, on: false })
  })

  it('SET-67: writes unedited values back unchanged', () => {
    const map = { enabled: true, max_entries: 500, label: '', ratio: -0.5 }
    expect(mapOfPairs(readPairs(map))).toEqual(map)
    expect(countPairChanges(map, readPairs(map))).toBe(0)
  })

  it('SET-67, R-49: leaves a removed pair out of the body and counts it as a change', () => {
    const [kept] = readPairs({ a: 1, b: 2 })
    expect(mapOfPairs(kept ? [kept] : [])).toEqual({ a: 1 })
    expect(countPairChanges({ a: 1, b: 2 }, kept ? [kept] : [])).toBe(1)
  })

  it('a renamed pair counts as two changes, another type as one', () => {
    expect(countPairChanges({ a: 'x' }, [text('b')])).toBe(2)
    expect(countPairChanges({ a: '1' }, [number('a', '1')])).toBe(1)
  })

  it.each([
    [text('k', '12'), 'number', '12'],
    [text('k', 'abc'), 'number', ''],
    [text('k', 'true'), 'boolean', true],
    [text('k', 'abc'), 'boolean', false],
    [{ key: 'k', type: 'boolean', value: true }, 'string', 'true'],
    [{ key: 'k', type: 'boolean', value: true }, 'number', ''],
    [number('k', '12'), 'string', '12'],
  ] as const)('SET-67, R-49: changing the type of %j to %s converts or clears it: %j', (pair, type, value) => {
    expect(retyped(pair, type)).toEqual({ key: 'k', type, value })
  })
})
