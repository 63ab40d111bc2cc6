/**
 * What a new password has to hold (PROFILE-07, R-07), without zod for the sign-in's sake; the contract's `newPassword` is
 * the judge, and a test compares them.
 */
export const passwordRules = [
  // Code points, as the contract counts: an emoji is one character.
  { name: 'length', holds: (password: string) => [...password].length >= 8 },
  { name: 'upper', holds: (password: string) => /\p{Lu}/u.test(password) },
  { name: 'lower', holds: (password: string) => /\p{Ll}/u.test(password) },
  { name: 'number', holds: (password: string) => /\p{Nd}/u.test(password) },
] as const

export const keepsPasswordRules = (password: string): boolean => passwordRules.every(({ holds }) => holds(password))
