import { getGuardedJson, type Opener } from '@hornets/server/outgoing/guarded-json'
import * as z from 'zod/mini'

const limits = { headMs: 10_000, maxBytes: 65_536, timeoutMs: 10_000 }

/** A server's answer for a Lightning address (LUD-06, LUD-16, NIP-57). */
const payRequest = z.object({
  tag: z.literal('payRequest'),
  allowsNostr: z.optional(z.boolean()),
  nostrPubkey: z.optional(z.string()),
})

/** Where a Lightning address (LUD-16) is looked up; null if it is none. */
export function payUrlOf(address: string): URL | null {
  const parts = /^([a-z0-9._+-]{1,64})@([a-z0-9.-]+\.[a-z]{2,63})$/.exec(address.trim().toLowerCase())
  if (!parts) return null
  const [, name, host = ''] = parts
  return URL.parse(`${host.endsWith('.onion') ? 'http' : 'https'}://${host}/.well-known/lnurlp/${name}`)
}

export function zapAddress(requests: Opener | undefined, written: () => Promise<string | undefined>) {
  return {
    async lud16(): Promise<string | null> {
      const address = (await written())?.toLowerCase() ?? ''
      return payUrlOf(address) ? address : null
    },
    /** Throws if its server does not answer properly. */
    async askSigner(lud16: string): Promise<string | null> {
      const url = payUrlOf(lud16)
      if (!requests || !url) throw new Error(`there is no way to reach ${lud16}`)
      return askZapSigner(requests, url)
    },
  }
}

/** Hex; null if it supports no zaps. Throws if it does not answer properly in time. */
export async function askZapSigner(requests: Opener, url: URL): Promise<string | null> {
  const { allowsNostr, nostrPubkey = '' } = payRequest.parse(await getGuardedJson(requests, url, limits))
  return allowsNostr === true && /^[0-9a-f]{64}$/.test(nostrPubkey) ? nostrPubkey : null
}
