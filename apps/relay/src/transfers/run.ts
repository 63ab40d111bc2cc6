import type { TransferAccount } from './account.ts'

/** One transfer under way. */
export interface Run {
  readonly account: TransferAccount
  /** Who began it, hex; null by command on the server. */
  readonly by: string | null
  /** It was stopped, or the relay closes. */
  readonly signal: AbortSignal
  /** Gives way to others afterwards. `work` resolves with the number of events that it stored. */
  readonly inTurn: (work: () => Promise<number>) => Promise<void>
  /** Notes what is done, so that it continues there. */
  readonly save: () => Promise<void>
}
