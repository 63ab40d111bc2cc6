import { decisionOn, type ImageShares, judgedShare } from '@hornets/contract/admin/files/image-shares'
import type { ModerationPreview } from '@hornets/contract/admin/notifications/moderation'
import type { imageModeration, ValuesOf } from '@hornets/contract/admin/settings'
import type { Verdict } from './image-judge.ts'

export type JudgedWith = Pick<Verdict, 'decision' | 'confidence' | 'explanation' | 'mode' | 'threshold'>
type Wanted = Pick<ValuesOf<typeof imageModeration>, 'mode' | 'threshold'>
type Outcome = JudgedWith['decision'] | 'UNKNOWN'

export function previewOf(verdicts: readonly JudgedWith[], wanted: Wanted): ModerationPreview {
  const now = { allow: 0, flag: 0, block: 0, unknown: 0 }
  const changed = { ...now }
  for (const verdict of verdicts) {
    now[nameOf(verdict.decision)]++
    changed[nameOf(outcomeWith(verdict, wanted))]++
  }
  const { unknown: _none, ...judged } = now
  return { judged: verdicts.length, now: judged, changed }
}

function outcomeWith({ decision, confidence, explanation, mode, threshold }: JudgedWith, wanted: Wanted): Outcome {
  if (mode === null || (mode === wanted.mode && threshold === wanted.threshold)) return decision
  const scores = scoresIn(explanation)
  if (scores) return decisionOn(judgedShare(scores, wanted.mode), wanted.threshold)
  if (mode !== wanted.mode) return 'UNKNOWN'
  const share = decision === 'ALLOW' ? 1 - confidence : confidence
  if (share >= wanted.threshold) return 'BLOCK'
  return decision === 'BLOCK' ? 'FLAG' : decision
}

/** The built-in judge names the share of each of its classes: "neutral 0.9, sexy 0.1, …; mode basic, threshold 0.4". */
function scoresIn(explanation: string): ImageShares | undefined {
  const shareOf = (name: string) => {
    const [, share] = new RegExp(`(?:^|, )${name} ([01](?:\\.\\d+)?)(?:,|;)`).exec(explanation) ?? []
    return share === undefined ? undefined : Number(share)
  }
  const [porn, hentai, sexy] = ['porn', 'hentai', 'sexy'].map(shareOf)
  return porn === undefined || hentai === undefined || sexy === undefined ? undefined : { porn, hentai, sexy }
}

const names = { ALLOW: 'allow', FLAG: 'flag', BLOCK: 'block', UNKNOWN: 'unknown' } as const
const nameOf = <Name extends Outcome>(outcome: Name) => names[outcome]
