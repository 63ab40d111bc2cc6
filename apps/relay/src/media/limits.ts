/** What the media server takes. The largest file is a relay setting. */
export interface MediaLimits {
  readonly uploadsMax: number
  readonly uploadsPerAddressMax: number
  /** Longest silence within an upload. */
  readonly idleMs: number
  /** What an upload must reach on average, after its first `idleMs`. */
  readonly bytesPerSecondMin: number
}

export const mediaLimits: MediaLimits = {
  uploadsMax: 64,
  uploadsPerAddressMax: 16,
  idleMs: 30_000,
  bytesPerSecondMin: 4096,
}
