import { expect, it } from 'vitest'
import { isAtWork } from '../../at-work.ts'
import { currentProgress, runBulk } from './bulk-run.ts'

const nothing = async () => undefined

it('starts a second run after the first, and holds the page for both', async () => {
  const log: unknown[] = []
  const begun = [0, 1].map(() => Promise.withResolvers<void>())
  const run = (name: string, gate: Promise<void> | undefined, settle = nothing) =>
    runBulk(
      [1, 2, 3],
      2,
      async part => {
        log.push([name, part, currentProgress()])
        await gate
      },
      settle,
    )
  const first = run('first', begun[0]?.promise, async () => void log.push('settled'))
  const second = run('second', begun[1]?.promise)
  await Promise.resolve()
  expect(log).toEqual([['first', [1, 2], { ended: 0, total: 3 }]])
  begun[0]?.resolve()
  await first
  expect(isAtWork()).toBe(true)
  begun[1]?.resolve()
  await second
  expect(log).toEqual([
    ['first', [1, 2], { ended: 0, total: 3 }],
    ['first', [3], { ended: 2, total: 3 }],
    'settled',
    ['second', [1, 2], { ended: 0, total: 3 }],
    ['second', [3], { ended: 2, total: 3 }],
  ])
  expect([currentProgress(), isAtWork()]).toEqual([undefined, false])
})

it('a run that could not be settled stops neither the next one nor the page', async () => {
  const failed = runBulk([1], 1, nothing, async () => Promise.reject(new Error('no')))
  const next = runBulk([1], 1, async () => 'done', nothing)
  await expect(failed).rejects.toThrow('no')
  expect((await next).answers).toEqual(['done'])
  expect(isAtWork()).toBe(false)
})
