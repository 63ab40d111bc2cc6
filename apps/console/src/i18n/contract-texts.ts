import type { Field, Group } from '@hornets/contract/admin/settings'
import { kindNames } from '@hornets/contract/text/kinds'
import { formatNumber } from '../ui/text/format.ts'
import { findText } from './texts.ts'

/** A text that is English in the contract, and has a key in the other catalogues. */
function contractText(key: string, english: string): string {
  return findText(`contract.${key}`) ?? english
}

export interface FieldTexts {
  readonly title: string
  readonly description: string
}

export function groupTexts({ name, title, description }: Group): FieldTexts {
  return {
    title: contractText(`groups.${name}.title`, title),
    description: contractText(`groups.${name}.description`, description),
  }
}

/** A field's texts by its path in the group: `['nitter', 'requests_per_minute']`. */
export function fieldTexts(group: Group, path: readonly string[], { title, description }: Field): FieldTexts {
  const key = `groups.${group.name}.fields.${path.join('.fields.')}`
  return { title: contractText(`${key}.title`, title), description: contractText(`${key}.description`, description) }
}

/** A kind without a common name is called by its number, which need not be repeated. */
export const isCalledByNumber = (kind: number): boolean => kindName(kind).endsWith(String(kind))

/** A kind's common name, or its number. */
export function kindName(kind: number): string {
  return (
    contractText(`kinds.${kind}`, kindNames.get(kind) ?? '') ||
    contractText('kind', `Kind ${kind}`).replace('{{kind}}', String(kind))
  )
}

/** '1.5 GB per month', as tiers are called on the wire, in the user's language. */
export function dataLimitText(limit: string): string {
  const [, size, unit] = /^(\d+(?:\.\d+)?) ([MGT]B) per month$/.exec(limit) ?? []
  if (!size) return limit
  return contractText('perMonth', '{{size}} per month').replace('{{size}}', `${formatNumber(Number(size))} ${unit}`)
}
