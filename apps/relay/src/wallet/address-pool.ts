import { generateAddresses } from '@hornets/contract/wallet/relay-calls'
import { gapLimits } from '@hornets/contract/wallet/set-up'
import type { Clock } from '@hornets/server/clock'
import { signedHeaders } from '@hornets/server/http/signed-call'
import type { WayOut } from '@hornets/server/http/way-out'
import type { Logger } from '@hornets/server/process/logger'

/** Unpaid addresses kept ready for the relay's own use. */
const ready = 5
const timeoutMs = 10_000
const maxBytes = 65_536

interface GivenAddress {
  readonly index: number
  readonly address: string
}

interface AddressPoolOptions {
  /** Address of the wallet service. */
  readonly walletUrl: string
  readonly wayOut: WayOut
  /** Among the wallet's reported addresses: the relay's own unpaid ones, and the number after the last paid one. */
  readonly count: () => Promise<{ own: number; unusedRun: number }>
  readonly take: (addresses: GivenAddress[]) => Promise<void>
  /** The current shared secret. */
  readonly apiKey: () => string
  readonly now: Clock
  readonly logger: Logger
}

/** Keeps a few addresses ready that the wallet made for the relay only. */
export class AddressPool {
  readonly #options: AddressPoolOptions
  readonly #closing = new AbortController()
  #running: Promise<void> | undefined
  #again = false

  constructor(options: AddressPoolOptions) {
    this.#options = options
  }

  /** Requests missing addresses if the wallet is reachable; called whenever the wallet reports. */
  refill(): void {
    if (this.#closing.signal.aborted) return
    this.#again = this.#running !== undefined
    this.#running ??= this.#refill().finally(() => {
      this.#running = undefined
      if (this.#again) this.refill()
    })
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  async #refill(): Promise<void> {
    const { walletUrl, wayOut, count, take, apiKey, now, logger } = this.#options
    try {
      const { own, unusedRun } = await count()
      // A restore finds no addresses beyond this many unused ones (BIP 44), so the pool stays below the gap.
      const missing = Math.min(ready - own, gapLimits.usual - unusedRun)
      if (missing <= 0) return
      const body = JSON.stringify({ count: missing })
      const { status, text } = await wayOut.send(new URL(`${walletUrl}${generateAddresses.path}`), {
        method: generateAddresses.method,
        headers: { 'content-type': 'application/json', ...signedHeaders(apiKey(), body, now()) },
        ...{ body, timeoutMs, maxBytes, signal: this.#closing.signal },
      })
      if (status !== 200) throw new Error(`expected 200 of the wallet, got ${status}`)
      await take(generateAddresses.answers[200].parse(JSON.parse(text)).addresses)
    } catch (err) {
      // There may be no wallet yet, or it is still being searched for; the next report retries.
      if (!this.#closing.signal.aborted) logger.debug({ err }, 'no addresses could be had of the wallet')
    }
  }
}
