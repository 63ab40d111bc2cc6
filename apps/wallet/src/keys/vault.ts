import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { type AccountType, gapLimits } from '@hornets/contract/wallet/set-up'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import pLimit from 'p-limit'
import type { NetworkTraits } from '../bitcoin/network.ts'
import type { OwnSpendKind, SpendKind, TransactionPlan } from '../coins/coin.ts'
import type { WalletDatabase } from '../database/wallet-database.ts'
import { type Account, type AccountKey, accountNumberOf, isShared, publicAccount } from './account/account.ts'
import type { Deriver } from './account/address-deriver.ts'
import { parseAccount } from './account/descriptor.ts'
import { PolicyError } from './account/policy.ts'
import type { WalletRow } from './key-store.ts'
import { OpenKeys } from './open-keys.ts'
import { areTheirs, type PlacedWord } from './secrets/checked-words.ts'
import { areWords, createWords, entropyOfWords, seedOfEntropy, wordsOfEntropy } from './secrets/mnemonic.ts'
import type { SealCost } from './secrets/seal.ts'
import { SealedWords } from './secrets/sealed-words.ts'
import { forgetSecret, type Secret } from './secrets/secret.ts'
import type { SideKey } from './secrets/side-key.ts'
import { WalletRecord } from './wallet-record.ts'

interface VaultParts {
  readonly database: WalletDatabase
  readonly network: NetworkTraits
  readonly now: Clock
  readonly sealCost: SealCost
  /** The received bytes of a password; overwritten after use. */
  readonly passwordBytes?: (given: string) => Buffer
  /** Milliseconds without use after which the wallet locks; null: never. */
  readonly idleMs?: () => number | null
  /** The keys became available or unavailable. */
  readonly onOpen?: () => void
  readonly onForget?: () => void
  /** A password opened the words, or did not, or a wallet was set up. */
  readonly onSecretsUsed?: () => void
  /** The wallet locked itself after inactivity. */
  readonly onIdleLock?: () => void
}

interface KeyOptions {
  readonly password: string
  readonly passphrase: string
  readonly type: AccountType
  /** From 0 (BIP 44); 0 by default. */
  readonly accountNumber?: number
}

/** Holds the keys: encrypted on disk, in memory while unlocked. Nothing else in the wallet sees one. */
export class Vault {
  readonly #parts: VaultParts
  /** What is known without keys. */
  readonly record: WalletRecord
  readonly #words: SealedWords
  readonly #keys: OpenKeys
  readonly #mutex = pLimit(1)

  /** Throws if this folder's wallet is on another network. */
  constructor(parts: VaultParts) {
    this.#parts = parts
    this.#words = new SealedWords(parts)
    this.#keys = new OpenKeys(parts)
    this.record = new WalletRecord(parts)
  }

  /** A watch-only wallet has nothing to lock and counts as unlocked. */
  state(): 'none' | 'locked' | 'unlocked' {
    if (!this.record.exists()) return 'none'
    return this.wallet().sealed === null || this.#keys.areOpen() ? 'unlocked' : 'locked'
  }

  /** Throws ApiError('wallet_missing'). */
  wallet(): WalletRow {
    return this.record.row()
  }

  /** Throws ApiError('wallet_missing'). */
  deriver(): Deriver {
    return this.record.deriver()
  }

  spendKind(): SpendKind {
    const shared = this.record.sharedSpend()
    if (shared) return shared
    const kind = this.#ownKind()
    return kind === 'p2wpkh' && this.wallet().sealed === null ? 'p2wpkh elsewhere' : kind
  }

  /** Returns the words, which later only `backUp` shows. Throws ApiError('conflict') if there is a wallet. */
  async create(options: KeyOptions & { wordCount: 12 | 24 }) {
    const words = createWords(options.wordCount)
    await this.#setUp(words, { ...options, restored: false, gapLimit: gapLimits.usual })
    return words
  }

  /** Throws ApiError('invalid_fields') for invalid words, ApiError('conflict') if there is a wallet. */
  async restore(options: KeyOptions & { words: readonly string[]; gapLimit?: number | undefined }): Promise<void> {
    if (!areWords(options.words)) throw invalid('words', walletMessages.wordsInvalid)
    await this.#setUp(options.words, { ...options, restored: true, gapLimit: options.gapLimit ?? gapLimits.usual })
  }

