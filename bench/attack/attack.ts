import type { Endpoint, RawSocket } from '../nostr/raw-socket.ts'

export interface Stage {
  readonly endpoint: Endpoint
  readonly signal: AbortSignal
  readonly seconds: number
  /** One of the attacker's addresses. Each attack has its own network, so that none inherits another's spent limits. */
  address(number: number): string
  /** Opens a websocket from one of the attacker's addresses; null if the relay refuses it. */
  open(addressNumber: number, options?: { readonly host?: string }): Promise<RawSocket | null>
  spent(bytes: number): void
}

export interface Finding {
  readonly seen: string
  /** False if the relay did what it must not; undefined if only the bystander's delays count. */
  readonly held?: boolean
}

export interface Attack {
  readonly name: string
  readonly tries: string
  /** Of a stopped relay, which asks for its wallet at this port. Resolves with the function that undoes it. */
  prepare?(folder: string, walletPort: number): Promise<() => Promise<void>>
  /** Looks at the relay's data after the attack, given as MB sent. */
  inspect?(folder: string, megabytes: number): Promise<Finding>
  run(stage: Stage): Promise<Finding>
}
