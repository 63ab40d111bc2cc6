import type { Network } from '@hornets/contract/wallet/set-up'
import { bech32, bech32m } from '@scure/base'

/** Prefix of a network's addresses (BIP 173). */
const prefixes: Record<Network, string> = { mainnet: 'bc', testnet4: 'tb', signet: 'tb', regtest: 'bcrt' }

/** BIP 173, BIP 350. With an unknown network, any bitcoin network's; the wallet decides. */
export function isAddress(text: string, network: Network | undefined): boolean {
  const decoded = decode(text.trim())
  if (!decoded) return false
  const allowed = network ? [prefixes[network]] : ['bc', 'tb', 'bcrt']
  return allowed.includes(decoded.prefix)
}

/** Satoshis: an output has 11 bytes besides the program and takes 67 vbytes to spend, at 3 sat/vB (dustrelayfee). */
export const leastSatsOf = (address: string) => 3 * (11 + (decode(address.trim())?.programBytes ?? 20) + 67)

function decode(text: string): { prefix: string; programBytes: number } | undefined {
  // Version 0 uses the checksum of BIP 173, later ones that of BIP 350.
  const first = bech32.decodeUnsafe(text)
  const later = bech32m.decodeUnsafe(text)
  const found = first ?? later
  const version = found?.words[0]
  if (!found || version === undefined || version > 16 || (version === 0) !== (first !== undefined)) return undefined
  const program = (first ? bech32 : bech32m).fromWordsUnsafe(found.words.slice(1))
  if (!program || program.length < 2 || program.length > 40) return undefined
  if (version === 0 && program.length !== 20 && program.length !== 32) return undefined
  if (version === 1 && program.length !== 32) return undefined
  return { prefix: found.prefix, programBytes: program.length }
}
