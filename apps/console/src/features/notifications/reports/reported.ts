/** What a case is about: an event, a file, or a key itself. */
export interface Reported {
  readonly kind: 'event' | 'file' | 'author'
  /** Hex. */
  readonly id: string
}
