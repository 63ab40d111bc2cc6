import type { TierGives } from '@hornets/contract/admin/relay-settings'
import { readKind } from '../add-kind.tsx'

/** What a tier gives besides space, while it is edited: a missing limit is the relay's own. */
export const fileUnits = ['KB', 'MB', 'GB'] as const
export type FileUnit = (typeof fileUnits)[number]

const daysMax = 36_500

/** The part of a tier that says what it gives. */
export const givesOf = ({ kinds, maxfile, days }: TierGives): TierGives => ({
  ...(kinds && { kinds }),
  ...(maxfile !== undefined && { maxfile }),
  ...(days !== undefined && { days }),
})

/** '20 MB' as its parts; null where no size is typed. */
export function readFileSize(maxfile: string | undefined): { value: number | null; unit: FileUnit | undefined } {
  const [value = '', unit] = (maxfile ?? '').split(' ')
  return { value: value === '' ? null : Number(value), unit: fileUnits.find(one => one === unit) }
}

export const writeFileSize = (value: number | null, unit: FileUnit): string | undefined =>
  value === null ? undefined : `${value} ${unit}`

/** Kinds as they are typed: '1, 7'. What is no kind is kept, so that it can be pointed out. */
export function kindsIn(text: string): string[] | undefined {
  const typed = text.split(/[\s,;]+/).filter(part => part !== '')
  return typed.length === 0 ? undefined : [...new Set(typed.map(part => `kind${readKind(part) ?? part}`))]
}

export const kindsText = (kinds: readonly string[] | undefined): string =>
  (kinds ?? []).map(name => name.slice('kind'.length)).join(', ')

export type GivesError = 'kinds' | 'file' | 'days'

/** What is wrong with it, if anything. */
export function givesError({ kinds, maxfile, days }: TierGives): GivesError | undefined {
  if (kinds?.some(name => readKind(name.slice('kind'.length)) === null)) return 'kinds'
  const file = readFileSize(maxfile).value
  if (maxfile !== undefined && (file === null || !(file > 0) || Math.round(file * 1000) / 1000 !== file)) return 'file'
  if (days !== undefined && (!Number.isInteger(days) || days < 1 || days > daysMax)) return 'days'
  return undefined
}
