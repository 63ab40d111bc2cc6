import { messages } from '@hornets/contract'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../api-error.ts'

/** A short body as JSON. Throws ApiError('bad_request'), or 'too_large' above the limit. */
export async function jsonIn({ raw }: FastifyRequest, bytesMax: number): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  const body = bodyChunks(raw)
  for (let next = await body.next(); !next.done; next = await body.next()) {
    bytes += next.value.length
    if (bytes > bytesMax) throw new ApiError('too_large', messages.requestTooLarge)
    chunks.push(next.value)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch (cause) {
    throw new ApiError('bad_request', messages.badRequest, { cause })
  }
}

/** Leaving the iterator must not close the connection: the answer still has to be sent. */
export const bodyChunks = (raw: FastifyRequest['raw']) =>
  raw.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>
