import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether a text is the secret, in a time that tells nothing about either, whatever their lengths. */
export const isSameSecret = (given: string, secret: string): boolean => timingSafeEqual(digest(given), digest(secret))

const digest = (text: string) => createHash('sha256').update(text).digest()
