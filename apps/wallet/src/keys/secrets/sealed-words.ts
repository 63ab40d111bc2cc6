import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import { RateLimiter } from '@hornets/server/http/rate-limiter'
import pLimit from 'p-limit'
import type { NetworkTraits } from '../../bitcoin/network.ts'
import type { AccountKey } from '../account/account.ts'
import { type SealCost, seal, unseal } from './seal.ts'
import { readSecret, type Secret, writeSecret } from './secret.ts'

/** Password guesses, each of which costs 1.5 seconds. */
const passwordLimit = { burst: 5, perMinute: 2 }

interface SealedWordsParts {
  readonly network: NetworkTraits
  readonly now: Clock
  readonly sealCost: SealCost
  /** The received bytes of a password; overwritten after use. */
  readonly passwordBytes?: ((given: string) => Buffer) | undefined
}

/** Seals the words of an account with the wallet password, and opens them. */
export class SealedWords {
  readonly #parts: SealedWordsParts
  readonly #guesses: RateLimiter
  /** One password at a time: each takes a quarter of a gigabyte. */
  readonly #mutex = pLimit(1)

  constructor(parts: SealedWordsParts) {
    this.#parts = parts
    this.#guesses = new RateLimiter(passwordLimit, parts.now)
  }

  /** JSON text (see seal.ts). The caller forgets the words. */
  async seal({ entropy, passphrase }: Secret, password: string, account: AccountKey): Promise<string> {
    const written = writeSecret({ entropy, passphrase: passphrase.toString() })
    const bytes = this.#bytesOf(password)
    try {
      return await this.#mutex(() => seal(written, bytes, this.#about(account), this.#parts.sealCost))
    } finally {
      for (const used of [written, bytes]) used.fill(0)
    }
  }

  /** The caller overwrites the result. Throws ApiError: 'forbidden', 'rate_limited'. */
  async open(sealed: string, password: string, account: AccountKey): Promise<Secret> {
    // Before queueing: later the call may be over and its password overwritten.
    const bytes = this.#bytesOf(password)
    try {
      return await this.#mutex(async () => {
        // Only wrong passwords count, so that confirming many payments is not limited.
        if (!this.#guesses.hasToken('')) this.#guesses.take('')
        const opened = await unseal(sealed, bytes, this.#about(account))
        if (opened) return readSecret(opened)
        this.#guesses.tryTake('')
        throw new ApiError('forbidden', walletMessages.passwordWrong)
      })
    } finally {
      bytes.fill(0)
    }
  }

  #bytesOf(password: string): Buffer {
    return this.#parts.passwordBytes?.(password) ?? Buffer.from(password.normalize('NFKC'))
  }

  /** Binds the encrypted words to this account and network. */
  #about(account: AccountKey): string {
    return `hornets wallet ${this.#parts.network.name} ${account.type} ${account.xpub}`
  }
}
