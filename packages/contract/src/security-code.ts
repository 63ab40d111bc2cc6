/** Without zod, because the sign-in uses it too: length of a mailed code (AUTH-35, CONST-10). */
export const codeLength = 6

export const cleanCode = (text: string): string => text.replace(/[^0-9A-Za-z]/g, '').slice(0, codeLength)

export const isWhole = (code: string): boolean => code.length === codeLength
