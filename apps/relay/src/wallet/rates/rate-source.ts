import type { WayOut } from '@hornets/server/outgoing/way-out'
import { z } from 'zod'

const timeoutMs = 15_000
const maxBytes = 16_384

/** The answer of mempool.space's `/api/v1/prices`: dollars per bitcoin, with or without cents. */
const prices = z.object({ USD: z.number().positive().max(1_000_000_000_000) })

/** US cents per bitcoin. */
export type RateSource = (signal: AbortSignal) => Promise<number>

/** Asks a public service. Throws if the answer is missing, too long, too late or malformed. */
export function rateSourceAt(url: URL, wayOut: WayOut): RateSource {
  return async signal => {
    const { status, text } = await wayOut.send(url, {
      headers: { accept: 'application/json' },
      timeoutMs,
      maxBytes,
      signal,
    })
    if (status !== 200) throw new Error(`expected 200 of ${url.host}, got ${status}`)
    const result = prices.safeParse(JSON.parse(text))
    if (!result.success) throw new Error(`expected {"USD": dollars} of ${url.host}`, { cause: result.error })
    return Math.round(result.data.USD * 100)
  }
}
