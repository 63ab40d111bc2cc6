import { userExist } from '@hornets/contract/admin/auth'
import { ask } from '../../../api/calls/ask.ts'
import { send } from '../../../api/calls/transport.ts'

export interface Account {
  /** False when the server did not say; then nothing may be concluded from the rest (AUTH-30). */
  readonly answered: boolean
  readonly exists: boolean
  readonly allowSignup: boolean
  readonly setupTokenRequired: boolean
  /** How a forgotten password is recovered; undefined where the server does not say. */
  readonly recovery?: 'mail' | 'command' | undefined
  /** Is there a demo to look at? */
  readonly demo?: boolean | undefined
}

const unknown: Account = { answered: false, exists: false, allowSignup: false, setupTokenRequired: false }

/** Has this relay been claimed? Never throws. Tolerates servers that tell less than the contract. */
export async function readAccount(request: typeof send = send): Promise<Account> {
  try {
    const answer = await ask(request, userExist)
    return {
      answered: true,
      exists: answer.exists,
      allowSignup: answer.allowSignup ?? !answer.exists,
      setupTokenRequired: answer.setupTokenRequired ?? false,
      recovery: answer.recovery,
      demo: answer.demo,
    }
  } catch {
    return unknown
  }
}
