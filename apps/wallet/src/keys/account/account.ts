import {
  type AccountType,
  highestAccountNumber,
  type SharedType,
  subscribersOffset,
} from '@hornets/contract/wallet/set-up'
import { HDKey } from '@scure/bip32'
import type { NetworkTraits } from '../../bitcoin/network.ts'
import { keysOf, type Policy } from './policy.ts'

/** The public side of an account: what watching needs, and what lets a signer find its keys. */
export interface AccountKey {
  readonly type: AccountType
  /** Base58 (BIP 32), in the network's version. */
  readonly xpub: string
  /** Fingerprint of the master key, 8 hex characters; null if unknown. */
  readonly fingerprint: string | null
  /** From the master key, e.g. `84h/0h/0h`; null if unknown. */
  readonly path: string | null
  /** The xpub of the account for subscribers' addresses; null without one, as it takes the words to derive it. */
  readonly subscribersXpub?: string | null
}

/** An account shared by several keys; it can only be watched here. */
export interface SharedAccount {
  readonly type: SharedType
  readonly policy: Policy
}

export type Account = AccountKey | SharedAccount

export function isShared(account: Account): account is SharedAccount {
  return 'policy' in account
}

/** `m/84'/0'/0'` (BIP 84) or `m/86'/0'/0'` (BIP 86), with coin type 1 on test networks. */
function accountPath(type: AccountType, { coinType }: NetworkTraits, number: number): string {
  return `${type === 'bip84' ? 84 : 86}h/${coinType}h/${number}h`
}

/** The account's number (BIP 44), from 0; null if its path is unknown or different, or its keys differ in it. */
export function accountNumberOf(account: Account): number | null {
  if (isShared(account)) {
    const numbers = new Set(keysOf(account.policy).map(({ path }) => numberIn(path)))
    const [number = null] = numbers
    return numbers.size === 1 ? number : null
  }
  return numberIn(account.path)
}

function numberIn(path: string | null): number | null {
  const number = /^\d+h\/\d+h\/(\d+)h(?:\/|$)/.exec(path ?? '')?.[1]
  return number === undefined ? null : Number(number)
}

/** The number of the account for subscribers' addresses; null above the highest. */
export function subscribersNumberOf(number: number): number | null {
  return number + subscribersOffset <= highestAccountNumber ? number + subscribersOffset : null
}

/** The account for subscribers' addresses; null if it is unknown. Its change goes to the main account. */
export function subscribersAccountOf(account: Account): AccountKey | null {
  if (isShared(account) || !account.subscribersXpub) return null
  const { type, fingerprint, path, subscribersXpub: xpub } = account
  const number = subscribersNumberOf(accountNumberOf(account) ?? 0)
  return { type, fingerprint, xpub, path: path && number !== null ? path.replace(/\d+h$/, `${number}h`) : null }
}

/** An account's private key; number 0 by default. The caller wipes it. */
export function deriveAccount(seed: Uint8Array, type: AccountType, network: NetworkTraits, number = 0): HDKey {
  const master = HDKey.fromMasterSeed(seed, network.bip32)
  const account = master.derive(`m/${accountPath(type, network, number).replaceAll('h', "'")}`)
  master.wipePrivateData()
  return account
}

export function publicAccount(seed: Uint8Array, type: AccountType, network: NetworkTraits, number = 0): AccountKey {
  const master = HDKey.fromMasterSeed(seed, network.bip32)
  const fingerprint = master.fingerprint.toString(16).padStart(8, '0')
  master.wipePrivateData()
  const xpub = xpubOf(seed, type, network, number)
  const subscribers = subscribersNumberOf(number)
  const subscribersXpub = subscribers === null ? null : xpubOf(seed, type, network, subscribers)
  return { type, xpub, fingerprint, path: accountPath(type, network, number), subscribersXpub }
}

function xpubOf(seed: Uint8Array, type: AccountType, network: NetworkTraits, number: number): string {
  const account = deriveAccount(seed, type, network, number)
  const xpub = account.publicExtendedKey
  account.wipePrivateData()
  return xpub
}
