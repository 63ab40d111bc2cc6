export const fileSubject = (hash: string): string => `file:${hash}`

export const eventSubject = (id: string): string => `event:${id}`
