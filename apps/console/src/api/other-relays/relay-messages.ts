/** What the page asks of the worker: a relay's document (NIP-11), or one signed call (NIP-86). */
export interface RelayAsk {
  readonly url: string
  /** Missing: the document is read. */
  readonly call?: { readonly body: string; readonly authorization: string }
}

export type RelayTell =
  | { readonly tell: 'answer'; readonly status: number; readonly text: string }
  | { readonly tell: 'failed'; readonly code: 'unreachable' | 'slow' | 'long' }
