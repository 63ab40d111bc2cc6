import { type Event, finalizeEvent } from 'nostr-tools'
import type { Relay as Client } from 'nostr-tools/relay'
import { type person, sha256 } from '../media/media-world.ts'
import type { startSubscriptionWorld } from './subscription-world.ts'

type World = Awaited<ReturnType<typeof startSubscriptionWorld>>
const secondsOf = ({ clock }: World) => Math.floor(clock.now / 1000)

/** Signs in to the page of subscriptions in a browser with these languages. */
export async function openPage(world: World, secret: Uint8Array, languages: string): Promise<void> {
  const url = `${world.relay.publicUrl.replace(/^ws/, 'http')}/subscribe/account`
  const tags = [
    ['u', url],
    ['method', 'GET'],
  ]
  const event = finalizeEvent({ kind: 27_235, created_at: secondsOf(world), tags, content: '' }, secret)
  const authorization = `Nostr ${Buffer.from(JSON.stringify(event)).toString('base64')}`
  const { status } = await fetch(url, { headers: { authorization, 'accept-language': languages } })
  if (status !== 200) throw new Error(`the page answered ${status}`)
}
/** An upload of a file to the relay, at its time. */
export function uploadOf(world: World, uploader: ReturnType<typeof person>, bytes: Buffer) {
  const header = uploader.header('upload', [sha256(bytes)], template => {
    template.created_at = secondsOf(world) - 1
    template.tags[1] = ['expiration', String(secondsOf(world) + 600)]
  })
  const url = `${world.relay.publicUrl.replace(/^ws/, 'http')}/upload`
  const headers = { authorization: header, 'x-sha-256': sha256(bytes) }
  return { url, headers, put: () => fetch(url, { method: 'PUT', body: bytes, headers }) }
}

/** What a client gets of these kinds; nothing if it is refused. */
export function read(client: Client, kinds: number[]): Promise<Event[]> {
  const events: Event[] = []
  return new Promise(resolve => {
    const subscription = client.subscribe([{ kinds }], {
      onevent: event => events.push(event),
      oneose: () => {
        resolve(events)
        subscription.close()
      },
      onclose: () => resolve(events),
    })
  })
}
