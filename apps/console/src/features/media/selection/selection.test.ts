import { describe, expect, it } from 'vitest'
import { amountOf, choose, everything, isChosen, nothing, toggle, toRequest } from './selection.ts'

const [a, b, c] = ['a', 'b', 'c'].map((id, at) => ({ id, size: 10 * (at + 1) })) as [
  { id: string; size: number },
  { id: string; size: number },
  { id: string; size: number },
]
const all = { files: 12_431, bytes: 1_000_000 }

describe('a selection', () => {
  it('takes a file in and out again', () => {
    const one = toggle(nothing, a)
    expect([isChosen(one, 'a'), isChosen(one, 'b'), amountOf(one, all)]).toEqual([true, false, { files: 1, bytes: 10 }])
    expect(amountOf(toggle(one, a), all)).toEqual({ files: 0, bytes: 0 })
  })

  it('counts a file once, even if selected several times', () => {
    expect(amountOf(choose(choose(nothing, [a, b], true), [b, c], true), all)).toEqual({ files: 3, bytes: 60 })
  })

  it('of everything that matches leaves out what is taken out again', () => {
    const most = choose(toggle(everything, b), [c], false)
    expect([isChosen(most, 'a'), isChosen(most, 'b')]).toEqual([true, false])
    expect(amountOf(most, all)).toEqual({ files: 12_429, bytes: 1_000_000 - 50 })
    expect(amountOf(toggle(most, b), all).files).toBe(12_430)
  })

  it('is sent by name, or as the filters with exceptions', () => {
    expect(toRequest(choose(nothing, [a, b], true), { type: 'image/*' })).toEqual({ hashes: ['a', 'b'] })
    expect(toRequest(toggle(everything, c), { type: 'image/*' })).toEqual({
      filter: { type: 'image/*', status: 'stored' },
      except: ['c'],
    })
  })
})
