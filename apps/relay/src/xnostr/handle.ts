import type { NostrEvent } from '@hornets/contract'
import { readProfileContent } from '../events/changes/profile-content.ts'

const handle = /^[A-Za-z0-9_]{1,15}$/

/** The X handle that a profile (kind 0) names: `x` of its content, with or without @, or NIP-39's `twitter:`. */
export function handleOf({ content, tags }: Pick<NostrEvent, 'content' | 'tags'>): string | null {
  const { x } = readProfileContent(content)
  const named = [x, ...tags.flatMap(([name, id = '']) => (name === 'i' && /^twitter:/i.test(id) ? [id.slice(8)] : []))]
  for (const one of named) {
    const bare = typeof one === 'string' ? one.trim().replace(/^@/, '') : ''
    if (handle.test(bare)) return bare
  }
  return null
}
