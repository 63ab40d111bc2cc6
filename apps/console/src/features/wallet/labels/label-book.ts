import * as z from 'zod/mini'

/** What a label hangs on (BIP 329). */
export type LabelType = 'tx' | 'addr' | 'output'

/** Labels by `<type>:<ref>`. */
export type LabelBook = Readonly<Record<string, string>>

/** A coin that is kept may stand there without a label. */
const line = z.object({ type: z.enum(['tx', 'addr', 'output']), ref: z.string(), label: z.optional(z.string()) })

export const labelKey = (type: LabelType, ref: string) => `${type}:${ref}`

/** The labels of a BIP 329 file, as the wallet exports it. Throws for what is none. */
export function readLabels(jsonl: string): LabelBook {
  const rows = jsonl
    .split('\n')
    .filter(Boolean)
    .map(text => line.parse(JSON.parse(text)))
  return Object.fromEntries(
    rows.flatMap(({ type, ref, label }) => (label === undefined ? [] : [[labelKey(type, ref), label]])),
  )
}

/** The same with one label set; an empty one is taken away. */
export function withLabel(book: LabelBook, type: LabelType, ref: string, label: string): LabelBook {
  const { [labelKey(type, ref)]: _, ...others } = book
  return label === '' ? others : { ...others, [labelKey(type, ref)]: label }
}
