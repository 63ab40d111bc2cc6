import { messages } from '@hornets/contract/messages'

export const passwordRules = ['length', 'upper', 'lower', 'number'] as const
export type PasswordRule = (typeof passwordRules)[number]

/** Which parts of the rule a password keeps (PROFILE-07); the contract's `newPassword` is the judge. */
export const keepsRule: Record<PasswordRule, (password: string) => boolean> = {
  length: password => password.length >= 8,
  upper: password => /\p{Lu}/u.test(password),
  lower: password => /\p{Ll}/u.test(password),
  number: password => /\p{Nd}/u.test(password),
}

export interface PasswordChange {
  readonly currentPassword: string
  readonly password: string
  readonly confirmPassword: string
}

/** What is wrong with a change of the password, by field, as the contract says it (PROFILE-06, PROFILE-07). */
export function checkPasswordChange(change: PasswordChange): Partial<PasswordChange> {
  const { currentPassword, password, confirmPassword } = change
  const wrong = (isWrong: boolean, message: string) => (isWrong ? message : undefined)
  const errors = {
    currentPassword: wrong(currentPassword === '', messages.passwordRequired),
    password:
      wrong(password === '', messages.passwordRequired) ??
      wrong(!passwordRules.every(rule => keepsRule[rule](password)), messages.passwordRule) ??
      wrong(password === currentPassword, messages.passwordSame),
    confirmPassword:
      wrong(confirmPassword === '', messages.passwordRequired) ??
      wrong(confirmPassword !== password, messages.passwordsDiffer),
  }
  return Object.fromEntries(Object.entries(errors).filter(([, message]) => message !== undefined))
}
