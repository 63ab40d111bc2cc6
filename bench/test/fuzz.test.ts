import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rounds } from '../../dev/rounds.ts'
import { fillForReading } from '../attack/fill-for-reading.ts'
import { readBack } from '../attack/tactics.ts'
import { admitViewer } from '../fuzz/doors/admit-viewer.ts'
import { watchFuzz } from '../fuzz/watch-fuzz.ts'
import { RawSocket } from '../nostr/raw-socket.ts'
import { seededEvent } from '../nostr/seeded-events.ts'
import { ourRelay } from '../peer/open-relays.ts'
import type { PeerRelay } from '../peer/peer-relay.ts'

const seconds = rounds(10, 55)
const seed = 20_261_122
/** Eight times the limit of an otherwise idle machine: finds a stall, tolerates a busy neighbour. */
const stallMillisMax = 2000
const grownMbMax = 120

let folder: string
let relay: PeerRelay
let token: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hornets-fuzzed-'))
  relay = await ourRelay(join(folder, 'relay'))
  token = await admitViewer(relay.folder)
  await relay.start()
  await fillForReading(relay, 1000)
})
afterAll(async () => {
  await relay.stop()
  await rm(folder, { recursive: true })
})

describe.skipIf(process.platform !== 'linux')('the running relay, fuzzed', () => {
  it('neither ends nor stalls nor grows, lets no viewer do more, and has lost nothing', {
    timeout: 120_000,
  }, async () => {
    const { fuzzed, bystander, survived, memoryMb } = await watchFuzz(relay, { token, seconds, seed, grownMbMax })
    expect(survived).toBe(true)
    expect(fuzzed.answers).toBeGreaterThan(1000)
    const { requests, viewed, failures, overreached } = fuzzed.doors
    expect(requests).toBeGreaterThan(seconds)
    expect(viewed).toBeGreaterThan(seconds / 8)
    expect([...failures]).toEqual([])
    expect([...overreached]).toEqual([])
    expect(bystander.p99).toBeLessThan(stallMillisMax)
    expect(memoryMb.after - memoryMb.warm).toBeLessThan(grownMbMax)
    const line = await RawSocket.connect(relay.endpoint, { from: '127.0.42.1' })
    const first = seededEvent(0)
    expect((await readBack(line, { ids: [first.slice(7, 71)] })).events.map(json => JSON.parse(json))).toEqual([
      JSON.parse(first),
    ])
    line.close()
  })
})
