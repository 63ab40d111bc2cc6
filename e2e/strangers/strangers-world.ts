import { createHash } from 'node:crypto'
import { getToken } from 'nostr-tools/nip98'
import { type Event, finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import { Relay as Client } from 'nostr-tools/relay'
import sharp from 'sharp'
import { answerTo } from '../../apps/relay/test/harness.ts'
import { startSubscriptionWorld } from '../../apps/relay/test/subscriptions/subscription-world.ts'
import { putAdmin } from '../../apps/relay/test/support/people.ts'
import { openElsewhere } from './elsewhere.ts'
import { turningName } from './neighbours.ts'

type Place = 'name' | 'about' | 'note' | 'report' | 'file' | 'camera' | 'hook' | 'label' | 'helper'
const textAt = (place: Place, text: string) => (text === turningName ? text : `Z${place}z ${text}`)

export interface Stranger {
  readonly note: string
  readonly file: string
  readonly pubkey: string
}

export async function openStrangersWorld(consoleDir: string) {
  const elsewhere = await openElsewhere()
  const world = await startSubscriptionWorld({ config: { consoleDir, socksProxy: elsewhere.proxyUrl }, now: Date.now })
  world.clock.now = Date.now()
  await world.save({ freeTierEnabled: true, freeTierLimit: '100 MB per month' })
  const client = await Client.connect(world.relay.publicUrl)
  const base = world.relay.publicUrl.replace(/^ws/, 'http').replace(/\/$/, '')
  // The relay's own clock; the world's stands still.
  const now = () => Math.floor(Date.now() / 1000)

  async function publish(secret: Uint8Array, kind: number, content: string, tags: string[][] = []): Promise<Event> {
    const event = finalizeEvent({ kind, content, tags, created_at: now() }, secret)
    await client.publish(event)
    return event
  }

  async function upload(secret: Uint8Array, text: string): Promise<string> {
    const create = { width: 40, height: 30, channels: 3, background: { r: text.length % 256, g: 90, b: 60 } } as const
    const exif = {
      IFD0: { Make: textAt('camera', text).replaceAll('\u0000', ''), Model: text.replaceAll('\u0000', '') },
    }
    const bytes = await sharp({ create }).withExif(exif).jpeg().toBuffer()
    const form = new FormData()
    form.append('caption', text)
    const type = 'image/jpeg'
    form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), `${textAt('file', text)}.jpg`)
    const payload = ['payload', createHash('sha256').update(bytes).digest('hex')]
    const sign = (template: Parameters<typeof finalizeEvent>[0]) =>
      finalizeEvent({ ...template, tags: [...template.tags, payload], created_at: now() }, secret)
    const authorization = await getToken(`${base}/nip96`, 'POST', sign, true)
    const answer = await fetch(`${base}/nip96`, { method: 'POST', headers: { authorization }, body: form })
    if (!answer.ok) throw new Error(`the upload was refused: ${await answer.text()}`)
    const { nip94_event } = (await answer.json()) as { nip94_event: { tags: string[][] } }
    return nip94_event.tags.find(([name]) => name === 'x')?.[1] ?? ''
  }

  return {
    ...world,
    base,
    elsewhere,
    publish,
    upload,
    async leave(text: string): Promise<Stranger> {
      const secret = generateSecretKey()
      const pubkey = getPublicKey(secret)
      const [name, about] = [textAt('name', text), textAt('about', text)]
      const more = { nip05: text, lud16: text, website: text, banner: text, picture: text }
      await publish(secret, 0, JSON.stringify({ name, display_name: name, about, ...more }))
      await publish(secret, 10_063, '', [
        ['server', text],
        ['server', `https://${'e'.repeat(60)}.example`],
      ])
      const note = await publish(secret, 1, `${textAt('note', text)}\nhttps://evil.example/p.png`, [
        ['t', text],
        [text, text],
      ])
      await publish(generateSecretKey(), 1984, textAt('report', text), [
        ['e', note.id, 'spam'],
        ['p', pubkey, text],
      ])
      const { address } = await world.subscriber({ pubkey })
      await world.tell(world.pay(address, 12_000, { confirmations: 3 }))
      return { note: note.id, file: await upload(secret, text), pubkey }
    },
    async say(text: string, index: number): Promise<void> {
      const name = textAt('helper', text).slice(0, 200)
      const { token } = await putAdmin(world.relay, 'viewer')
      const names = { firstName: name, lastName: name, userName: name, city: name }
      await world.relay.call('/api/account/profile', { token, body: names })
      elsewhere.said = textAt('hook', text)
      const url = `http://${String.fromCharCode(97 + index).repeat(56)}.onion/`
      const added = await world.post('/api/account/delivery/webhooks', { url })
      await world.post('/api/account/delivery/test', { id: added.body.id })
      const label = textAt('label', text).slice(0, 200)
      await world.push('addresses', [{ wallet_name: 'default', index, address: `bcrt1qlabelled${index}`, label }])
      await world.tell(world.pay(`bcrt1qlabelled${index}`, 700))
    },
    async signIn(userAgent: string): Promise<{ readonly token: string; readonly user: object }> {
      const { pubkey, password } = world.operator
      const headers = { 'user-agent': userAgent }
      const { body } = await world.relay.call('/login', { body: { npub: pubkey, password }, headers })
      const answer = await world.relay.call('/verify', { body: answerTo(body.event, world.operator), headers })
      if (answer.status !== 200) throw new Error(`signing in failed: ${JSON.stringify(answer.body)}`)
      return answer.body
    },
    settled: () => Promise.all([world.relay.context.reports.settled(), world.relay.context.media.thumbnails.settled()]),
    async close(): Promise<void> {
      client.close()
      await world.close()
      await elsewhere.close()
    },
  }
}
export type StrangersWorld = Awaited<ReturnType<typeof openStrangersWorld>>
