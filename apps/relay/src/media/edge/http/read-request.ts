import { ApiError } from '@hornets/server/api-error'
import { bodyChunks } from '@hornets/server/http/body'
import { pacesBody } from '@hornets/server/http/http-limits'
import type { FastifyRequest } from 'fastify'
import type { Credentials } from '../../library/authorization.ts'
import { normaliseMime } from '../../library/mime/mime.ts'
import type { UploadOffer } from '../../library/uploads/upload-offer.ts'

/** `/<sha256>`, any extension. Throws ApiError: 'bad_request' for a malformed hash, 'not_found' for anything else. */
export function hashOf({ params, method }: FastifyRequest): string {
  const { blob = '' } = params as { blob?: string }
  const name = blob.replace(/\.[A-Za-z0-9]{1,16}$/, '')
  const hash = parseHash(name)
  if (hash) return hash
  if (method === 'DELETE' || name.length === 64 || /^[0-9a-f]+$/i.test(name))
    throw new ApiError('bad_request', 'Expected the SHA-256 of a file: 64 hex characters')
  throw new ApiError('not_found', 'Not found: files are at /<sha256>')
}

export const credentialsOf = (request: FastifyRequest): Credentials => ({
  authorization: request.headers.authorization,
  host: request.headers.host,
  onSigned: pubkey => {
    request.signer = pubkey
  },
})

/** Lower-case hex of a SHA-256; null if it is none. */
export function parseHash(text: string): string | null {
  return /^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : null
}

/** What the request says of the file that it brings. Throws ApiError('bad_request'). */
export function offerOf(request: FastifyRequest): UploadOffer {
  const { headers } = request
  return offerFrom(request, headers['content-type'], headers['content-length'])
}

/** The same for a file that a client asks about before it sends it (BUD-06). */
export function announcedOffer(request: FastifyRequest): UploadOffer {
  const { headers } = request
  return offerFrom(request, one(headers['x-content-type']), one(headers['x-content-length']))
}

function offerFrom(request: FastifyRequest, contentType: string | undefined, length: string | undefined): UploadOffer {
  const announced = one(request.headers['x-sha-256'])
  const hash = announced === undefined ? null : parseHash(announced)
  if (announced !== undefined && hash === null)
    throw new ApiError('bad_request', 'Expected X-SHA-256 to be 64 hex characters')
  return {
    ...credentialsOf(request),
    hash,
    mime: normaliseMime(contentType),
    bytes: wholeNumber(length, 'the content length') ?? null,
  }
}

/** Undefined if missing. Throws ApiError('bad_request') for anything but a whole number. */
export function wholeNumber(value: unknown, name: string): number | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'string' || !/^\d{1,15}$/.test(value))
    throw new ApiError('bad_request', `Expected ${name} to be a whole number`)
  return Number(value)
}

export function bodyOf({ raw }: FastifyRequest): AsyncIterator<Uint8Array> {
  pacesBody(raw)
  return bodyChunks(raw)
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}
