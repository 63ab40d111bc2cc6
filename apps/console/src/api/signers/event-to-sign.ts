/** An event as signers take it; they add their key. */
export interface EventToSign {
  readonly kind: number
  readonly created_at: number
  readonly content: string
  readonly tags: string[][]
  readonly pubkey?: string
}
