export interface Reported {
  readonly kind: 'event' | 'file' | 'author'
  /** Hex. */
  readonly id: string
}
