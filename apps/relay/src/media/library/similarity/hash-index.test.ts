import { describe, expect, it } from 'vitest'
import { HashIndex } from './hash-index.ts'
import { distanceOf } from './pdq.ts'

let state = 7
const random = () => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
  return state / 2 ** 32
}
const someHash = () => Uint16Array.from({ length: 16 }, () => Math.floor(random() * 65_536))
function changed(hash: Uint16Array, bits: number): Uint16Array {
  const copy = hash.slice()
  const places = new Set<number>()
  while (places.size < bits) places.add(Math.floor(random() * 256))
  for (const place of places) copy[place >> 4] = (copy[place >> 4] ?? 0) ^ (1 << (place & 15))
  return copy
}

describe('an index of hashes', () => {
  // Below and above the number from which it is kept in tables.
  it.each([100, 5000])('finds of %i what comparing all of them finds', count => {
    const index = new HashIndex<number>()
    const query = someHash()
    const hashes = Array.from({ length: count }, (_, at) => (at % 5 === 0 ? changed(query, at % 60) : someHash()))
    for (const [at, hash] of hashes.entries()) index.add(at, hash)
    const expected = hashes.flatMap((hash, id) => {
      const distance = distanceOf(query, hash)
      return distance <= 31 ? [{ id, distance }] : []
    })
    expect(expected.length).toBeGreaterThan(count / 20)
    expect(index.near(query, 31).toSorted((one, other) => one.id - other.id)).toEqual(expected)
  })

  it('finds an entry with 31 other bits and not with 32', () => {
    const index = new HashIndex<string>()
    const query = someHash()
    for (let at = 0; at < 3000; at++) index.add(`other ${at}`, someHash())
    index.add('inside', changed(query, 31))
    index.add('outside', changed(query, 32))
    for (let at = 0; at < 3000; at++) index.add(`later ${at}`, someHash())
    expect(index.near(query, 31)).toEqual([{ id: 'inside', distance: 31 }])
  })

  it.each([0, 7, 15])('finds an entry whose every word differs, one of them only in bit %i', bit => {
    const index = new HashIndex<string>()
    for (let at = 0; at < 3000; at++) index.add(`other ${at}`, someHash())
    const query = someHash()
    const other = query.map((word, at) => word ^ (at === 9 ? 1 << bit : 0b11))
    index.add('spread', other)
    for (let at = 0; at < 3000; at++) index.add(`later ${at}`, someHash())
    expect(index.near(query, 31)).toEqual([{ id: 'spread', distance: 31 }])
  })

  it('finds what is near to any of several hashes, once and by the nearest', () => {
    const index = new HashIndex<string>()
    const one = someHash()
    const other = changed(one, 12)
    for (let at = 0; at < 3000; at++) index.add(`other ${at}`, someHash())
    index.add('beside one', changed(one, 3))
    index.add('the other', other)
    index.tidy()
    index.add('loose', changed(other, 31))
    const found = index.nearAny([one, other, someHash()], 31).toSorted((a, b) => a.id.localeCompare(b.id))
    expect(found.map(({ id }) => id)).toEqual(['beside one', 'loose', 'the other'])
    expect(found.map(({ distance }) => distance).slice(0, 1)).toEqual([3])
    expect(found.at(-1)?.distance).toBe(0)
    expect(index.nearAny([], 31)).toEqual([])
  })

  it('finds what has two hashes by either, and nothing that was removed', () => {
    const index = new HashIndex<string>()
    const [one, other] = [someHash(), someHash()]
    index.add('both', one)
    index.add('both', other)
    expect([index.near(one, 0), index.near(other, 0)].flat()).toHaveLength(2)
    index.remove('both')
    index.remove('unknown')
    expect([index.near(one, 31), index.near(other, 31)].flat()).toEqual([])
    expect(index.size).toBe(0)
  })
})
