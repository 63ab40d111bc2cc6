/** Without zod, because the sign-in uses it, too: how many characters a mailed code has (AUTH-35, CONST-10). */
export const codeLength = 6

/** What is typed or pasted, as a code: letters and digits only, six at most; spaces and dashes are left out. */
export const cleanCode = (text: string): string => text.replace(/[^0-9A-Za-z]/g, '').slice(0, codeLength)

/** A code is handed in by itself at exactly six characters (AUTH-35). */
export const isWhole = (code: string): boolean => code.length === codeLength
