import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { ApiError } from '@hornets/server/api-error'
import type { Chain } from '../chain/chain.ts'

/** Throws ApiError('unavailable') if no chain is followed. */
export function assertOnline(chain: Chain | null): void {
  if (!chain || chain.source === 'none') throw offline()
}

export function offline(cause?: unknown): ApiError {
  return new ApiError('unavailable', walletMessages.chainOffline, { cause })
}
