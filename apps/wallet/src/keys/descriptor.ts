import { createHash } from 'node:crypto'
import type { AccountType } from '@hornets/contract/wallet/set-up'
import { createBase58check } from '@scure/base'
import { HDKey } from '@scure/bip32'
import type { Branch } from '../coins/coin.ts'
import type { NetworkTraits } from '../network.ts'
import type { AccountKey } from './account.ts'
import { descriptorChecksum, withChecksum } from './descriptor-checksum.ts'

const base58check = createBase58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest())

/** zpub and vpub say P2WPKH by their version (SLIP 132); the key in them is an xpub's. */
const slip132: Record<number, number> = { 78792518: 0x0488b21e, 73342198: 0x043587cf }

const functions: Record<string, AccountType> = { wpkh: 'bip84', tr: 'bip86' }

/** Both branches in one, `wpkh([fingerprint/path]xpub/<0;1>/*)#checksum` (BIP 380, 389). */
export function describeAccount(account: AccountKey): string {
  return withChecksum(descriptorOf(account, '<0;1>'))
}

/** One branch, for software that takes one a descriptor. */
export function describeBranch(account: AccountKey, branch: Branch): string {
  return withChecksum(descriptorOf(account, String(branch)))
}

/**
 * An account as its owner gives it: an xpub, tpub, zpub or vpub, or a descriptor `wpkh(…)` or `tr(…)` over one, with or
 * without origin, branches and checksum. Null for anything else, for a key of another network, and for a private key.
 */
export function parseAccount(given: string, network: NetworkTraits): AccountKey | null {
  const text = given.trim()
  const bare = parseExtendedKey(text, network)
  if (bare) return { type: 'bip84', xpub: bare, fingerprint: null, path: null }
  const [body = '', checksum] = text.split('#')
  if (checksum !== undefined && descriptorChecksum(body) !== checksum) return null
  const match =
    /^(wpkh|tr)\((?:\[([0-9a-fA-F]{8})((?:\/\d{1,10}['hH]?)*)\])?([1-9A-HJ-NP-Za-km-z]{100,120})(?:\/(?:<0;1>|0)\/\*)?\)$/.exec(
      body,
    )
  if (!match) return null
  const [, name = '', fingerprint, path = '', key = ''] = match
  const xpub = parseExtendedKey(key, network)
  const type = functions[name]
  if (!xpub || !type) return null
  const normalPath = path.slice(1).replaceAll(/['H]/g, 'h')
  return { type, xpub, fingerprint: fingerprint?.toLowerCase() ?? null, path: fingerprint ? normalPath : null }
}

function descriptorOf({ type, xpub, fingerprint, path }: AccountKey, branch: string): string {
  const origin = fingerprint === null ? '' : `[${fingerprint}${path ? `/${path}` : ''}]`
  return `${type === 'bip84' ? 'wpkh' : 'tr'}(${origin}${xpub}/${branch}/*)`
}

/** The key in the network's own version, or null. */
function parseExtendedKey(text: string, { bip32 }: NetworkTraits): string | null {
  try {
    const bytes = Buffer.from(base58check.decode(text))
    const version = bytes.readUInt32BE(0)
    const plain = slip132[version] ?? version
    if (plain !== bip32.public) return null
    bytes.writeUInt32BE(plain, 0)
    return HDKey.fromExtendedKey(base58check.encode(bytes), bip32).publicExtendedKey
  } catch {
    return null
  }
}
