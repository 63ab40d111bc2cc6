import { once } from 'node:events'
import type { Event } from 'nostr-tools'
import { expect } from 'vitest'
import { startRelay } from '../harness.ts'
import { person, png, sha256 } from '../media/media-world.ts'
import { startHttpService, textOf } from '../support/http-service.ts'
import { putAdmin } from '../support/people.ts'
import { RawClient } from '../support/raw-client.ts'
import { signer } from '../support/signer.ts'

export const allow = {
  content_level: 0,
  decision: 'ALLOW',
  explanation: 'a landscape',
  confidence: 0.98,
  category: 'neutral',
}
export const flag = { ...allow, content_level: 3, decision: 'FLAG', category: 'partial nudity', confidence: 0.6 }
export const block = { content_level: 5, decision: 'BLOCK', explanation: 'seen', confidence: 0.93, category: 'nudity' }

export type ModerationWorld = Awaited<ReturnType<typeof openModerationWorld>>

export async function openModerationWorld() {
  let shade = 0
  const clock = { ms: Date.now() }
  const judge = await startHttpService(async (request, response) => {
    world.forms.push(await textOf(request))
    await world.slow()
    const { status, body } = world.answer()
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  const relay = await startRelay({ now: () => clock.ms })
  const origin = () => relay.publicUrl.replace('ws', 'http')
  const world = {
    relay,
    origin,
    token: '',
    get nowMs() {
      return clock.ms
    },
    set nowMs(ms: number) {
      clock.ms = ms
    },
    answer: (): { status: number; body: unknown } => ({ status: 200, body: allow }),
    slow: async () => {},
    forms: [] as string[],
    /** What the judge was asked. */
    asked: judge.asked,
    async close() {
      await relay.close()
      await judge.close()
    },
    async reset() {
      world.nowMs = Date.now()
      world.forms = []
      world.slow = async () => {}
      world.answer = () => ({ status: 200, body: allow })
      await world.signIn()
    },
    async signIn() {
      world.token = (await putAdmin(relay, 'operator')).token
    },
    async save(values: Record<string, unknown>) {
      const image_moderation = Object.fromEntries(
        Object.entries(values).map(([key, value]) => [`image_moderation_${key}`, value]),
      )
      const saved = await world.call('/api/settings/image_moderation', { image_moderation })
      expect(saved.status).toBe(200)
    },
    async setMode(moderationMode: 'strict' | 'passive') {
      expect((await world.call('/api/relay-settings', { relay_settings: { moderationMode } })).status).toBe(200)
    },
    call(path: string, body?: unknown, method?: string) {
      return relay.call(path, { token: world.token, ...(body !== undefined && { body }), ...(method && { method }) })
    },
    async judged() {
      await relay.context.judges.images.settled()
      await relay.context.judges.images.round()
    },
    /** The judge, or the server of the media, has failed too often. */
    async judgedOften() {
      for (let round = 0; round < 6; round += 1) {
        await world.judged()
        world.nowMs += 3_600_000
      }
      await world.signIn()
    },
    async send(event: Event) {
      const client = await RawClient.connect(relay.publicUrl)
      expect((await client.publish(event)).accepted).toBe(true)
      client.close()
    },
    async post(
      author = signer(),
      tags: string[][] = [],
      uploader = person(),
      photo?: Buffer<ArrayBuffer>,
      type = 'image/png',
    ) {
      shade += 1
      const bytes = photo ?? png(200 + shade)
      const hash = sha256(bytes)
      const headers = { authorization: uploader.header('upload', [hash]), 'content-type': type }
      const uploaded = await fetch(`${origin()}/upload`, { method: 'PUT', body: bytes, headers })
      expect(uploaded.status).toBe(201)
      const url = `${origin()}/${hash}.png`
      const event = author.sign({
        content: tags.length > 0 ? 'see below' : `look: ${url}.`,
        tags: tags.map(tag => tag.map(part => part.replace('URL', url))),
      })
      await world.send(event)
      return { author, event, hash, url, uploader, status: async () => (await fetch(url)).status }
    },
    async read(filter: object, by?: ReturnType<typeof signer>): Promise<string[]> {
      return (await world.events(filter, by)).map(({ id }) => id)
    },
    async events(filter: object, by?: ReturnType<typeof signer>): Promise<Event[]> {
      const client = await RawClient.connect(relay.publicUrl)
      if (by) {
        const [, challenge] = await client.hear('AUTH')
        const auth = by.sign({
          kind: 22_242,
          tags: [
            ['relay', relay.publicUrl],
            ['challenge', String(challenge)],
          ],
        })
        client.say('AUTH', auth)
        await client.hear('OK', auth.id, true)
      }
      client.say('REQ', 'it', filter)
      await client.hear('EOSE', 'it')
      client.socket.close()
      await once(client.socket, 'close')
      return client.heard.flatMap(([type, , event]) => (type === 'EVENT' ? [event as Event] : []))
    },
    async cases(query = '') {
      return (await world.call(`/api/moderation/notifications${query}`)).body
    },
    async caseOf(id: string) {
      const { notifications } = await world.cases()
      return notifications.find((row: { event_id: string }) => row.event_id === id)
    },
  }
  await world.signIn()
  await world.save({
    enabled: true,
    api: `${judge.url}/moderate`,
    check_interval: 3600,
    mode: 'strict',
    threshold: 0.7,
  })
  return world
}
