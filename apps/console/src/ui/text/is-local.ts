/** Whether an address leads to this machine only. */
export const isLocal = (address: string): boolean => /^\w+:\/\/(127\.|localhost\b|\[::1\])/.test(address)
