import { messages } from '@hornets/contract'
import type { AccessList, WordMatch } from '@hornets/contract/admin/access-lists'
import { decode } from 'nostr-tools/nip19'
import { toPubkeyHex } from '../../keys/nostr-keys.ts'
import { toNetwork } from './address-set.ts'
import { isPattern } from './pattern-search.ts'
import { searchable } from './text-search.ts'

/** The key that a NIP-05 name belongs to, hex; null if its server names none. Throws if it does not answer. */
export type FindName = (name: string) => Promise<string | null>

export type ReadValue = { readonly value: string } | { readonly error: string }

const nip05 = /^([a-z0-9._-]+@)?[a-z0-9-]+(\.[a-z0-9-]+)+$/i

export async function readValue(
  { list, value, match }: { readonly list: AccessList; readonly value: string; readonly match: WordMatch },
  findName: FindName,
): Promise<ReadValue> {
  if (list === 'allowed-pubkeys') return readPubkey(value, findName)
  if (list === 'addresses') {
    const network = toNetwork(value)
    if (network === null) return { error: messages.addressInvalid }
    return network.endsWith('/0') ? { error: messages.networkOfAll } : { value: network }
  }
  if (match === 'pattern') {
    return (await isPattern(value)) ? { value } : { error: messages.patternInvalid }
  }
  const isWord = value.length <= wordCharsMax && searchable(value) !== ''
  return isWord ? { value } : { error: messages.wordInvalid }
}

/** A key given as hex, npub, nprofile or NIP-05 name. */
export async function readPubkey(given: string, findName: FindName): Promise<ReadValue> {
  const key = given.replace(/^nostr:/i, '')
  const pubkey = toPubkeyHex(key) ?? keyOfProfile(key)
  if (pubkey !== null) return { value: pubkey }
  if (!nip05.test(key)) return { error: messages.pubkeyInvalid }
  try {
    const found = await findName(key.toLowerCase())
    return found === null ? { error: messages.nameUnknown } : { value: found }
  } catch {
    return { error: messages.nameUnreachable }
  }
}

const wordCharsMax = 300

function keyOfProfile(given: string): string | null {
  if (!given.startsWith('nprofile1')) return null
  try {
    const decoded = decode(given)
    return decoded.type === 'nprofile' ? toPubkeyHex(decoded.data.pubkey) : null
  } catch {
    return null
  }
}
