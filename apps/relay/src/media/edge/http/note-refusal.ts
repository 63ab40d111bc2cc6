import type { RefusalCause, Why } from '@hornets/contract/admin/refusals/causes'
import type { ErrorCode } from '@hornets/contract/errors'
import type { ApiError } from '@hornets/server/api-error'
import type { FastifyRequest } from 'fastify'
import type { RefusalNotes } from '../../../refusals/refusal-log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    signer?: string | null
  }
}

const causes: Partial<Record<ErrorCode, RefusalCause>> = {
  unauthorized: 'invalid',
  forbidden: 'invalid',
  bad_request: 'invalid',
  conflict: 'invalid',
  length_required: 'invalid',
  unprocessable: 'invalid',
  too_large: 'size',
  unsupported_media_type: 'media-type',
  payment_required: 'quota',
  rate_limited: 'rate',
  unavailable: 'disk',
}

export function noteRefusal(refusals: RefusalNotes, request: FastifyRequest, error: ApiError, text: string): void {
  const { method, ip, signer, headers, routeOptions } = request
  const cause = causes[error.code]
  const why: Why | undefined = error.why ?? (cause && { cause })
  if (!why || (routeOptions.url === '/report' && error.why)) return
  const size = Number(headers['x-content-length'] ?? headers['content-length'])
  const isRead = method === 'GET' || (method === 'HEAD' && headers['x-content-length'] === undefined)
  refusals.note({
    what: isRead ? 'read' : 'upload',
    ...why,
    text,
    address: ip,
    pubkey: signer,
    ...(Number.isSafeInteger(size) && { bytes: size }),
  })
}
