import { setTimeout as wait } from 'node:timers/promises'
import type { Event } from 'nostr-tools'
import { call, claim, login, newOperator, spawnRelay } from '../harness.ts'
import { person, png, sha256 } from '../media/media-world.ts'
import { startHttpService } from '../support/http-service.ts'
import { RawClient } from '../support/raw-client.ts'
import { signer } from '../support/signer.ts'

/** What came of a relay that was killed again and again while images arrived and were judged. */
export interface Judged {
  readonly images: number
  /** Requests beyond one for each image; a kill interrupts at most `concurrency` of them. */
  readonly askedAgain: number
  /** Images, or notes that show them, that somebody saw before the judge had allowed them, or although it blocked them. */
  readonly shownTooEarly: readonly string[]
  /** Images or notes of which the relay shows at the end something else than the verdict says. */
  readonly wrong: readonly string[]
}

interface Posted {
  readonly bytes: Buffer
  readonly hash: string
  readonly note: Event
  isAcknowledged: boolean
}

export const concurrency = 5
const authors = Array.from({ length: 20 }, () => ({ uploader: person(), writer: signer() }))
/** By its last bit; the judge allows the others. */
const isBlocked = (hash: string) => Number.parseInt(hash.slice(-1), 16) % 2 === 1

/** Each kill (SIGKILL) strikes in a burst of so many images. `onKill` is called after each. */
export async function killAmidJudging(
  dataDir: string,
  { kills, images }: { readonly kills: number; readonly images: number },
  onKill: (kill: number) => void = () => {},
): Promise<Judged> {
  const judge = await openJudge()
  const operator = newOperator()
  const posted: Posted[] = []
  const shown = new Set<string>()
  for (let kill = 0; kill <= kills; kill++) {
    const relay = await spawnRelay(dataDir)
    if (kill === 0) await setUp(relay, await claim(relay, operator), judge.url)
    const burst = kill < kills ? Array.from({ length: images }, (_, at) => draft(at)) : []
    const last = burst.filter(({ hash }) => !isBlocked(hash)).slice(-1)
    posted.push(...burst)
    const watching = watch(relay.publicUrl, posted, shown, judge.allowed)
    const posting = post(
      relay.publicUrl,
      posted.filter(one => !one.isAcknowledged && !last.includes(one)),
    )
    if (kill < kills) {
      await judge.untilAsked(judge.asked.length + images * (0.2 + Math.random() * 0.6))
      // Its note is stored, and dies with the relay before it can reach the queue.
      await post(relay.publicUrl, last)
      await relay.end('SIGKILL')
      await Promise.all([posting, watching.end()])
      onKill(kill + 1)
      continue
    }
    await posting
    const wrong = await untilRight(relay.publicUrl, posted)
    await watching.end()
    await relay.end()
    await judge.close()
    const shownTooEarly = [...shown].filter(id => posted.some(({ hash, note }) => hash === id || note.id === id))
    return { images: posted.length, askedAgain: judge.asked.length - posted.length, shownTooEarly, wrong }
  }
  throw new Error('unreachable')
}

function draft(at: number): Posted {
  const bytes = png(2000)
  const hash = sha256(bytes)
  const { writer } = authors[at % authors.length] ?? { writer: signer() }
  return { bytes, hash, note: writer.sign({ content: `http://127.0.0.1/${hash}.png` }), isAcknowledged: false }
}

async function openJudge() {
  const asked: string[] = []
  const allowed = new Set<string>()
  const service = await startHttpService(async (request, response) => {
    const form = await new Response(request as unknown as ReadableStream, {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    }).formData()
    const hash = sha256(new Uint8Array(await (form.get('file') as File).arrayBuffer()))
    asked.push(hash)
    await wait(10)
    const decision = isBlocked(hash) ? 'BLOCK' : 'ALLOW'
    if (decision === 'ALLOW') allowed.add(hash)
    const said = { content_level: 0, decision, explanation: '', confidence: 1, category: 'test' }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said))
  })
  const untilAsked = async (count: number) => {
    const deadline = performance.now() + 60_000
    while (asked.length < count && performance.now() < deadline) await wait(5)
  }
  return { ...service, asked, allowed, untilAsked }
}

