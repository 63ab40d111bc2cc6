import type { FiguresOfRows } from './figures-of-rows.ts'
import { watchLoad } from './machine-load.ts'
import type { PeerRelay } from './peer-relay.ts'

export interface Bench {
  readonly relays: readonly PeerRelay[]
  readonly stored: number
  readonly rounds: number
  readonly seconds: number
  readonly warmUpSeconds: number
  readonly figures: FiguresOfRows
  fresh(count: number): Promise<readonly string[]>
}

/** Runs `measure` on each relay in turn, with the others stopped, for this many rounds. */
export async function inTurn<Input>(
  { relays, rounds }: Pick<Bench, 'relays' | 'rounds'>,
  prepare: (round: number) => Promise<Input>,
  measure: (relay: PeerRelay, input: Input, note: () => number) => Promise<void>,
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const input = await prepare(round)
    // The order alternates, so that neither always finds the warmer machine.
    for (const relay of round % 2 === 0 ? relays : relays.toReversed()) {
      for (const other of relays) if (other !== relay) other.suspend()
      const load = watchLoad(relay.pid)
      await measure(relay, input, () => load().othersBusyCores)
      for (const other of relays) other.resume()
    }
  }
}

/** Addresses for clients: one each, in a network per purpose. */
export const clientAddress = (network: number) => (client: number) => `127.0.${network}.${1 + (client % 250)}`

/** Numbers below `end`, the same sequence for the same seed. */
export function seededRandom(seed: number): (end: number) => number {
  let state = (seed * 2_654_435_761 + 1) >>> 0
  return end => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * end)
  }
}
