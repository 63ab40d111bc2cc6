import { createHmac } from 'node:crypto'
import type { GuardedRequests } from '@hornets/server/outgoing/guarded-requests'
import { bodyOf, type Send } from './channel.ts'
import { post } from './post.ts'

export interface Webhook {
  readonly url: string
  /** `whsec_` and base64. */
  readonly secret: string
}

export interface WebhookParts {
  readonly requests: GuardedRequests
  readonly relayName: () => string
  readonly now: () => number
}

/** `v1,` and the HMAC-SHA256 of id, time (Unix seconds) and body (Standard Webhooks 1.0). */
export function signatureOf(
  secret: string,
  { id, seconds, body }: { id: string; seconds: number; body: string },
): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
}

export function webhook({ requests, relayName, now }: WebhookParts): Send {
  return async (message, { secret: json }) => {
    const { url, secret } = JSON.parse(json) as Webhook
    const { id, kinds, title, at, url: link } = message
    const timestamp = new Date(at).toISOString()
    const data = { relay: relayName(), kinds, title, text: bodyOf(message), ...(link !== undefined && { url: link }) }
    const body = JSON.stringify({ type: 'notification', timestamp, data })
    const seconds = Math.floor(now() / 1000)
    const headers = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'hornets-relay',
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signatureOf(secret, { id, seconds, body }),
    }
    await post(requests, new URL(url), { headers, body })
  }
}