async function setUp({ adminUrl }: { adminUrl: string }, operator: ReturnType<typeof newOperator>, url: string) {
  const token = await login(adminUrl, operator)
  const values = { enabled: true, api: `${url}/moderate`, check_interval: 1, concurrency }
  const image_moderation = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [`image_moderation_${key}`, value]),
  )
  await call(adminUrl, '/api/relay-settings', { token, body: { relay_settings: { moderationMode: 'strict' } } })
  const saved = await call(adminUrl, '/api/settings/image_moderation', { token, body: { image_moderation } })
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body))
}

/** Uploads each image and publishes its note, until the relay dies. */
async function post(publicUrl: string, drafts: readonly Posted[]): Promise<void> {
  const http = publicUrl.replace(/^ws/, 'http')
  const left = [...drafts]
  const work = async () => {
    const client = await RawClient.connect(publicUrl)
    for (let one = left.shift(); one; one = left.shift()) {
      const { uploader } = authors[drafts.indexOf(one) % authors.length] ?? { uploader: person() }
      const headers = { authorization: uploader.header('upload', [one.hash]), 'content-type': 'image/png' }
      const uploaded = await fetch(`${http}/upload`, { method: 'PUT', body: new Uint8Array(one.bytes), headers })
      if (!uploaded.ok) throw new Error(`refused: ${await uploaded.text()}`)
      one.isAcknowledged =
        (await Promise.race([client.publish(one.note), client.closed.then(() => undefined)]))?.accepted === true
    }
    client.close()
  }
  await Promise.all(Array.from({ length: 4 }, () => work().catch(() => {})))
}

/** Notes which images and notes strangers get that the judge has not allowed. */
function watch(publicUrl: string, posted: readonly Posted[], shown: Set<string>, allowed: ReadonlySet<string>) {
  let isOver = false
  const look = async () => {
    const client = await RawClient.connect(publicUrl)
    while (!isOver) {
      const some = Array.from({ length: 8 }, () => posted[Math.floor(Math.random() * posted.length)]).filter(
        one => one !== undefined,
      )
      for (const id of await Promise.race([statesOf(publicUrl, client, some), client.closed.then(() => [])])) {
        const one = some.find(({ hash, note }) => hash === id || note.id === id)
        if (one && !allowed.has(one.hash)) shown.add(id)
      }
      await wait(50)
    }
    client.close()
  }
  const looking = look().catch(() => {})
  return {
    end() {
      isOver = true
      return looking
    },
  }
}

/** Of these, the images and notes that a stranger gets. */
async function statesOf(publicUrl: string, client: RawClient, some: readonly Posted[]): Promise<string[]> {
  const http = publicUrl.replace(/^ws/, 'http')
  const notes = await client.stored({ ids: some.map(({ note }) => note.id) })
  const files = await Promise.all(
    some.map(async ({ hash }) => ((await fetch(`${http}/${hash}`, { method: 'HEAD' })).ok ? hash : '')),
  )
  return [...notes, ...files.filter(hash => hash !== '')]
}

/** Resolves with what is still wrong when nothing has changed for five seconds. */
async function untilRight(publicUrl: string, posted: readonly Posted[]): Promise<string[]> {
  const client = await RawClient.connect(publicUrl)
  const wrongOnes = async () => {
    const wrong: string[] = []
    for (let at = 0; at < posted.length; at += 100) {
      const some = posted.slice(at, at + 100)
      const states = new Set(await statesOf(publicUrl, client, some))
      for (const { hash, note } of some)
        for (const id of [hash, note.id]) if (states.has(id) === isBlocked(hash)) wrong.push(id)
    }
    return wrong
  }
  let wrong = await wrongOnes()
  let changedAt = performance.now()
  while (wrong.length > 0 && performance.now() - changedAt < 5000) {
    await wait(300)
    const now = await wrongOnes()
    if (now.length !== wrong.length) changedAt = performance.now()
    wrong = now
  }
  client.close()
  return wrong
}
