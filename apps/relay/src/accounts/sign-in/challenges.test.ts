import { describe, expect, it } from 'vitest'
import { Challenges } from './challenges.ts'

describe('challenges', () => {
  it('answer for their own account only', () => {
    const challenges = new Challenges(() => 0)
    const challenge = challenges.issue('one', code => code)
    expect(challenges.consume(challenge, 'other')).toBe(false)
    expect(challenges.consume(challenge, 'one')).toBe(true)
    expect(challenges.consume(challenge, 'one')).toBe(false)
  })

  it("drops an account's oldest challenge above the limit, and no other account's", () => {
    const challenges = new Challenges(() => 0)
    const other = challenges.issue('other', code => code)
    const own = Array.from({ length: 11 }, () => challenges.issue('one', code => code))
    expect(own.map(challenge => challenges.isLive(challenge, 'one'))).toEqual([false, ...Array(10).fill(true)])
    expect(challenges.isLive(other, 'other')).toBe(true)
  })

  it('expire after three minutes', () => {
    let now = 0
    const challenges = new Challenges(() => now)
    const challenge = challenges.issue('one', code => code)
    now = 180_000 - 1
    expect(challenges.isLive(challenge, 'one')).toBe(true)
    now = 180_000
    expect(challenges.consume(challenge, 'one')).toBe(false)
  })
})
