export interface Rate {
  readonly cents: number
  /** Milliseconds. */
  readonly at: number
}

export interface Rates {
  newest(): Promise<Rate | null>
}
