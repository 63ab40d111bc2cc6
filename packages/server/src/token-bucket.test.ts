import { expect, it } from 'vitest'
import { TokenBucket } from './token-bucket.ts'

it('lets a burst through, then the steady rate, and never saves up more than a burst', () => {
  let now = 0
  const bucket = new TokenBucket({ burst: 3, perMinute: 120 }, () => now)
  const taken = (times: number) => Array.from({ length: times }, () => bucket.take()).filter(Boolean).length
  expect(taken(5)).toBe(3)
  now = 500
  expect(taken(5)).toBe(1)
  now = 1_000_000
  expect(taken(5)).toBe(3)
  now = 0
  expect(taken(1)).toBe(0)
})