  /** Throws ApiError('invalid_fields') unless it is an account of this network, ApiError('conflict') as above. */
  async watch(descriptor: string, gapLimit: number = gapLimits.usual): Promise<void> {
    const account = this.#readAccount(descriptor)
    await this.#mutex(async () => {
      this.record.assertNone()
      const createdAt = this.#parts.now()
      const networks = [this.#parts.network.name]
      const search = { restored: true, searched: false, searchAccepted: true, wordsUnchecked: false, gapLimit }
      this.record.keep({ account, networks, sealed: null, createdAt, ...search })
    })
  }

  #readAccount(descriptor: string): Account {
    try {
      return parseAccount(descriptor, this.#parts.network)
    } catch (error) {
      if (error instanceof PolicyError) throw invalid('descriptor', error.message)
      throw error
    }
  }

  /** Throws ApiError: 'wallet_missing', 'conflict' if nothing is encrypted, 'forbidden', 'rate_limited'. */
  async unlock(password: string): Promise<void> {
    const secret = await this.#open(password)
    try {
      await this.#learnSubscribers(secret)
      await this.#keys.open(secret, this.#ownAccount())
    } finally {
      forgetSecret(secret)
    }
  }

  /** Milliseconds until the wallet locks itself; null if it does not. */
  locksInMs(): number | null {
    return this.#keys.leftMs()
  }

  /** Restarts the idle time after activity, or after the setting changed. */
  touch(): void {
    this.#keys.touch()
  }

  /** Drops the keys. Throws ApiError('wallet_missing'). */
  lock(): void {
    this.wallet()
    this.forget()
  }

  /** The same without requiring a wallet, when the process ends. */
  forget(): void {
    this.#keys.forget()
  }

  /** Any call to a watch-only wallet passes. Throws ApiError: 'wallet_missing', 'forbidden', 'rate_limited'. */
  async checkPassword(password: string | undefined): Promise<void> {
    if (this.wallet().sealed === null) return
    if (password === undefined) throw new ApiError('forbidden', walletMessages.passwordNeeded)
    forgetSecret(await this.#open(password))
  }

  /** Returns the words. Throws as `unlock` does. */
  async backUp(password: string): Promise<{ words: string[]; passphrase: string; account: AccountKey }> {
    const secret = await this.#open(password)
    const words = wordsOfEntropy(secret.entropy)
    const passphrase = secret.passphrase.toString()
    forgetSecret(secret)
    return { words, passphrase, account: this.#ownAccount() }
  }

  /** Once checked, words are accepted unread, so that nobody learns them. Throws ApiError('invalid_fields'). */
  async checkWords(password: string, given: readonly PlacedWord[]): Promise<void> {
    const row = this.wallet()
    if (!row.wordsUnchecked) return
    const secret = await this.#open(password)
    const areRight = areTheirs(wordsOfEntropy(secret.entropy), given)
    forgetSecret(secret)
    if (!areRight) throw invalid('words', walletMessages.wordsNotTheirs)
    this.record.markWordsChecked()
  }

  /** Hex. Throws ApiError('conflict') if watch-only, ApiError('wallet_locked'), also if locked meanwhile. */
  async sign(plan: TransactionPlan): Promise<string> {
    this.#assertKeys()
    this.touch()
    return this.#keys.signer().sign(plan, this.#ownKind())
  }

  /** Throws as `sign` does. */
  assertCanSign(): void {
    this.#assertKeys()
    this.#keys.signer()
  }

  /** Encrypts and decrypts other secrets. Throws as `sign` does. */
  sideKey(): SideKey {
    this.#assertKeys()
    return this.#keys.side()
  }

  #ownKind(): OwnSpendKind {
    return this.wallet().account.type === 'bip84' ? 'p2wpkh' : 'p2tr'
  }

  async #setUp(words: readonly string[], options: KeyOptions & { restored: boolean; gapLimit: number }): Promise<void> {
    await this.#mutex(async () => {
      this.record.assertNone()
      const { password, passphrase, type, accountNumber, restored, gapLimit } = options
      const { network, now } = this.#parts
      const secret: Secret = { entropy: Buffer.from(entropyOfWords(words)), passphrase: Buffer.from(passphrase) }
      const seedBytes = await seedOfEntropy(secret.entropy, secret.passphrase)
      const account = publicAccount(seedBytes, type, network, accountNumber)
      seedBytes.fill(0)
      const sealed = await this.#words.seal(secret, password, account)
      const networks = [network.name]
      const search = { restored, searched: !restored, searchAccepted: !restored, wordsUnchecked: !restored, gapLimit }
      this.record.keep({ account, networks, sealed, createdAt: now(), ...search })
      await this.#keys.open(secret, account)
      forgetSecret(secret)
      this.#parts.onSecretsUsed?.()
    })
  }

  async #open(password: string): Promise<Secret> {
    const { sealed } = this.wallet()
    if (sealed === null) throw new ApiError('conflict', walletMessages.walletWatches)
    try {
      return await this.#words.open(sealed, password, this.#ownAccount())
    } finally {
      this.#parts.onSecretsUsed?.()
    }
  }

  #ownAccount(): AccountKey {
    const { account } = this.wallet()
    if (isShared(account)) throw new ApiError('conflict', walletMessages.walletWatches)
    return account
  }

  /** A watch-only wallet has none. */
  #assertKeys(): void {
    if (this.wallet().sealed === null) throw new ApiError('conflict', walletMessages.walletWatches)
  }

  /** Older versions had no account for subscribers; it takes the words to derive it. */
  async #learnSubscribers(secret: Secret): Promise<void> {
    const own = this.#ownAccount()
    if (own.subscribersXpub) return
    const seed = await seedOfEntropy(secret.entropy, secret.passphrase)
    const { subscribersXpub } = publicAccount(seed, own.type, this.#parts.network, accountNumberOf(own) ?? 0)
    seed.fill(0)
    if (subscribersXpub) this.record.addSubscribers(subscribersXpub)
  }
}

function invalid(field: string, message: string): ApiError {
  return new ApiError('invalid_fields', message, { fields: { [field]: message } })
}
