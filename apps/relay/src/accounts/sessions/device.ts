import { callerOf } from '@hornets/server/http/caller'
import type { FastifyRequest } from 'fastify'

export interface Device {
  readonly address: string
  readonly userAgent: string
  /** `Authorization` of a public call: names the session that a sign-in on this device replaces. */
  readonly authorization?: string | undefined
}

const userAgentLengthMax = 200

export function deviceOf(request: FastifyRequest): Device {
  const userAgent = (request.headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, userAgentLengthMax)
  return { address: callerOf(request).address, userAgent, authorization: request.headers.authorization }
}
