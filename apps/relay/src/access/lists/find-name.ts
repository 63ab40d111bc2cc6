import type { IncomingMessage } from 'node:http'
import type { GuardedRequest } from '@hornets/server/outgoing/guarded-requests'
import { readAnswer } from '@hornets/server/outgoing/read-answer'
import * as z from 'zod/mini'
import { toPubkeyHex } from '../../keys/nostr-keys.ts'
import type { FindName } from './entry-value.ts'

/** Opens guarded requests: `GuardedRequests`. */
interface Opener {
  open(url: URL, request: GuardedRequest): Promise<IncomingMessage>
}

const headMs = 5000
const contentLimits = { maxBytes: 1024 * 1024, timeoutMs: 5000 }
const answer = z.object({ names: z.record(z.string(), z.string()) })

/** Looks NIP-05 names up at their servers. */
export function findNameBy(requests: Opener | undefined): FindName {
  return async given => {
    const [name = '', host = ''] = given.includes('@') ? given.split('@') : ['_', given]
    const url = URL.parse(`https://${host}/.well-known/nostr.json?name=${encodeURIComponent(name)}`)
    if (!requests || !url) throw new Error(`expected a way to ${host}, there is none`)
    const response = await requests.open(url, { headers: { accept: 'application/json' }, headMs })
    try {
      if (response.statusCode !== 200) throw new Error(`expected 200 of ${url.host}, got ${response.statusCode}`)
      const { names } = answer.parse(JSON.parse(await readAnswer(response, contentLimits)))
      return toPubkeyHex(names[name] ?? '')
    } finally {
      response.destroy()
    }
  }
}
