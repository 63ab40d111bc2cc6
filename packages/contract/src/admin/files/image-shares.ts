/** What the built-in judge finds in an image: the shares, 0 to 1, of its classes that can be unwanted. */
export interface ImageShares {
  readonly porn: number
  readonly hentai: number
  readonly sexy: number
}

export const judgeModes = ['basic', 'strict', 'full'] as const
export type JudgeMode = (typeof judgeModes)[number]

/** Below the threshold, but this near to it, people should look. */
const flaggedFrom = 0.6

/**
 * `basic`: explicit nudity. `strict`: also partial. `full`: both add up, so that an image between them does not pass.
 */
export function judgedShare({ porn, hentai, sexy }: ImageShares, mode: JudgeMode): number {
  const explicit = porn + hentai
  if (mode === 'basic') return explicit
  return mode === 'strict' ? Math.max(explicit, sexy) : Math.min(1, explicit + sexy)
}

export function decisionOn(share: number, threshold: number): 'ALLOW' | 'FLAG' | 'BLOCK' {
  if (share >= threshold) return 'BLOCK'
  return share >= threshold * flaggedFrom ? 'FLAG' : 'ALLOW'
}
