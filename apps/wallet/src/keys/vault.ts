import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { type AccountType, gapLimits } from '@hornets/contract/wallet/set-up'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import pLimit from 'p-limit'
import type { NetworkTraits } from '../bitcoin/network.ts'
import type { OwnSpendKind, SharedSpend, SpendKind, TransactionPlan } from '../coins/coin.ts'
import type { WalletDatabase, WalletTransaction } from '../database/wallet-database.ts'
import { type Account, type AccountKey, accountNumberOf, isShared, publicAccount } from './account/account.ts'
import { type Deriver, openDeriver } from './account/address-deriver.ts'
import { parseAccount } from './account/descriptor.ts'
import { PolicyError } from './account/policy.ts'
import { KeyStore, type WalletRow } from './key-store.ts'
import { OpenKeys } from './open-keys.ts'
import { areTheirs, type PlacedWord } from './secrets/checked-words.ts'
import { areWords, createWords, entropyOfWords, seedOfEntropy, wordsOfEntropy } from './secrets/mnemonic.ts'
import type { SealCost } from './secrets/seal.ts'
import { SealedWords } from './secrets/sealed-words.ts'
import { forgetSecret, type Secret } from './secrets/secret.ts'
import type { SideKey } from './secrets/side-key.ts'
import { sharedSpendOf } from './shared/witness.ts'

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
  /** A password opened the words, or did not, while the keys are not in memory. */
  readonly onLockedUse?: () => void
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
  readonly #store: KeyStore
  readonly #words: SealedWords
  readonly #keys: OpenKeys
  /** One setup at a time. */
  readonly #mutex = pLimit(1)
  #row: WalletRow | undefined
  #deriver: Deriver | undefined
  /** For a shared account. */
  #sharedSpend: SharedSpend | undefined

  /** Throws if this folder's wallet is on another network. */
  constructor(parts: VaultParts) {
    this.#parts = parts
    this.#store = new KeyStore(parts.database.reads)
    this.#words = new SealedWords(parts)
    this.#keys = new OpenKeys(parts)
    const row = this.#store.read()
    if (row) this.#settleNetwork(row)
    this.#take(row)
  }

  /** A watch-only wallet has nothing to lock and counts as unlocked. */
  state(): 'none' | 'locked' | 'unlocked' {
    if (!this.#row) return 'none'
    return this.#row.sealed === null || this.#keys.areOpen() ? 'unlocked' : 'locked'
  }

  /** Throws ApiError('wallet_missing'). */
  wallet(): WalletRow {
    if (!this.#row) throw new ApiError('wallet_missing', walletMessages.walletMissing)
    return this.#row
  }

  /** Throws ApiError('wallet_missing'). */
  deriver(): Deriver {
    this.wallet()
    return this.#deriver as Deriver
  }

  spendKind(): SpendKind {
    if (this.#sharedSpend) return this.#sharedSpend
    const kind = this.#ownKind()
    return kind === 'p2wpkh' && this.wallet().sealed === null ? 'p2wpkh elsewhere' : kind
  }

  /** Throws ApiError: 'wallet_missing', or 'unavailable' while earlier addresses are unknown. */
  assertSearched(): void {
    if (!this.wallet().searched) throw new ApiError('unavailable', walletMessages.notSearched)
  }

  /** The chain was read to its end. */
  markSearched(): void {
    if (!this.#row || this.#row.searched) return
    this.#parts.database.transact(tx => this.#store.markSearched(tx))
    this.#row = { ...this.#row, searched: true }
  }

  /** Searches the chain again with a higher gap limit. Throws ApiError('invalid_fields') if it is not higher. */
  searchFurther(gapLimit: number): void {
    const row = this.wallet()
    if (gapLimit <= row.gapLimit) throw invalid('gap_limit', walletMessages.gapNotHigher)
    this.#parts.database.transact(tx => this.#store.searchAgain(tx, gapLimit))
    this.#row = { ...row, gapLimit, searched: false }
  }

  /** The operator knows that nothing is missing although the search found nothing. */
  acceptSearch(): void {
    const row = this.wallet()
    this.#parts.database.transact(tx => this.#store.acceptSearch(tx))
    this.#row = { ...row, searchAccepted: true }
  }

  /** The run of unpaid receiving addresses has this length now; the longest one is remembered. */
  rememberGap(tx: WalletTransaction, gap: number): void {
    const row = this.wallet()
    if (gap <= row.widestGap) return
    this.#store.putWidestGap(tx, gap)
    this.#row = { ...row, widestGap: gap }
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
      this.#assertNone()
      const createdAt = this.#parts.now()
      const networks = [this.#parts.network.name]
      const search = { restored: true, searched: false, searchAccepted: true, wordsUnchecked: false, gapLimit }
      this.#keep({ account, networks, sealed: null, createdAt, ...search })
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

  /**
   * Accepts the wallet password, and any call to a watch-only wallet, which has none. Throws ApiError:
   * 'wallet_missing', 'forbidden', 'rate_limited'.
   */
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

  /**
   * Ends the check of new words. Once it is over any words are accepted unread, so that nobody learns them here. Throws
   * ApiError('invalid_fields') without telling which word is wrong, and as `unlock` does.
   */
  async checkWords(password: string, given: readonly PlacedWord[]): Promise<void> {
    const row = this.wallet()
    if (!row.wordsUnchecked) return
    const secret = await this.#open(password)
    const areRight = areTheirs(wordsOfEntropy(secret.entropy), given)
    forgetSecret(secret)
    if (!areRight) throw invalid('words', walletMessages.wordsNotTheirs)
    this.#parts.database.transact(tx => this.#store.markWordsChecked(tx))
    this.#row = { ...this.wallet(), wordsUnchecked: false }
  }

  /**
   * Hex. Throws ApiError('conflict') for a watch-only wallet, ApiError('wallet_locked'), also if it is locked
   * meanwhile.
   */
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
      this.#assertNone()
      const { password, passphrase, type, accountNumber, restored, gapLimit } = options
      const { network, now } = this.#parts
      const secret: Secret = { entropy: Buffer.from(entropyOfWords(words)), passphrase: Buffer.from(passphrase) }
      const seedBytes = await seedOfEntropy(secret.entropy, secret.passphrase)
      const account = publicAccount(seedBytes, type, network, accountNumber)
      seedBytes.fill(0)
      const sealed = await this.#words.seal(secret, password, account)
      const networks = [network.name]
      const search = { restored, searched: !restored, searchAccepted: !restored, wordsUnchecked: !restored, gapLimit }
      this.#keep({ account, networks, sealed, createdAt: now(), ...search })
      await this.#keys.open(secret, account)
      forgetSecret(secret)
    })
  }

  /** The caller overwrites the result. */
  async #open(password: string): Promise<Secret> {
    const { sealed } = this.wallet()
    if (sealed === null) throw new ApiError('conflict', walletMessages.walletWatches)
    try {
      return await this.#words.open(sealed, password, this.#ownAccount())
    } finally {
      if (!this.#keys.areOpen()) this.#parts.onLockedUse?.()
    }
  }

  /** Addresses differ between networks, and so does the recorded chain. */
  #settleNetwork({ networks }: WalletRow): void {
    const { database, network } = this.#parts
    if (!networks.includes(network.name))
      throw new Error(
        `The wallet in this folder is one of ${networks.join(' or ')}, and WALLET_NETWORK is ${network.name}. ` +
          'Start it with that network again, or with another DATA_DIR.',
      )
    if (networks.length > 1) database.transact(tx => this.#store.settleNetwork(tx, network.name))
  }

  /** A wallet with words has one key. */
  #ownAccount(): AccountKey {
    const { account } = this.wallet()
    if (isShared(account)) throw new ApiError('conflict', walletMessages.walletWatches)
    return account
  }

  /** A watch-only wallet has none. */
  #assertKeys(): void {
    if (this.wallet().sealed === null) throw new ApiError('conflict', walletMessages.walletWatches)
  }

  #assertNone(): void {
    if (this.#row) throw new ApiError('conflict', walletMessages.walletThere)
  }

  /** Older versions had no account for subscribers; it takes the words to derive it. */
  async #learnSubscribers(secret: Secret): Promise<void> {
    const [row, own] = [this.wallet(), this.#ownAccount()]
    if (own.subscribersXpub) return
    const seed = await seedOfEntropy(secret.entropy, secret.passphrase)
    const { subscribersXpub } = publicAccount(seed, own.type, this.#parts.network, accountNumberOf(own) ?? 0)
    seed.fill(0)
    if (!subscribersXpub) return
    this.#parts.database.transact(tx => this.#store.putSubscribers(tx, subscribersXpub))
    this.#take({ ...row, account: { ...own, subscribersXpub } })
  }

  #keep(row: Omit<WalletRow, 'widestGap'>): void {
    this.#parts.database.transact(tx => this.#store.insert(tx, row))
    this.#take({ ...row, widestGap: 0 })
  }

  #take(row: WalletRow | undefined): void {
    this.#row = row
    this.#deriver = row && openDeriver(row.account, this.#parts.network)
    this.#sharedSpend = row && isShared(row.account) ? sharedSpendOf(row.account, this.#parts.network) : undefined
  }
}

function invalid(field: string, message: string): ApiError {
  return new ApiError('invalid_fields', message, { fields: { [field]: message } })
}
