import { signup } from '@hornets/contract/admin/auth'
import { messages } from '@hornets/contract/messages'
import { ask } from '../../../api/calls/ask.ts'
import type { send } from '../../../api/calls/transport.ts'
import { keepsPasswordRules } from '../../../api/session/password-rules.ts'

export interface SignUpErrors {
  readonly npub?: string
  readonly password?: string
  readonly confirmPassword?: string
}

/** Errors of a sign-up by field, in English; empty if there are none. */
export function checkSignUp(npub: string, password: string, confirmPassword: string): SignUpErrors {
  return { ...(!npub && { npub: messages.npubRequired }), ...checkNewPassword(password, confirmPassword) }
}

/** Errors of a new password by field (AUTH-25, AUTH-38, R-07). */
export function checkNewPassword(password: string, confirmPassword: string): Omit<SignUpErrors, 'npub'> {
  const errors: { -readonly [K in keyof SignUpErrors]: SignUpErrors[K] } = {}
  if (!password) errors.password = messages.passwordRequired
  else if (!keepsPasswordRules(password)) errors.password = messages.passwordRule
  if (!confirmPassword) errors.confirmPassword = messages.passwordRequired
  else if (password !== confirmPassword) errors.confirmPassword = messages.passwordsDiffer
  return errors
}

/** Errors of a login by field. The password rule applies to new passwords only. */
export function checkLogin(npub: string, password: string): Pick<SignUpErrors, 'npub' | 'password'> {
  return {
    ...(!npub && { npub: messages.npubRequired }),
    ...(!password && { password: messages.passwordRequired }),
  }
}

/** Permission to sign up: the printed token for the first admin, an invitation for others. */
export interface SignUpPass {
  readonly setupToken?: string | undefined
  readonly invitation?: string | undefined
}

/** Claims the relay, or accepts an invitation. Throws ApiError. */
export async function signUp(npub: string, password: string, pass: SignUpPass, request: typeof send) {
  const { setupToken, invitation } = pass
  // The line under the button says that signing up accepts the terms.
  const terms = { termOfUse: true as const, ...(setupToken && { setupToken }), ...(invitation && { invitation }) }
  const body = { npub, password, confirmPassword: password, ...terms }
  await ask(request, signup, { body })
}
