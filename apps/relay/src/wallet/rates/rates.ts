export interface Rate {
  /** US cents. */
  readonly cents: number
  /** Milliseconds. */
  readonly at: number
}

export interface Rates {
  newest(): Promise<Rate | null>
}
