import { setTimeout as delay } from 'node:timers/promises'
import { startBystander } from '../attack/bystander.ts'
import type { Feeling } from '../attack/feeling.ts'
import type { PeerRelay } from '../peer/peer-relay.ts'
import { type Fuzzed, fuzz } from './fuzz.ts'

export interface FuzzOutcome {
  readonly fuzzed: Fuzzed
  readonly bystander: Feeling
  readonly survived: boolean
  readonly memoryMb: { readonly warm: number; readonly after: number }
}

const warmUpShare = 0.2
/** How long garbage may stay in memory before the relay's own collector takes it. */
const settleMillisMax = 20_000

export async function watchFuzz(
  relay: PeerRelay,
  { token, seconds, seed, grownMbMax }: { token: string; seconds: number; seed: number; grownMbMax: number },
): Promise<FuzzOutcome> {
  const { host, port } = relay.endpoint
  // The admin server is one port above the public one.
  const doors = { public: relay.endpoint, admin: { host, port: port + 1 }, token }
  const bystander = await startBystander(relay.endpoint)
  try {
    await fuzz(doors, { seconds: seconds * warmUpShare, seed })
    const warm = relay.memory().residentMb
    await bystander.feel()
    const fuzzed = await fuzz(doors, { seconds: seconds * (1 - warmUpShare), seed: seed + 50_000 })
    const felt = await bystander.feel()
    const settled = performance.now() + settleMillisMax
    while (relay.memory().residentMb > warm + grownMbMax && performance.now() < settled) await delay(500)
    return { fuzzed, bystander: felt, survived: relay.isRunning, memoryMb: { warm, after: relay.memory().residentMb } }
  } finally {
    bystander.stop()
  }
}
