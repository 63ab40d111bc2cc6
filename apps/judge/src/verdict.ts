import type { Scores } from './scores.ts'

export const modes = ['basic', 'strict', 'full'] as const
export type Mode = (typeof modes)[number]

/** An answer of the family's contract. */
export interface Verdict {
  /** 0: harmless, 5: explicit. */
  readonly content_level: number
  readonly decision: 'ALLOW' | 'FLAG' | 'BLOCK'
  readonly explanation: string
  /** 0 to 1, that the decision is right. */
  readonly confidence: number
  readonly category: 'explicit' | 'partial' | 'drawn' | 'safe'
}

/** Below the threshold, but this near to it, people should look. */
const flaggedFrom = 0.6

/**
 * What each mode judges. `basic`: photographed and drawn explicit nudity. `strict`: also partial nudity. `full`: the same
 * as strict, where partial nudity and explicit content add up, so that an image between the two classes does not pass.
 * Five classes know no more context than that.
 */
function judged({ porn, hentai, sexy }: Scores, mode: Mode): number {
  const explicit = porn + hentai
  if (mode === 'basic') return explicit
  return mode === 'strict' ? Math.max(explicit, sexy) : Math.min(1, explicit + sexy)
}

export function verdictOf(scores: Scores, mode: Mode, threshold: number): Verdict {
  const confidence = judged(scores, mode)
  const decision = confidence >= threshold ? 'BLOCK' : confidence >= threshold * flaggedFrom ? 'FLAG' : 'ALLOW'
  const isHarmless = decision === 'ALLOW'
  return {
    content_level: levelOf(scores),
    decision,
    explanation: `${said(scores)}; mode ${mode}, threshold ${threshold}`,
    confidence: round(isHarmless ? 1 - confidence : confidence),
    category: isHarmless ? 'safe' : categoryOf(scores),
  }
}

/** Of several frames, the one that is judged most severely. */
export function worstOf(frames: readonly Scores[], mode: Mode): Scores | undefined {
  return frames.toSorted((one, other) => judged(other, mode) - judged(one, mode))[0]
}

function levelOf({ porn, hentai, sexy }: Scores): number {
  const explicit = porn + hentai
  if (explicit >= 0.85) return 5
  if (explicit >= 0.5) return 4
  if (explicit >= 0.25 || sexy >= 0.7) return 3
  if (sexy >= 0.4) return 2
  return sexy + explicit >= 0.15 ? 1 : 0
}

function categoryOf({ porn, hentai, sexy }: Scores): Verdict['category'] {
  if (sexy > porn + hentai) return 'partial'
  return hentai > porn ? 'drawn' : 'explicit'
}

const said = (scores: Scores) =>
  Object.entries(scores)
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, share]) => `${name} ${round(share)}`)
    .join(', ')

const round = (share: number) => Math.round(share * 1000) / 1000
