import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import type { HDKey } from '@scure/bip32'
import type { NetworkTraits } from '../bitcoin/network.ts'
import { type AccountKey, accountNumberOf, deriveAccount, subscribersNumberOf } from './account/account.ts'
import { IdleLock } from './idle-lock.ts'
import { seedOfEntropy } from './secrets/mnemonic.ts'
import type { Secret } from './secrets/secret.ts'
import { SideKey } from './secrets/side-key.ts'
import { Signer } from './signing/signer.ts'

interface OpenKeysParts {
  readonly network: NetworkTraits
  readonly now: Clock
  /** Milliseconds without use after which the wallet locks; null: never. */
  readonly idleMs?: (() => number | null) | undefined
  /** The keys became available or unavailable. */
  readonly onOpen?: (() => void) | undefined
  readonly onForget?: (() => void) | undefined
  /** The wallet locked itself after inactivity. */
  readonly onIdleLock?: (() => void) | undefined
}

/** The keys between unlock and lock: one that signs, in a separate thread, and one that seals other secrets. */
export class OpenKeys {
  readonly #parts: OpenKeysParts
  /** Set while the wallet is unlocked. */
  #signer: Signer | undefined
  #side: SideKey | undefined
  readonly #idle: IdleLock

  constructor(parts: OpenKeysParts) {
    this.#parts = parts
    this.#idle = new IdleLock({
      now: parts.now,
      idleMs: parts.idleMs ?? (() => null),
      onIdle: () => this.#lockAsIdle(),
    })
  }

  /** Also false once they have been idle for too long. */
  areOpen(): boolean {
    if (this.#signer && this.#idle.leftMs() === 0) this.#lockAsIdle()
    return this.#signer !== undefined
  }

  /** Throws ApiError('wallet_locked'). */
  signer(): Signer {
    this.#assertOpen()
    return this.#signer as Signer
  }

  /** Throws ApiError('wallet_locked'). */
  side(): SideKey {
    this.#assertOpen()
    return this.#side as SideKey
  }

  /** Derives an account's keys from its words, replacing those that are open. The caller forgets the words. */
  async open(secret: Secret, account: AccountKey): Promise<void> {
    const seed = await seedOfEntropy(secret.entropy, secret.passphrase)
    this.#signer?.close()
    const number = accountNumberOf(account) ?? 0
    const subscribers = subscribersNumberOf(number)
    const keyOf = (one: number) => deriveAccount(seed, account.type, this.#parts.network, one)
    this.#signer = this.#openSigner(keyOf(number), subscribers === null ? undefined : keyOf(subscribers))
    seed.fill(0)
    this.#side?.forget()
    this.#side = SideKey.ofWallet(secret)
    this.#idle.restart()
    this.#parts.onOpen?.()
  }

  /** Milliseconds until they are forgotten; null if they never are, or are not open. */
  leftMs(): number | null {
    return this.areOpen() ? this.#idle.leftMs() : null
  }

  /** A user is active: the idle time starts over. */
  touch(): void {
    if (this.areOpen()) this.#idle.restart()
  }

  forget(): void {
    this.#idle.stop()
    this.#signer?.close()
    this.#signer = undefined
    if (!this.#side) return
    this.#side.forget()
    this.#side = undefined
    this.#parts.onForget?.()
  }

  #lockAsIdle(): void {
    if (!this.#signer) return
    this.forget()
    this.#parts.onIdleLock?.()
  }

  #assertOpen(): void {
    if (!this.areOpen()) throw new ApiError('wallet_locked', walletMessages.walletLocked)
  }

  #openSigner(account: HDKey, subscribers: HDKey | undefined): Signer {
    const signer = new Signer(account, {
      subscribers,
      closed: () => new ApiError('wallet_locked', walletMessages.walletLocked),
      onLost: () => {
        if (this.#signer === signer) this.forget()
      },
    })
    return signer
  }
}
