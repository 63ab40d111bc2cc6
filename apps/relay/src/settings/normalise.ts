import { messages } from '@hornets/contract'
import { general, relayInfo } from '@hornets/contract/admin/settings'
import { toPrivateKeyHex, toPubkeyHex } from '../nostr-keys.ts'

const keptForms: Record<string, { read: (given: string) => string | null; otherwise: string }> = {
  [`${general.name}.private_key`]: { read: toPrivateKeyHex, otherwise: messages.privateKeyInvalid },
  [`${general.name}.relay_stats_db`]: { read: toFreeFileName, otherwise: messages.fileNameTaken },
  [`${relayInfo.name}.relaypubkey`]: { read: toPubkeyHex, otherwise: messages.pubkeyInvalid },
}

/** The statistics must not be written into a file that the relay keeps something else in. */
function toFreeFileName(name: string): string | null {
  return /^(admin\.db|relay\.db|relay\.lock|secret\.key|setup-token|media|wallet)/i.test(name) ? null : name
}

/** Keys are kept as hex, whichever form they came in. What only looks like a key goes into `fields`. */
export function normalise(group: string, key: string, value: unknown, fields: Record<string, string>): unknown {
  const form = keptForms[`${group}.${key}`]
  if (!form || typeof value !== 'string') return value
  const kept = form.read(value)
  if (kept === null) fields[key] = form.otherwise
  return kept
}
