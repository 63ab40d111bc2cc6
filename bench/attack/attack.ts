import type { Endpoint, RawSocket } from '../nostr/raw-socket.ts'

/** What an attack is given to work with. */
export interface Stage {
  readonly endpoint: Endpoint
  /** Aborts when the attack has to stop. */
  readonly signal: AbortSignal
  /** How long the attack runs. */
  readonly seconds: number
  /** The attacker's addresses: each attack has a network of its own, so that none inherits what another has spent. */
  address(number: number): string
  /** Opens a websocket from one of the attacker's addresses; null when the relay refuses it. */
  open(addressNumber: number, options?: { readonly host?: string }): Promise<RawSocket | null>
  /** Counts what went over sockets that the attack opened on its own. */
  spent(bytes: number): void
}

/** What an attack found, beside what the bystander felt. */
export interface Finding {
  /** In a few words: what got through. */
  readonly seen: string
  /** False when the relay did what it must not do; missing where only the bystander's waiting counts. */
  readonly held?: boolean
}

export interface Attack {
  readonly name: string
  /** What the attacker tries, in one sentence. */
  readonly tries: string
  /** Runs until the signal aborts, or ends sooner. */
  run(stage: Stage): Promise<Finding>
}
