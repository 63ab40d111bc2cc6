import type { AccountType, Network, SharedType } from '@hornets/contract/wallet/set-up'
import { networkTraits } from '../bitcoin/network.ts'
import type { WalletReads, WalletTransaction } from '../database/wallet-database.ts'
import { type Account, isShared } from './account/account.ts'
import { describeAccount, parseAccount } from './account/descriptor.ts'

export interface WalletRow {
  readonly account: Account
  /** One of these networks; several only in a file of an older version that was not opened since. */
  readonly networks: readonly Network[]
  /** See seal.ts; null for a watch-only wallet. */
  readonly sealed: string | null
  readonly createdAt: number
  readonly restored: boolean
  readonly gapLimit: number
  /** The chain was read to its end: addresses given out before the words were entered are known. */
  readonly searched: boolean
  /** The longest run ever of unpaid receiving addresses: a restore needs a gap limit as high. */
  readonly widestGap: number
  /** False for restored words until the operator accepts that a search found nothing. */
  readonly searchAccepted: boolean
  /** Created here, and nobody has proven since that its words were written down. */
  readonly wordsUnchecked: boolean
}

interface StoredWallet {
  account_type: AccountType | SharedType
  xpub: string
  fingerprint: string | null
  path: string | null
  /** For a shared account; null for one with a single key. */
  descriptor: string | null
  networks: string
  sealed: string | null
  created_at: number
  restored: number
  gap_limit: number
  searched: number
  subscribers_xpub: string | null
  widest_gap: number
  search_accepted: number
  words_unchecked: number
}

export class KeyStore {
  readonly #reads: WalletReads

  constructor(reads: WalletReads) {
    this.#reads = reads
  }

  read(): WalletRow | undefined {
    const row = this.#reads.get<StoredWallet>('SELECT * FROM wallet WHERE id = 1')
    return (
      row && {
        account: accountOf(row),
        networks: row.networks.split(' ') as Network[],
        sealed: row.sealed,
        createdAt: row.created_at,
        restored: row.restored === 1,
        gapLimit: row.gap_limit,
        searched: row.searched === 1,
        widestGap: row.widest_gap,
        searchAccepted: row.search_accepted === 1,
        wordsUnchecked: row.words_unchecked === 1,
      }
    )
  }

  markSearched(tx: WalletTransaction): void {
    tx.run('UPDATE wallet SET searched = 1')
  }

  /** Later addresses have to be searched for, with this gap limit. */
  searchAgain(tx: WalletTransaction, gapLimit: number): void {
    tx.run('UPDATE wallet SET searched = 0, gap_limit = ?', gapLimit)
  }

  acceptSearch(tx: WalletTransaction): void {
    tx.run('UPDATE wallet SET search_accepted = 1')
  }

  markWordsChecked(tx: WalletTransaction): void {
    tx.run('UPDATE wallet SET words_unchecked = 0')
  }

  putSubscribers(tx: WalletTransaction, xpub: string): void {
    tx.run('UPDATE wallet SET subscribers_xpub = ?', xpub)
  }

  putWidestGap(tx: WalletTransaction, gap: number): void {
    tx.run('UPDATE wallet SET widest_gap = max(widest_gap, ?)', gap)
  }

  settleNetwork(tx: WalletTransaction, network: Network): void {
    tx.run('UPDATE wallet SET networks = ?', network)
  }

  /** Throws if there is one. */
  insert(
    tx: WalletTransaction,
    {
      account,
      networks,
      sealed,
      createdAt,
      restored,
      gapLimit,
      searched,
      searchAccepted,
      wordsUnchecked,
    }: Omit<WalletRow, 'widestGap'>,
  ): void {
    tx.run(
      `INSERT INTO wallet (id, account_type, xpub, fingerprint, path, networks, sealed, created_at, restored, gap_limit, searched, descriptor,
         subscribers_xpub, search_accepted, words_unchecked)
       VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      account.type,
      ...(isShared(account) ? ['', null, null] : [account.xpub, account.fingerprint, account.path]),
      networks.join(' '),
      sealed,
      createdAt,
      Number(restored),
      gapLimit,
      Number(searched),
      isShared(account) ? describeAccount(account) : null,
      isShared(account) ? null : (account.subscribersXpub ?? null),
      Number(searchAccepted),
      Number(wordsUnchecked),
    )
  }
}

function accountOf(row: StoredWallet): Account {
  const [network] = row.networks.split(' ') as Network[]
  if (row.descriptor !== null && network) return parseAccount(row.descriptor, networkTraits(network))
  const { xpub, fingerprint, path, subscribers_xpub: subscribersXpub } = row
  return { type: row.account_type as AccountType, xpub, fingerprint, path, subscribersXpub }
}
