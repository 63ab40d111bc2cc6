import { messages } from '@hornets/contract/messages'

/** PROFILE-07, R-07, rule by rule; the contract's `newPassword` is the judge, and a test compares them. */
export const passwordRules = [
  // Code points, like the contract: an emoji is one character.
  { name: 'length', holds: (password: string) => [...password].length >= 8 },
  { name: 'upper', holds: (password: string) => /\p{Lu}/u.test(password) },
  { name: 'lower', holds: (password: string) => /\p{Ll}/u.test(password) },
  { name: 'number', holds: (password: string) => /\p{Nd}/u.test(password) },
] as const

export const keepsPasswordRules = (password: string): boolean => passwordRules.every(({ holds }) => holds(password))

export interface NewPasswordErrors {
  readonly password?: string
  readonly confirmPassword?: string
}

/** What is wrong with a new password and its repetition, by field, in the contract's words (AUTH-25, AUTH-38, PROFILE-06). */
export function checkNewPassword(password: string, confirmPassword: string): NewPasswordErrors {
  const wrong = passwordError(password)
  const differs = confirmPassword ? password !== confirmPassword && messages.passwordsDiffer : messages.passwordRequired
  return { ...(wrong && { password: wrong }), ...(differs && { confirmPassword: differs }) }
}

function passwordError(password: string): string | undefined {
  if (!password) return messages.passwordRequired
  return keepsPasswordRules(password) ? undefined : messages.passwordRule
}
