import { finalizeEvent, generateSecretKey } from 'nostr-tools/pure'
import { Relay } from 'nostr-tools/relay'

/** Adds authors with profiles, notes, reactions and follow lists through the public server. */
export async function fillRelay(publicUrl: string, authors = 6): Promise<void> {
  const relay = await Relay.connect(publicUrl)
  const createdAt = Math.floor(Date.now() / 1000)
  for (let author = 0; author < authors; author++) {
    const secretKey = generateSecretKey()
    const publish = (kind: number, content: string, tags: string[][] = []) =>
      relay.publish(finalizeEvent({ kind, content, tags, created_at: createdAt }, secretKey))
    const profile = { name: `author ${author}`, ...(author % 2 && { lud16: `a${author}@example.com` }) }
    await publish(0, JSON.stringify(profile))
    await publish(3, '', [['p', 'a'.repeat(64)]])
    for (let index = 0; index < 8; index++) await publish(1, `note ${index} of author ${author}. `.repeat(5))
    await publish(7, '+')
    await publish(30023, 'An article. '.repeat(80), [['d', 'article']])
  }
  relay.close()
}
