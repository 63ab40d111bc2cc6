import { messages } from '@hornets/contract/messages'
import { checkNewPassword } from '../../../api/session/password-rules.ts'

export interface PasswordChange {
  readonly currentPassword: string
  readonly password: string
  readonly confirmPassword: string
}

/** Errors of a password change by field, from the contract (PROFILE-06, PROFILE-07). */
export function checkPasswordChange(change: PasswordChange): Partial<PasswordChange> {
  const { currentPassword, password, confirmPassword } = change
  const errors = checkNewPassword(password, confirmPassword)
  const isSame = !errors.password && password === currentPassword
  return {
    ...(currentPassword === '' && { currentPassword: messages.passwordRequired }),
    ...errors,
    ...(isSame && { password: messages.passwordSame }),
  }
}
