import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits as base64url: too many to guess. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** The stored form of a token, useless to a thief of the database: SHA-256, hex. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex')

export const tokenOf = (authorization: string | undefined): string | undefined =>
  /^Bearer ([\w-]{1,200})$/i.exec(authorization ?? '')?.[1]
