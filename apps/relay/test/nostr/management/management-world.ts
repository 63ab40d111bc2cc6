import { createHash } from 'node:crypto'
import { finalizeEvent } from 'nostr-tools'
import type { Operator } from '../../harness.ts'

export interface Signing {
  /** The address that is signed; by default the relay's own. */
  readonly u?: string
  readonly method?: string
  readonly payload?: string | null
  readonly tags?: string[][]
  /** The relay's time in milliseconds; by default now. */
  readonly at?: number
}

let calls = 0

/** As `nak admin` and khatru do: a POST of `{method, params}`; `u` is the relay's address as entered (ws or http). */
export async function callRelay(
  httpUrl: string,
  by: Pick<Operator, 'secretKey'>,
  [method, ...params]: readonly [string, ...unknown[]],
  signing: Signing = {},
) {
  const body = JSON.stringify({ method, params })
  const payload = signing.payload === undefined ? sha256(body) : signing.payload
  const tags = [
    ['u', signing.u ?? httpUrl.replace(/^http/, 'ws')],
    ['method', signing.method ?? 'POST'],
    ...(payload === null ? [] : [['payload', payload]]),
    ...(signing.tags ?? [['nonce', String(++calls)]]),
  ]
  const template = { kind: 27_235, created_at: Math.floor((signing.at ?? Date.now()) / 1000), content: '', tags }
  return send(httpUrl, body, headerOf(finalizeEvent(template, by.secretKey)))
}

export const headerOf = (event: unknown) => `Nostr ${Buffer.from(JSON.stringify(event)).toString('base64')}`

export async function send(httpUrl: string, body: string, authorization?: string) {
  const response = await fetch(httpUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/nostr+json+rpc', ...(authorization && { authorization }) },
    body,
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  return { status: response.status, headers: response.headers, body: (await response.json()) as any }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
