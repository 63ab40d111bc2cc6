import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { ApiError } from '@hornets/server/api-error'
import type { FastifyRequest } from 'fastify'

/** Throws ApiError('bad_request') if it is too long. */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const given = request.headers['idempotency-key']
  if (given === undefined || given === '') return null
  if (typeof given !== 'string' || given.length > 200) throw new ApiError('bad_request', walletMessages.keyTooLong)
  return given
}
