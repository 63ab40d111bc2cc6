import { rm } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, it, onTestFinished, vi } from 'vitest'
import { call, claim, login, makeDataDir, spawnRelay } from '../harness.ts'
import { person, sha256 } from '../media/media-world.ts'
import { RawClient } from '../support/raw-client.ts'
import { signer } from '../support/signer.ts'

const usual = 'http://localhost:8000/moderate'

it.runIf(process.env.INSTALL_JUDGE)(
  'MODERATE-32: installs and starts a judge at the usual address after nothing but the switch, and shows a note once it has judged its image',
  { timeout: 240_000 },
  async () => {
    const { post, read, get, save } = await openBareRelay()
    // The usual ones are basic and 30 s, which would only make the test wait.
    await save('relay-settings', { relay_settings: { moderationMode: 'strict' } })
    await save('settings/image_moderation', { image_moderation: { image_moderation_check_interval: 1 } })
    await expect(fetch(usual)).rejects.toThrow()

    await save('settings/image_moderation', { image_moderation: { image_moderation_enabled: true } })
    const { note, bytes } = await post()
    expect([(await get('settings/image_moderation')).image_moderation.api, await read(note)]).toEqual([usual, []])
    await vi.waitFor(async () => expect(await read(note)).toEqual([note.id]), { timeout: 200_000, interval: 500 })
    expect((await get('services'))[0]).toMatchObject({ group: 'image_moderation', state: 'running', queue: 0 })

    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'image.png')
    form.set('moderation_mode', 'full')
    form.set('threshold', '0')
    const answer = await fetch(usual, { method: 'POST', body: form })
    // With a threshold of 0 every image has too much of something.
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ decision: 'BLOCK' })])
  },
)

async function openBareRelay() {
  const folder = await makeDataDir()
  onTestFinished(() => rm(folder, { recursive: true }))
  const relay = await spawnRelay(folder, { BUILT_IN_JUDGE: 'on' })
  onTestFinished(async () => void (await relay.end()))
  const token = await login(relay.adminUrl, await claim(relay))
  return {
    get: async (path: string) => (await call(relay.adminUrl, `/api/${path}`, { token })).body,
    save: async (path: string, body: object) =>
      expect((await call(relay.adminUrl, `/api/${path}`, { token, body })).status).toBe(200),
    async post() {
      const create = { width: 300, height: 200, channels: 3, background: '#8899aa' } as const
      const bytes = await sharp({ create }).png().toBuffer()
      const hash = sha256(bytes)
      const http = relay.publicUrl.replace('ws', 'http')
      const headers = { authorization: person().header('upload', [hash]), 'content-type': 'image/png' }
      const body = new Uint8Array(bytes)
      expect((await fetch(`${http}/upload`, { method: 'PUT', body, headers })).status).toBe(201)
      const note = signer().sign({ content: `${http}/${hash}.png` })
      const client = await RawClient.connect(relay.publicUrl)
      expect((await client.publish(note)).accepted).toBe(true)
      client.close()
      return { note, bytes }
    },
    async read({ id }: { id: string }) {
      const client = await RawClient.connect(relay.publicUrl)
      const found = await client.stored({ ids: [id] })
      client.close()
      return found
    },
  }
}
