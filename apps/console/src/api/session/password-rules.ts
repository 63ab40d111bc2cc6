/**
 * Rules for a new password (PROFILE-07, R-07), without zod because of the sign-in; the contract's `newPassword`
 * decides, and a test compares them.
 */
export const passwordRules = [
  // Code points, like the contract: an emoji is one character.
  { name: 'length', holds: (password: string) => [...password].length >= 8 },
  { name: 'upper', holds: (password: string) => /\p{Lu}/u.test(password) },
  { name: 'lower', holds: (password: string) => /\p{Ll}/u.test(password) },
  { name: 'number', holds: (password: string) => /\p{Nd}/u.test(password) },
] as const

export const keepsPasswordRules = (password: string): boolean => passwordRules.every(({ holds }) => holds(password))
