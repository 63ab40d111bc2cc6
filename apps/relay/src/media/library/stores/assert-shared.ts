import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import type { StoreName } from '@hornets/contract/admin/files/store-names'
import { ApiError } from '@hornets/server/api-error'

/** Throws ApiError('unavailable') for a store that a standby does not have. */
export function assertShared(store: StoreName, hasStandby: boolean | undefined): void {
  if (hasStandby && store === 'disk') throw new ApiError('unavailable', fileMessages.diskNotShared)
}
