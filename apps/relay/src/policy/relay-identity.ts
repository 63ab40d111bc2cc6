/** What the policy has to know of the relay itself. */
export interface RelayIdentity {
  /** The relay's own public key, in hex. */
  pubkey(): string
  /** Is this address (`wss://relay.example`) one of the relay's public ones? */
  isNamed(address: string): boolean
}
