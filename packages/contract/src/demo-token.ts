/** Prefix of every demo token; the real relay's tokens contain no dot. */
export const demoTokenPrefix = 'demo.'

export const isDemoToken = (token: string | null | undefined): boolean => token?.startsWith(demoTokenPrefix) ?? false
