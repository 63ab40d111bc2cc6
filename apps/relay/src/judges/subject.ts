/** A judged file, by its SHA-256. */
export const fileSubject = (hash: string): string => `file:${hash}`

/** An event with more media than are judged one by one. */
export const eventSubject = (id: string): string => `event:${id}`
