import { describe, expect, it } from 'vitest'
import { summary } from '../attack/feeling.ts'

describe('what a bystander feels', () => {
  it('does not let one long stall hide behind many quick answers', () => {
    const quick = Array.from({ length: 300 }, () => 2)
    expect(summary(quick).p99).toBe(2)
    expect(summary([...quick, 2000])).toMatchObject({ p50: 2, max: 2000 })
    expect(summary([...quick, 2000]).p99).toBeGreaterThan(1000)
  })

  it('has no figures without answers', () => {
    expect(summary([])).toEqual({ p50: 0, p99: 0, max: 0 })
  })
})
