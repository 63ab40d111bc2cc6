import { callerOf } from '@hornets/server/http/caller'
import type { FastifyRequest } from 'fastify'

/** Where and with what somebody signs in, as the list of sessions shows it. */
export interface Device {
  readonly address: string
  /** As the browser says it, cut short; empty where it says nothing. */
  readonly userAgent: string
  /** `Authorization` of a call that needs none: names the session that a sign-in on this device replaces. */
  readonly authorization?: string | undefined
}

const userAgentLengthMax = 200

export function deviceOf(request: FastifyRequest): Device {
  const userAgent = (request.headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, userAgentLengthMax)
  return { address: callerOf(request).address, userAgent, authorization: request.headers.authorization }
}
