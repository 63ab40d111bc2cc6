import { getGuardedJson, type Opener } from '@hornets/server/outgoing/guarded-json'
import * as z from 'zod/mini'
import { toPubkeyHex } from '../../keys/nostr-keys.ts'
import type { FindName } from './entry-value.ts'

const limits = { headMs: 5000, maxBytes: 1024 * 1024, timeoutMs: 5000 }
const answer = z.object({ names: z.record(z.string(), z.string()) })

export function findNameBy(requests: Opener | undefined): FindName {
  return async given => {
    const [name = '', host = ''] = given.includes('@') ? given.split('@') : ['_', given]
    const url = URL.parse(`https://${host}/.well-known/nostr.json?name=${encodeURIComponent(name)}`)
    if (!requests || !url) throw new Error(`there is no way to reach ${host}`)
    const { names } = answer.parse(await getGuardedJson(requests, url, limits))
    return toPubkeyHex(names[name] ?? '')
  }
}
