import { type Figures, type FiguresOf, fillIn } from '@hornets/contract/sentence'
import type { Refusal, RefusalReason } from '@hornets/contract/wallet/refusals'

/** A payment that is not made, with the reason in a word, in a sentence and in figures. Nothing has happened to any coin. */
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

/** The refusal with a figure for every place of its sentence, and more where programs want it. */
export function refused<const One extends Refusal>(
  refusal: One,
  ...[figures]: FiguresOf<One['template']>
): RefusedError {
  return new RefusedError(refusal, figures)
}
