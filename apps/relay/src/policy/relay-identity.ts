export interface RelayIdentity {
  pubkey(): string
  isNamed(address: string): boolean
}
