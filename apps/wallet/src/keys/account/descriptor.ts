import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import type { AccountType } from '@hornets/contract/wallet/set-up'
import type { NetworkTraits } from '../../bitcoin/network.ts'
import type { Branch } from '../../coins/coin.ts'
import { type Account, type AccountKey, isShared, subscribersAccountOf } from './account.ts'
import { descriptorChecksum, withChecksum } from './descriptor-checksum.ts'
import { parseExtendedKey } from './extended-key.ts'
import { describePolicy, PolicyError, parsePolicy } from './policy.ts'

const functions: Record<string, AccountType> = { wpkh: 'bip84', tr: 'bip86' }

/** Both branches in one: `wpkh([fingerprint/path]xpub/<0;1>/*)#checksum` (BIP 380, 389). */
export function describeAccount(account: Account): string {
  return isShared(account) ? describePolicy(account.policy) : withChecksum(descriptorOf(account, '<0;1>'))
}

export function describeBranch(account: Account, branch: Branch): string {
  if (branch === 2) return describeSubscribers(account)
  return isShared(account)
    ? describePolicy(account.policy, branch)
    : withChecksum(descriptorOf(account, String(branch)))
}

/** The receiving branch of the account for subscribers' addresses. Throws without one. */
function describeSubscribers(account: Account): string {
  const subscribers = subscribersAccountOf(account)
  if (!subscribers) throw new Error('expected an account for subscribers, got none')
  return withChecksum(descriptorOf(subscribers, '0'))
}

/** xpub, tpub, zpub, vpub, or a descriptor. Throws PolicyError, also for private keys. */
export function parseAccount(given: string, network: NetworkTraits): Account {
  const text = given.trim()
  const bare = parseExtendedKey(text, network)
  if (bare) return { type: 'bip84', xpub: bare, fingerprint: null, path: null }
  const [body = '', checksum] = text.replaceAll(/\s/g, '').split('#')
  if (checksum !== undefined && descriptorChecksum(body) !== checksum)
    throw new PolicyError(walletMessages.descriptorChecksum)
  const policy = parsePolicy(body, network)
  if (policy) return { type: policy.kind, policy }
  const account = parseSingle(body, network)
  if (!account) throw new PolicyError(walletMessages.descriptorInvalid)
  return account
}

function parseSingle(body: string, network: NetworkTraits): AccountKey | null {
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
