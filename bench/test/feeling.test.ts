import { describe, expect, it } from 'vitest'
import { summary } from '../attack/feeling.ts'

describe("a bystander's experience", () => {
  it('shows one long stall despite many fast answers', () => {
    const quick = Array.from({ length: 300 }, () => 2)
    expect(summary(quick).p99).toBe(2)
    expect(summary([...quick, 2000])).toMatchObject({ p50: 2, max: 2000 })
    expect(summary([...quick, 2000]).p99).toBeGreaterThan(1000)
  })

  it('has no figures without answers', () => {
    expect(summary([])).toEqual({ p50: 0, p99: 0, max: 0 })
  })
})
