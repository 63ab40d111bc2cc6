import { type NostrEvent, nostrEvent } from '@hornets/contract'

const repostKinds = new Set([6, 16])

/** The event that a repost has as its text (NIP-18); undefined for all other events. Its signature is not checked. */
export function repostedIn({ kind, content }: Pick<NostrEvent, 'kind' | 'content'>): NostrEvent | undefined {
  if (!repostKinds.has(kind) || !content.startsWith('{')) return undefined
  try {
    return nostrEvent.safeParse(JSON.parse(content)).data
  } catch {
    return undefined
  }
}
