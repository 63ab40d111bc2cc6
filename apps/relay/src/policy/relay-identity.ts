export interface RelayIdentity {
  /** The relay's own public key, hex. */
  pubkey(): string
  /** Whether this address (`wss://relay.example`) is one of the relay's public ones. */
  isNamed(address: string): boolean
}
