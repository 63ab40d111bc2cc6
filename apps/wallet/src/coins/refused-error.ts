import { type Figures, type FiguresOf, fillIn } from '@hornets/contract/sentence'
import type { Refusal, RefusalReason } from '@hornets/contract/wallet/answers/refusals'

/** A refused payment with its reason, sentence and figures. No coin was touched. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
  readonly reason: RefusalReason
  readonly template: string
  readonly figures: Figures

  constructor({ reason, template }: Refusal, figures: Figures = {}) {
    super(fillIn(template, figures))
    this.reason = reason
    this.template = template
    this.figures = figures
  }
}

/** The refusal with figures for its template, and optional further ones. */
export function refused<const One extends Refusal>(
  refusal: One,
  ...[figures]: FiguresOf<One['template']>
): RefusedError {
  return new RefusedError(refusal, figures)
}
