import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { call, claim, login, spawnRelay } from '../../apps/relay/test/harness.ts'
import { person, sha256 } from '../../apps/relay/test/media/media-world.ts'
import { RawClient } from '../../apps/relay/test/support/raw-client.ts'
import { signer } from '../../apps/relay/test/support/signer.ts'
import { printFigure, rounded } from '../figures.ts'
import { signIn } from './sign-in.ts'

// Does the switch alone have images judged, on a machine where nothing is installed yet? The relay installs its judge from
// npm's registry into a new data folder. With the usual threshold a note with a harmless image must be shown; with a
// threshold of 0, which every image reaches, the next one must be blocked. Port 8000 has to be free.

const limitMs = 300_000
const author = signer()
const uploader = person()

const folder = await mkdtemp(join(tmpdir(), 'hornets-bare-'))
const relay = await spawnRelay(folder, { BUILT_IN_JUDGE: 'on' })
try {
  const token = await login(relay.adminUrl, await claim(relay))
  const save = async (values: Record<string, unknown>) => {
    const named = Object.entries(values).map(([key, value]) => [`image_moderation_${key}`, value])
    const body = { image_moderation: Object.fromEntries(named) }
    const { status } = await call(relay.adminUrl, '/api/settings/image_moderation', { token, body })
    if (status !== 200) throw new Error('image moderation could not be saved')
  }
  await call(relay.adminUrl, '/api/relay-settings', { token, body: { relay_settings: { moderationMode: 'strict' } } })
  const until = async <Found>(look: () => Promise<Found | undefined>): Promise<Found> => {
    for (const deadline = performance.now() + limitMs; performance.now() < deadline; await wait(200)) {
      const found = await look()
      if (found !== undefined) return found
    }
    throw new Error('nothing was judged within five minutes')
  }
  const caseOf = async (id: string) => {
    const { body } = await call(relay.adminUrl, '/api/moderation/notifications', { token })
    return (body?.notifications ?? []).find((row: { event_id: string }) => row.event_id === id)
  }

  let begun = performance.now()
  await save({ enabled: true, check_interval: 1 })
  const shown = await post('#8899aa')
  await until(async () => ((await shown.isRead()) ? true : undefined))
  const shownSeconds = (performance.now() - begun) / 1000

  await save({ threshold: 0 })
  begun = performance.now()
  const blocked = await post('#aa9988')
  const { state, reason } = await until(() => caseOf(blocked.note.id))
  const tickets = await read({ kinds: [19_841], '#e': [blocked.note.id] }, true)
  printFigure({
    bench: 'bare-machine',
    figure: 'images judged by the built-in judge after nothing but the switch',
    secondsUntilShown: rounded(shownSeconds, 1),
    secondsUntilBlocked: rounded((performance.now() - begun) / 1000, 1),
    state,
    reason,
    tickets: tickets.length,
    blockedIsRead: await blocked.isRead(),
    blockedFile: (await fetch(blocked.url)).status,
    shownFile: (await fetch(shown.url)).status,
  })
} finally {
  await relay.end()
  await rm(folder, { recursive: true, force: true })
}

async function read(filter: object, isAuthor = false) {
  const client = await RawClient.connect(relay.publicUrl)
  if (isAuthor) await signIn(client, author, relay.publicUrl)
  const found = await client.stored(filter)
  client.close()
  return found
}

async function post(background: string) {
  const bytes = await sharp({ create: { width: 600, height: 400, channels: 3, background } })
    .png()
    .toBuffer()
  const hash = sha256(bytes)
  const http = relay.publicUrl.replace(/^ws/, 'http')
  const headers = { authorization: uploader.header('upload', [hash]), 'content-type': 'image/png' }
  const stored = await fetch(`${http}/upload`, { method: 'PUT', body: new Uint8Array(bytes), headers })
  if (!stored.ok) throw new Error(`not stored: ${stored.status}`)
  const url = `${http}/${hash}.png`
  const note = author.sign({ content: url })
  const client = await RawClient.connect(relay.publicUrl)
  await client.publish(note)
  client.close()
  return { note, url, isRead: async () => (await read({ ids: [note.id] })).length > 0 }
}
