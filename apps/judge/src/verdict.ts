import { decisionOn, type JudgeMode, judgedShare } from '@hornets/contract/admin/files/image-shares'
import type { Scores } from './scores.ts'

export interface Verdict {
  /** 0: harmless, 5: explicit. */
  readonly content_level: number
  readonly decision: ReturnType<typeof decisionOn>
  readonly explanation: string
  /** 0 to 1, that the decision is right. */
  readonly confidence: number
  readonly category: 'explicit' | 'partial' | 'drawn' | 'safe'
}

export function verdictOf(scores: Scores, mode: JudgeMode, threshold: number): Verdict {
  const confidence = judgedShare(scores, mode)
  const decision = decisionOn(confidence, threshold)
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
export function worstOf(frames: readonly Scores[], mode: JudgeMode): Scores | undefined {
  return frames.toSorted((one, other) => judgedShare(other, mode) - judgedShare(one, mode))[0]
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
