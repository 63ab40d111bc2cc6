import { servedNips } from '@hornets/contract/nostr'
import { t } from '../../i18n/texts.ts'

/** Chosen NIPs that this relay does not implement, ascending. */
export const unservedNips = (chosen: readonly number[]): number[] =>
  chosen.filter(nip => !servedNips.includes(nip)).sort((a, b) => a - b)

/** A hint about a value that is valid but misleading; undefined if none. */
export function adviceOn(group: string, key: string, value: unknown): string | undefined {
  if (group !== 'relay_info' || key !== 'relaysupportednips' || !Array.isArray(value)) return undefined
  const nips = unservedNips(value as number[])
  if (nips.length === 0) return undefined
  return t('settings.numbers.notServed', { count: nips.length, nips: nips.join(', ') })
}
