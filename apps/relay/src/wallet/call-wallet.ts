import type { AnswerOf, Endpoint } from '@hornets/contract'
import type { Clock } from '@hornets/server/clock'
import { signedHeaders } from '@hornets/server/http/signed-call'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import type * as z from 'zod/mini'

const maxBytes = 65_536

export interface WalletCalling {
  readonly walletUrl: string
  readonly wayOut: WayOut
  readonly apiKey: () => string
  readonly now: Clock
}

/** A signed call to the wallet service. Throws if it refuses, or does not answer in time. */
export async function callWallet<E extends Endpoint & { body: z.ZodMiniType; answers: { 200: z.ZodMiniType } }>(
  endpoint: E,
  given: z.input<E['body']>,
  { walletUrl, wayOut, apiKey, now, ...limits }: WalletCalling & { timeoutMs: number; signal: AbortSignal },
): Promise<AnswerOf<E>> {
  const body = JSON.stringify(given)
  const { status, text } = await wayOut.send(new URL(`${walletUrl}${endpoint.path}`), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signedHeaders(apiKey(), body, now()) },
    body,
    maxBytes,
    ...limits,
  })
  if (status !== 200) throw new Error(`expected 200 of the wallet, got ${status}`)
  return endpoint.answers[200].parse(JSON.parse(text)) as AnswerOf<E>
}
