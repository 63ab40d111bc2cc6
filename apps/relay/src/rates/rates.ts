/** What a bitcoin cost at a time. */
export interface Rate {
  /** US cents. */
  readonly cents: number
  /** Milliseconds. */
  readonly at: number
}

/** The exchange rate as other slices see it. */
export interface Rates {
  /** Null when none has been heard in the last 30 days: then nobody makes one up. */
  newest(): Promise<Rate | null>
}
