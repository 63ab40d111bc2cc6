import { messages } from '@hornets/contract/messages'
import { keepsPasswordRules } from '../../../api/session/password-rules.ts'

export interface PasswordChange {
  readonly currentPassword: string
  readonly password: string
  readonly confirmPassword: string
}

/** Errors of a password change by field, from the contract (PROFILE-06, PROFILE-07). */
export function checkPasswordChange(change: PasswordChange): Partial<PasswordChange> {
  const { currentPassword, password, confirmPassword } = change
  const wrong = (isWrong: boolean, message: string) => (isWrong ? message : undefined)
  const errors = {
    currentPassword: wrong(currentPassword === '', messages.passwordRequired),
    password:
      wrong(password === '', messages.passwordRequired) ??
      wrong(!keepsPasswordRules(password), messages.passwordRule) ??
      wrong(password === currentPassword, messages.passwordSame),
    confirmPassword:
      wrong(confirmPassword === '', messages.passwordRequired) ??
      wrong(confirmPassword !== password, messages.passwordsDiffer),
  }
  return Object.fromEntries(Object.entries(errors).filter(([, message]) => message !== undefined))
}
