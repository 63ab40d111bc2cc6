import type { Endpoint, RawSocket } from '../nostr/raw-socket.ts'

/** What an attack has to work with. */
export interface Stage {
  readonly endpoint: Endpoint
  /** Aborts when the attack must stop. */
  readonly signal: AbortSignal
  /** Duration of the attack. */
  readonly seconds: number
  /** One of the attacker's addresses. Each attack has its own network, so that none inherits another's spent limits. */
  address(number: number): string
  /** Opens a websocket from one of the attacker's addresses; null if the relay refuses it. */
  open(addressNumber: number, options?: { readonly host?: string }): Promise<RawSocket | null>
  /** Counts traffic over sockets that the attack opened itself. */
  spent(bytes: number): void
}

/** What an attack found, besides the bystander's delays. */
export interface Finding {
  /** What got through, in a few words. */
  readonly seen: string
  /** False if the relay did what it must not; undefined if only the bystander's delays count. */
  readonly held?: boolean
}

export interface Attack {
  readonly name: string
  /** What the attacker tries, in one sentence. */
  readonly tries: string
  /**
   * Sets up a stopped relay on the data in this folder, which asks for its wallet at this port. Resolves with the function
   * that undoes it.
   */
  prepare?(folder: string, walletPort: number): Promise<() => Promise<void>>
  /** Looks at the relay's data after the attack, given as MB sent. */
  inspect?(folder: string, megabytes: number): Promise<Finding>
  /** Runs until the signal aborts, or ends sooner. */
  run(stage: Stage): Promise<Finding>
}
