import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { ApiError } from '@hornets/server/api-error'
import { AuditLog } from '../audit/audit-log.ts'
import { networkTraits } from '../bitcoin/network.ts'
import { WalletDatabase } from '../database/wallet-database.ts'
import { CoinBook } from '../history/coin-book.ts'
import { KeyStore } from '../keys/key-store.ts'
import { usualSealCost } from '../keys/secrets/seal.ts'
import { Vault } from '../keys/vault.ts'
import { LightningStore } from '../lightning/lightning-store.ts'
import { ApiKey } from '../operators/api-key.ts'
import { Operators } from '../operators/operators.ts'
import { Roster } from '../operators/roster.ts'
import { SecurityNews } from '../security/security-news.ts'
import type { BookParts } from './book-parts.ts'
import type { Frame } from './frame.ts'
import type { KeyParts } from './key-parts.ts'

export type OperatorParts = ReturnType<typeof openOperatorParts>

/** Who can use the wallet, and the key that it shares with the relay. */
export function openOperatorParts(frame: Frame, { vault, security, checkPassword }: KeyParts, { coins }: BookParts) {
  const { config, database, audit, now } = frame
  const apiKey = new ApiKey({ key: config.apiKey, file: config.apiKeyFile })
  const roster = new Roster({
    database,
    audit,
    now,
    named: config.operatorPubkey,
    checkPassword,
    allow: (action, pubkey, actor) => security.allowOperatorChange(action, pubkey, actor),
    hasWallet: () => vault.state() !== 'none',
    holdsMoney: () => holdsMoney(coins, database),
  })
  return { apiKey, roster, operators: new Operators({ database, audit, now, roster }) }
}

function holdsMoney(coins: CoinBook, database: WalletDatabase): boolean {
  const { confirmed, pending } = coins.balance()
  return confirmed + pending > 0 || new LightningStore(database.reads).connection() !== undefined
}

/** For use beside a running wallet. Throws without a wallet, or for another version. */
export async function openRoster(path: string, named: string | undefined) {
  const database = await WalletDatabase.openUnchanged(path)
  try {
    const [network] = new KeyStore(database.reads).read()?.networks ?? []
    if (network === undefined) throw new ApiError('wallet_missing', walletMessages.walletMissing)
    const now = Date.now
    const vault = new Vault({ database, network: networkTraits(network), now, sealCost: usualSealCost })
    const news = new SecurityNews({ database, now })
    const coins = new CoinBook({ database, now, tipHeight: () => null })
    const roster = new Roster({
      database,
      now,
      named,
      audit: new AuditLog(database, now),
      hasWallet: () => true,
      holdsMoney: () => holdsMoney(coins, database),
      checkPassword: password => vault.checkPassword(password),
      // Whoever reaches the file could change the setting in it.
      allow: (_action, _pubkey, actor) => tx => news.record(tx, 'operators', actor),
    })
    return { roster, hasPassword: vault.wallet().sealed !== null, close: () => database.close() }
  } catch (error) {
    database.close()
    throw error
  }
}
