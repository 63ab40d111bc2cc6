export const fileSubject = (hash: string): string => `file:${hash}`

/** Null for what is not a file that is stored here. */
export const hashIn = (subject: string): string | null => (subject.startsWith('file:') ? subject.slice(5) : null)

export const urlSubject = (url: string): string => `url:${url}`

/** Null for what is not an address elsewhere. */
export const urlIn = (subject: string): string | null => (subject.startsWith('url:') ? subject.slice(4) : null)

export const eventSubject = (id: string): string => `event:${id}`
