import { messages } from '@hornets/contract'
import { general, relayInfo } from '@hornets/contract/admin/settings'
import { toPrivateKey, toPubkeyHex } from '../keys/nostr-keys.ts'

const keptForms: Record<string, { read: (given: string) => string | Uint8Array | null; otherwise: string }> = {
  [`${general.name}.private_key`]: { read: toPrivateKey, otherwise: messages.privateKeyInvalid },
  [`${relayInfo.name}.relaypubkey`]: { read: toPubkeyHex, otherwise: messages.pubkeyInvalid },
}

/** Converts keys: the private one to bytes, others to hex. Invalid keys are reported in `fields`. */
export function normalise(group: string, key: string, value: unknown, fields: Record<string, string>): unknown {
  const form = keptForms[`${group}.${key}`]
  if (!form || typeof value !== 'string') return value
  const kept = form.read(value)
  if (kept === null) fields[key] = form.otherwise
  return kept
}
