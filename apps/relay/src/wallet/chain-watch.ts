import type { ChainSight } from '@hornets/contract/admin/subscriptions/subscribers'
import { health } from '@hornets/contract/wallet/set-up'
import type { Clock } from '@hornets/server/clock'
import { parseSafely } from '@hornets/server/http/serve'
import type { WayOut } from '@hornets/server/outgoing/way-out'

export interface ChainWatchParts {
  readonly walletUrl: string
  readonly wayOut: Pick<WayOut, 'send'>
  readonly now: Clock
}

const believedMs = 15_000
const askMs = 2000
const bytesMax = 65_536
const behindMs = 10 * 60_000

/** Whether the wallet would see a payment, asked when somebody wants to pay. */
export class ChainWatch {
  readonly #parts: ChainWatchParts
  #sight: ChainSight = 'unknown'
  #askedAt = Number.NEGATIVE_INFINITY
  #asking: Promise<void> | undefined
  #unsyncedSince: number | undefined
  #isSynced = false

  constructor(parts: ChainWatchParts) {
    this.#parts = parts
  }

  /** As of the last 15 s. A silent wallet may be restarting: what it said last counts for ten minutes. Never rejects. */
  async sight(): Promise<ChainSight> {
    if (this.#parts.now() - this.#askedAt >= believedMs) {
      this.#asking ??= this.#ask().finally(() => {
        this.#asking = undefined
      })
      await this.#asking
    }
    return this.#sight
  }

  async isSeen(): Promise<boolean> {
    const sight = await this.sight()
    return sight === 'seen' || sight === 'unknown'
  }

  /** Whether the wallet has read all of its history, by its answer now. Never rejects. */
  async isRead(): Promise<boolean> {
    await this.#ask()
    return this.#sight === 'seen' && this.#isSynced
  }

  async #ask(): Promise<void> {
    const { walletUrl, wayOut, now } = this.#parts
    const url = new URL(`${walletUrl}${health.path}`)
    const answer = await wayOut.send(url, { timeoutMs: askMs, maxBytes: bytesMax }).catch(() => undefined)
    this.#askedAt = now()
    const said = answer?.status === 200 ? parseSafely(health.answers[200], parsed(answer.text)).data : undefined
    this.#isSynced = said?.synced ?? false
    if (!said && this.#sight !== 'seen') return
    this.#unsyncedSince = said?.synced ? undefined : (this.#unsyncedSince ?? now())
    if (said?.wallet === 'none') this.#sight = 'no_wallet'
    else if (said?.chain_source === 'none') this.#sight = 'no_chain'
    else this.#sight = now() - (this.#unsyncedSince ?? now()) >= behindMs ? 'behind' : 'seen'
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
