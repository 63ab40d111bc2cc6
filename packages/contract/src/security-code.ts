/** Without zod, because the sign-in uses it too: length of a mailed code (AUTH-35, CONST-10). */
export const codeLength = 6

/** Turns typed or pasted text into a code: letters and digits only, at most six. */
export const cleanCode = (text: string): string => text.replace(/[^0-9A-Za-z]/g, '').slice(0, codeLength)

/** A code is submitted automatically at exactly six characters (AUTH-35). */
export const isWhole = (code: string): boolean => code.length === codeLength
