/** Every token of the demo begins so, and none of the real relay can: its tokens have no dot. */
export const demoTokenPrefix = 'demo.'

export const isDemoToken = (token: string | null | undefined): boolean => token?.startsWith(demoTokenPrefix) ?? false
