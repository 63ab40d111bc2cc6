import { describe, expect, it } from 'vitest'
import { OutboxBudget, outboxBudgetBytes } from './outbox-budget.ts'

const mebibyte = 1024 * 1024

function outboxIn(budget: OutboxBudget, bytes: number) {
  const outbox = {
    unsentBytes: bytes,
    isDropped: false,
    drop() {
      outbox.isDropped = true
      budget.leave(outbox)
      budget.add(-outbox.unsentBytes)
    },
  }
  budget.enter(outbox)
  budget.add(bytes)
  return outbox
}

describe('the budget of all outboxes', () => {
  it('drops those that hold most first, and no more than it has to', () => {
    const budget = new OutboxBudget(100)
    const [small, large, middle] = [outboxIn(budget, 5), outboxIn(budget, 50), outboxIn(budget, 40)]
    expect([small, large, middle].some(({ isDropped }) => isDropped)).toBe(false)
    outboxIn(budget, 10)
    expect([small, large, middle].map(({ isDropped }) => isDropped)).toEqual([false, true, false])
    expect(budget.total).toBe(55)
  })

  it('lets one client hold the less the more the others hold', () => {
    const budget = new OutboxBudget(64 * mebibyte)
    expect(budget.shareOf(16 * mebibyte)).toBe(8 * mebibyte)
    outboxIn(budget, 48 * mebibyte)
    expect(budget.shareOf(16 * mebibyte)).toBe(2 * mebibyte)
    outboxIn(budget, 16 * mebibyte)
    expect(budget.shareOf(16 * mebibyte)).toBe(256 * 1024)
  })

  it('is a sixty-fourth of the memory, from 32 to 256 MB', () => {
    expect(outboxBudgetBytes(512 * mebibyte)).toBe(32 * mebibyte)
    expect(outboxBudgetBytes(8 * 1024 * mebibyte)).toBe(128 * mebibyte)
    expect(outboxBudgetBytes(1024 * 1024 * mebibyte)).toBe(256 * mebibyte)
  })
})
