import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits as base64url: whoever has it has been given it. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is kept of a token, so that a copied database opens nothing: SHA-256, hex. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex')
