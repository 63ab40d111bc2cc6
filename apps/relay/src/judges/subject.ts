export const fileSubject = (hash: string): string => `file:${hash}`

/** Null for what is not a file that is stored here. */
export const hashIn = (subject: string): string | null => (subject.startsWith('file:') ? subject.slice(5) : null)

export const eventSubject = (id: string): string => `event:${id}`
