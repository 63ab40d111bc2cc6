import type { AccountType, Network, SharedType } from '@hornets/contract/wallet/set-up'
import { networkTraits } from '../chain/network.ts'
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
      }
    )
  }

  markSearched(tx: WalletTransaction): void {
    tx.run('UPDATE wallet SET searched = 1')
  }

  settleNetwork(tx: WalletTransaction, network: Network): void {
    tx.run('UPDATE wallet SET networks = ?', network)
  }

  /** Throws if there is one. */
  insert(
    tx: WalletTransaction,
    { account, networks, sealed, createdAt, restored, gapLimit, searched }: WalletRow,
  ): void {
    tx.run(
      `INSERT INTO wallet (id, account_type, xpub, fingerprint, path, networks, sealed, created_at, restored, gap_limit, searched, descriptor)
       VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      account.type,
      ...(isShared(account) ? ['', null, null] : [account.xpub, account.fingerprint, account.path]),
      networks.join(' '),
      sealed,
      createdAt,
      Number(restored),
      gapLimit,
      Number(searched),
      isShared(account) ? describeAccount(account) : null,
    )
  }
}

function accountOf(row: StoredWallet): Account {
  const [network] = row.networks.split(' ') as Network[]
  if (row.descriptor !== null && network) return parseAccount(row.descriptor, networkTraits(network))
  return { type: row.account_type as AccountType, xpub: row.xpub, fingerprint: row.fingerprint, path: row.path }
}
