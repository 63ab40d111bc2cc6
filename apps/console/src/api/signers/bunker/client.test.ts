import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connectBunker, hangUp, signByBunker } from './client.ts'

const session = {
  clientKey: 'a'.repeat(64),
  signer: 'b'.repeat(64),
  relays: ['wss://relay.example'],
  pubkey: 'c'.repeat(64),
}
const event = { kind: 1 as const, pubkey: session.pubkey, created_at: 1, tags: [], content: 'challenge' }

let workers: { onerror?: () => void; terminate: () => void; postMessage: () => void }[]
beforeEach(() => {
  workers = []
  vi.stubGlobal(
    'Worker',
    class {
      constructor() {
        workers.push(this)
      }
      terminate = vi.fn()
      postMessage = vi.fn()
    },
  )
})
afterEach(() => {
  hangUp()
  vi.unstubAllGlobals()
})

it('AUTH-16: those who wait for a remote signer hear when it disconnects, and the next question opens its own connection', async () => {
  const open = Promise.allSettled([signByBunker(session, event), connectBunker('bunker://', {})])
  hangUp()
  expect(await open).toMatchObject([
    { status: 'rejected', reason: { code: 'cancelled' } },
    { status: 'rejected', reason: { code: 'cancelled' } },
  ])
  expect(workers[0]?.terminate).toHaveBeenCalled()

  const next = signByBunker(session, event)
  workers[1]?.onerror?.()
  await expect(next).rejects.toMatchObject({ code: 'unreachable' })
})
