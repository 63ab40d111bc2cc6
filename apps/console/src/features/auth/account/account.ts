import { userExist } from '@hornets/contract/admin/accounts/auth'
import type { Client } from '../../../api/calls/client.ts'
import { openApi } from '../../../api/calls/open-api.ts'

export interface Account {
  /** False if the server did not say; then the rest means nothing (AUTH-30). */
  readonly answered: boolean
  readonly exists: boolean
  readonly allowSignup: boolean
  readonly setupTokenRequired: boolean
  /** How forgotten passwords are recovered; undefined if the server does not say. */
  readonly recovery?: 'mail' | 'command' | undefined
  /** Whether a backup can be restored instead of claiming the relay. */
  readonly restore?: boolean | undefined
  /** Whether there is a demo. */
  readonly demo?: boolean | undefined
  /** Of the relay. */
  readonly name?: string | undefined
}

const unknown: Account = { answered: false, exists: false, allowSignup: false, setupTokenRequired: false }

/** Whether this relay is claimed. Never throws. Accepts servers that omit fields of the contract. */
export async function readAccount(client: Client = openApi): Promise<Account> {
  try {
    const answer = await client.call(userExist)
    return {
      answered: true,
      exists: answer.exists,
      allowSignup: answer.allowSignup ?? !answer.exists,
      setupTokenRequired: answer.setupTokenRequired ?? false,
      recovery: answer.recovery,
      restore: answer.restore,
      demo: answer.demo,
      name: answer.name,
    }
  } catch {
    return unknown
  }
}
