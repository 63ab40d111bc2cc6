import type { TransferAccount } from './account.ts'

export interface Run {
  readonly account: TransferAccount
  /** Who began it, hex; null by command on the server. */
  readonly by: string | null
  readonly signal: AbortSignal
  readonly inTurn: (work: () => Promise<number>) => Promise<void>
  /** Notes what is done, so that it continues there. */
  readonly save: () => Promise<void>
}
