import { type Figures, fillIn } from '@hornets/contract/sentence'
import { formatNumber } from '../ui/text/format.ts'
import { translateMessage } from './texts.ts'

/** A sentence of a server: its English text and, where it holds figures, the same as data. */
export interface Sentence {
  readonly message: string
  readonly template?: string | undefined
  readonly figures?: Figures | undefined
}

/** In the user's language, with numbers as that language writes them (I18N-04). Rates keep the decimals that they have. */
export function translateSentence({ message, template, figures }: Sentence): string {
  if (template === undefined) return translateMessage(message)
  const write = (value: number) => formatNumber(value, { maximumFractionDigits: 3 })
  return fillIn(translateMessage(template), figures ?? {}, write)
}
