import { messages } from '@hornets/contract'
import type { User } from '@hornets/contract/admin/auth'
import { ApiError } from '@hornets/server/api-error'
import type { AdminDatabase } from '../../database/admin-database.ts'
import type { AdminSession } from '../sessions.ts'
import { findAccount } from '../store.ts'
import { userOf } from '../user.ts'

export interface ProfileOptions {
  readonly database: AdminDatabase
}

/** What admins tell of themselves (PROFILE-01). */
export class ProfileService {
  readonly #parts: ProfileOptions

  constructor(parts: ProfileOptions) {
    this.#parts = parts
  }

  async read({ account }: AdminSession): Promise<User> {
    const found = await findAccount(this.#parts.database.reads, account.id)
    if (!found) throw new ApiError('unauthorized', messages.tokenInvalid)
    return userOf(found)
  }
}
