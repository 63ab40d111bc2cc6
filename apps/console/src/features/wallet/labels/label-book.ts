import * as z from 'zod/mini'

/** What a label belongs to (BIP 329). */
export type LabelType = 'tx' | 'addr' | 'output'

/** Labels by `<type>:<ref>`. */
export type LabelBook = Readonly<Record<string, string>>

/** A frozen coin can be listed without a label. */
const line = z.object({ type: z.enum(['tx', 'addr', 'output']), ref: z.string(), label: z.optional(z.string()) })

export const labelKey = (type: LabelType, ref: string) => `${type}:${ref}`

/** Labels from the wallet's BIP 329 export. Throws if it is invalid. */
export function readLabels(jsonl: string): LabelBook {
  const rows = jsonl
    .split('\n')
    .filter(Boolean)
    .map(text => line.parse(JSON.parse(text)))
  return Object.fromEntries(
    rows.flatMap(({ type, ref, label }) => (label === undefined ? [] : [[labelKey(type, ref), label]])),
  )
}

/** The book with one label set; an empty label is removed. */
export function withLabel(book: LabelBook, type: LabelType, ref: string, label: string): LabelBook {
  const { [labelKey(type, ref)]: _, ...others } = book
  return label === '' ? others : { ...others, [labelKey(type, ref)]: label }
}
