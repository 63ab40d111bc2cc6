import { Duplex } from 'node:stream'
import { expect, it, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { nostrLimits } from '../fairness/limits.ts'
import { SendBudget } from './send-budget.ts'
import { SendQueue } from './send-queue.ts'
import { TurnEnd } from './turn-end.ts'

function openQueue() {
  const writes: Buffer[] = []
  const socket = new Duplex({
    read: () => {},
    write: (chunk: Buffer, _encoding, done) => {
      writes.push(Buffer.from(chunk))
      done()
    },
  })
  const websocket = { readyState: 1, OPEN: 1 } as WebSocket
  const parts = { limits: nostrLimits, budget: new SendBudget(nostrLimits.allUnsentBytesMax), turnEnd: new TurnEnd() }
  const queue = new SendQueue(websocket, socket, parts, { overflow: () => {}, pause: () => {} })
  return { queue, writes, turn: () => new Promise(resolve => setImmediate(resolve)) }
}

function framesOf(bytes: number) {
  return { bytes: Buffer.alloc(bytes, 1), release: vi.fn() }
}

it('stored events and their EOSE go out in one write', async () => {
  const { queue, writes, turn } = openQueue()
  const stored = framesOf(1000)
  queue.sendFrames(stored)
  queue.send('["EOSE","a"]')
  await turn()
  expect(writes.map(({ length }) => length)).toEqual([1000 + 2 + '["EOSE","a"]'.length])
  expect(writes[0]?.subarray(0, 1000).equals(stored.bytes)).toBe(true)
  expect(stored.release).toHaveBeenCalledOnce()
  expect(queue.unsentBytes).toBe(0)
})

it('keeps the order of data beyond one write, and frees its memory once', async () => {
  const { queue, writes, turn } = openQueue()
  const parts = [framesOf(40_000), framesOf(40_000), framesOf(200_000), framesOf(10)]
  for (const frames of parts) queue.sendFrames(frames)
  await turn()
  expect(writes.map(({ length }) => length)).toEqual([40_000, 40_000, 200_000, 10])
  for (const { release } of parts) expect(release).toHaveBeenCalledOnce()
})
