import { describe, expect, it } from 'vitest'
import { ApiError } from '../api-error.ts'
import { RateLimiter } from './rate-limiter.ts'

describe('a rate limit', () => {
  it('refuses past its burst, says when to come back, and keeps its word', () => {
    let now = 0
    const limiter = new RateLimiter({ burst: 2, perMinute: 6 }, () => now)
    limiter.take('a')
    limiter.take('a')
    const refusal = thrownBy(() => limiter.take('a'))
    expect(refusal).toBeInstanceOf(ApiError)
    expect(refusal).toMatchObject({ code: 'rate_limited', status: 429, retryAfterSeconds: 10 })
    now += 9999
    expect(limiter.tryTake('a')).toBe(false)
    now += 1
    expect(limiter.tryTake('a')).toBe(true)
  })

  it('never saves up more than its burst', () => {
    let now = 0
    const limiter = new RateLimiter({ burst: 2, perMinute: 60 }, () => now)
    limiter.take('a')
    now += 86_400_000
    expect([limiter.tryTake('a'), limiter.tryTake('a'), limiter.tryTake('a')]).toEqual([true, true, false])
  })

  it('gains nothing from a clock that is set back', () => {
    let now = 1_000_000
    const limiter = new RateLimiter({ burst: 1, perMinute: 60 }, () => now)
    limiter.take('a')
    now = 0
    expect(limiter.tryTake('a')).toBe(false)
  })

  it('keeps keys apart, and forgets the one unused for longest when there are too many', () => {
    const limiter = new RateLimiter({ burst: 1, perMinute: 0.001 }, () => 0)
    limiter.take('first')
    limiter.take('second')
    expect(limiter.tryTake('first')).toBe(false)
    for (let index = 0; index < 9999; index++) limiter.take(`other ${index}`)
    expect(limiter.tryTake('first')).toBe(false)
    expect(limiter.tryTake('second')).toBe(true)
  })
})

function thrownBy(work: () => void): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  return undefined
}
