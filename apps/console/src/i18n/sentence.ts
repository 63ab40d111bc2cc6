import { type Figures, fillIn } from '@hornets/contract/sentence'
import { formatNumber } from '../ui/text/format.ts'
import { translateMessage } from './texts.ts'

/** A server's sentence: its English text and, with figures, its data. */
export interface Sentence {
  readonly message: string
  readonly template?: string | undefined
  readonly figures?: Figures | undefined
}

/** In the user's language with localized numbers (I18N-04). Rates keep their decimals. */
export function translateSentence({ message, template, figures }: Sentence): string {
  if (template === undefined) return translateMessage(message)
  const write = (value: number) => formatNumber(value, { maximumFractionDigits: 3 })
  return fillIn(translateMessage(template), figures ?? {}, write)
}
