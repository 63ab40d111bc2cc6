import type { Field, Group } from '@hornets/contract/admin/settings'
import { kindNames } from '@hornets/contract/nostr'
import { findText } from './texts.ts'

/** A text that stands in English in the contract, and in the other catalogues under its own key. */
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

/** Texts of a field by its path in the group: `['nitter', 'requests_per_minute']`. */
export function fieldTexts(group: Group, path: readonly string[], { title, description }: Field): FieldTexts {
  const key = `groups.${group.name}.fields.${path.join('.fields.')}`
  return { title: contractText(`${key}.title`, title), description: contractText(`${key}.description`, description) }
}

/** A kind without a common name is called by its number, which need not stand beside it again. */
export const isCalledByNumber = (kind: number): boolean => kindName(kind).endsWith(String(kind))

/** The common name of a kind, or its number where it has none. */
export function kindName(kind: number): string {
  return (
    contractText(`kinds.${kind}`, kindNames.get(kind) ?? '') ||
    contractText('kind', `Kind ${kind}`).replace('{{kind}}', String(kind))
  )
}
