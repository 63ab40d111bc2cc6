import { signup } from '@hornets/contract/admin/accounts/auth'
import { messages } from '@hornets/contract/messages'
import type { Client } from '../../../api/calls/client.ts'
import { checkNewPassword, type NewPasswordErrors } from '../../../api/session/password-rules.ts'

export interface SignUpErrors extends NewPasswordErrors {
  readonly npub?: string
}

/** Errors of a sign-up by field, in English; empty if there are none. */
export function checkSignUp(npub: string, password: string, confirmPassword: string): SignUpErrors {
  return { ...(!npub && { npub: messages.npubRequired }), ...checkNewPassword(password, confirmPassword) }
}

/** Errors of a login by field. The password rule applies to new passwords only. */
export function checkLogin(npub: string, password: string): Pick<SignUpErrors, 'npub' | 'password'> {
  return { ...(!npub && { npub: messages.npubRequired }), ...(!password && { password: messages.passwordRequired }) }
}

/** Permission to sign up: the printed token for the first admin, an invitation for others. */
export interface SignUpPass {
  readonly setupToken?: string | undefined
  readonly invitation?: string | undefined
}

/** Claims the relay, or accepts an invitation. Throws ApiError. */
export async function signUp(npub: string, password: string, pass: SignUpPass, client: Client) {
  const { setupToken, invitation } = pass
  // The line under the button says that signing up accepts the terms.
  const terms = { termOfUse: true as const, ...(setupToken && { setupToken }), ...(invitation && { invitation }) }
  const body = { npub, password, confirmPassword: password, ...terms }
  await client.call(signup, { body })
}
