import { describe, expect, it } from 'vitest'
import { SendBudget, sendBudgetBytes } from './send-budget.ts'

const mebibyte = 1024 * 1024

function sendQueueIn(budget: SendBudget, bytes: number) {
  const sendQueue = {
    unsentBytes: bytes,
    isDropped: false,
    drop() {
      sendQueue.isDropped = true
      budget.leave(sendQueue)
      budget.add(-sendQueue.unsentBytes)
    },
  }
  budget.enter(sendQueue)
  budget.add(bytes)
  return sendQueue
}

describe('the budget of all send queues', () => {
  it('drops the largest connections first, and only as many as necessary', () => {
    const budget = new SendBudget(100)
    const [small, large, middle] = [sendQueueIn(budget, 5), sendQueueIn(budget, 50), sendQueueIn(budget, 40)]
    expect([small, large, middle].some(({ isDropped }) => isDropped)).toBe(false)
    sendQueueIn(budget, 10)
    expect([small, large, middle].map(({ isDropped }) => isDropped)).toEqual([false, true, false])
    expect(budget.total).toBe(55)
  })

  it("lowers one client's limit as others use more", () => {
    const budget = new SendBudget(64 * mebibyte)
    expect(budget.shareOf(16 * mebibyte)).toBe(8 * mebibyte)
    sendQueueIn(budget, 48 * mebibyte)
    expect(budget.shareOf(16 * mebibyte)).toBe(2 * mebibyte)
    sendQueueIn(budget, 16 * mebibyte)
    expect(budget.shareOf(16 * mebibyte)).toBe(256 * 1024)
  })

  it('is a sixty-fourth of the memory, from 32 to 256 MB', () => {
    expect(sendBudgetBytes(512 * mebibyte)).toBe(32 * mebibyte)
    expect(sendBudgetBytes(8 * 1024 * mebibyte)).toBe(128 * mebibyte)
    expect(sendBudgetBytes(1024 * 1024 * mebibyte)).toBe(256 * mebibyte)
  })
})
