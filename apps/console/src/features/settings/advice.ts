import { servedNips } from '@hornets/contract/nostr'
import { t } from '../../i18n/texts.ts'

/** NIPs that were chosen though this relay does not serve them, ascending. */
export const unservedNips = (chosen: readonly number[]): number[] =>
  chosen.filter(nip => !servedNips.includes(nip)).sort((a, b) => a - b)

/** What the form has to say about a value that is allowed and yet not what it seems; undefined when there is nothing. */
export function adviceOn(group: string, key: string, value: unknown): string | undefined {
  if (group !== 'relay_info' || key !== 'relaysupportednips' || !Array.isArray(value)) return undefined
  const nips = unservedNips(value as number[])
  if (nips.length === 0) return undefined
  return t('settings.numbers.notServed', { count: nips.length, nips: nips.join(', ') })
}
