/** The bitcoin price at a time. */
export interface Rate {
  /** US cents. */
  readonly cents: number
  /** Milliseconds. */
  readonly at: number
}

/** The exchange rate as other slices see it. */
export interface Rates {
  /** Null if there is none from the last 30 days. */
  newest(): Promise<Rate | null>
}
