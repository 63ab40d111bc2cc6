import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { call, claim, login, spawnRelay } from '../../apps/relay/test/harness.ts'
import { person, png, sha256 } from '../../apps/relay/test/media/media-world.ts'
import { startHttpService } from '../../apps/relay/test/support/http-service.ts'
import { RawClient } from '../../apps/relay/test/support/raw-client.ts'
import { signer } from '../../apps/relay/test/support/signer.ts'
import { median, printFigure, rounded } from '../figures.ts'
import { openAcceptance } from '../nostr/acceptance.ts'

// Does the relay accept and read events as fast with every engine on and every service dead, slow or lying? Two relays
// in turn, the other one with all engines off, while images, profiles and a reader with preferences keep both busy.
// `npm run bench -- judges-dead [turns]`: each turn goes once through all faults; default: two, some two minutes. The ratios are
// the medians of neighbouring rounds; resident memory is that after the first turn and at the end, of both relays.

const [turns = 2] = process.argv.slice(2).map(Number)
const chunk = Buffer.alloc(65_536, 'x')

async function pour(response: ServerResponse, bytes: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' })
  for (let sent = 0; sent < bytes && !response.destroyed; sent += chunk.length)
    if (!response.write(chunk)) await Promise.race([new Promise(go => response.once('drain', go)), wait(1000)])
  response.end()
}

const inside = await startHttpService((_request, response) => response.end('{}'))
const faults: Record<string, (response: ServerResponse) => unknown> = {
  dead: response => response.destroy(),
  slow: () => undefined,
  long: response => pour(response, 100 * 2 ** 20),
  endless: response => pour(response, Number.POSITIVE_INFINITY),
  wrong: response => response.end('[{"decision": 7, "response": {}, "pass": "no"}, null]'),
  redirect: response => response.writeHead(302, { location: inside.url }).end(),
}
let fault = 'dead'
const service = await startHttpService((_request, response) => faults[fault]?.(response))

async function openRelay(folder: string, isOn: boolean) {
  const relay = await spawnRelay(folder)
  const token = await login(relay.adminUrl, await claim(relay))
  const save = async (group: string, values: Record<string, unknown>) => {
    const body = {
      [group]: Object.fromEntries(Object.entries(values).map(([key, value]) => [`${group}_${key}`, value])),
    }
    const { status } = await call(relay.adminUrl, `/api/settings/${group}`, { token, body })
    if (status !== 200) throw new Error(`${group} could not be saved`)
  }
  if (!isOn) return relay
  const { url } = service
  await save('image_moderation', { enabled: true, api: `${url}/moderate`, check_interval: 1, timeout: 5 })
  await save('ollama', { url: `${url}/api/generate`, timeout: 1000 })
  await save('content_filter', { enabled: true })
  const nitter = {
    instances: [{ url, priority: 1 }],
    requests_per_minute: 30,
    failure_threshold: 3,
    recovery_threshold: 2,
  }
  await save('xnostr', { enabled: true, check_interval: 1, browser_path: process.env.CHROMIUM_PATH ?? '', nitter })
  const body = { query_cache: { enabled: true, max_entries: 1000, ttl_seconds: 10 } }
  await call(relay.adminUrl, '/api/settings/query_cache', { token, body })
  return relay
}

const uploader = person()

/** The address of a new image, which the relay stores: of those elsewhere, private addresses are not fetched. */
async function upload(url: string): Promise<string> {
  const bytes = png(2000)
  const address = `${url.replace(/^ws/, 'http')}/${sha256(bytes)}.png`
  const headers = { authorization: uploader.header('upload', [sha256(bytes)]), 'content-type': 'image/png' }
  const stored = await fetch(new URL('/upload', address), { method: 'PUT', body: new Uint8Array(bytes), headers })
  await stored.arrayBuffer()
  return address
}

/** Keeps the engines of a relay busy until it is told to end. */
async function occupy(url: string) {
  const client = await RawClient.connect(url)
  const reader = signer()
  const auth = reader.sign({
    kind: 22_242,
    tags: [
      ['relay', url],
      ['challenge', await client.challenge()],
    ],
  })
  client.say('AUTH', auth)
  await client.hear('OK', auth.id, true)
  await client.publish(reader.sign({ kind: 10_010, content: 'no politics', tags: [['enabled', 'true']] }))
  let isOver = false
  const work = async () => {
    for (let at = 0; !isOver; at++) {
      const author = signer()
      client.say('EVENT', author.sign({ content: `${service.url}/${at}.png` }))
      if (at % 4 === 0) client.say('EVENT', author.sign({ content: await upload(url) }))
      client.say('EVENT', author.sign({ kind: 0, content: `{"x":"h${at}"}` }))
      client.say('REQ', `r${at % 8}`, { kinds: [1], limit: 20 })
      await wait(50)
      client.heard.length = 0
    }
    client.close()
  }
  const working = work()
  return () => {
    isOver = true
    return working
  }
}

/** The median time of a REQ of 100 notes, milliseconds. */
async function readMillis(url: string): Promise<number> {
  const client = await RawClient.connect(url)
  const took: number[] = []
  for (let at = 0; at < 100; at++) {
    const startedMs = performance.now()
    client.say('REQ', `q${at}`, { kinds: [1], limit: 100 })
    await client.hear('EOSE', `q${at}`)
    took.push(performance.now() - startedMs)
    client.say('CLOSE', `q${at}`)
    client.heard.length = 0
  }
  client.close()
  return median(took)
}

const tickMs = 10

/** What a process has used of the processors, without its children. */
function processorMs(pid: number | undefined): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number)
  return (user + system) * tickMs
}

const residentMb = (pid: number | undefined) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

const folder = await mkdtemp(join(tmpdir(), 'hornets-judges-dead-'))
const names = Object.keys(faults)
const acceptance = await openAcceptance((turns * names.length + 1) * 2, 3000)
const off = await openRelay(join(folder, 'off'), false)
const on = await openRelay(join(folder, 'on'), true)
const figures = {
  accepted: { off: [] as number[], on: [] as number[] },
  read: { off: [] as number[], on: [] as number[] },
  processor: { off: [] as number[], on: [] as number[] },
}
const leave = [await occupy(off.publicUrl), await occupy(on.publicUrl)]
const memory = { off: [] as number[], on: [] as number[] }
try {
  // Until its code is compiled, a relay is slower.
  for (const { publicUrl } of [off, on]) await acceptance.publish(publicUrl)
  for (let turn = 0; turn < turns; turn++) {
    for (const name of names) {
      fault = name
      const inTurn = Object.entries(names.indexOf(name) % 2 ? { on, off } : { off, on })
      for (const [which, relay] of inTurn as ['off' | 'on', typeof on][]) {
        const before = processorMs(relay.child.pid)
        figures.accepted[which].push((await acceptance.publish(relay.publicUrl)).acceptedPerSecond)
        figures.processor[which].push(processorMs(relay.child.pid) - before)
        figures.read[which].push(await readMillis(relay.publicUrl))
      }
      process.stderr.write(`${turn + 1}/${turns} ${name}\n`)
    }
    memory.off.push(residentMb(off.child.pid))
    memory.on.push(residentMb(on.child.pid))
  }
  const ratio = ({ on: busy, off: free }: typeof figures.read) =>
    rounded(median(busy.map((one, at) => one / (free[at] ?? 1))), 2)
  printFigure({
    bench: 'judges-dead',
    figure: 'accepted events per second and milliseconds of a REQ, engines on against off',
    acceptedRatio: ratio(figures.accepted),
    readRatio: ratio(figures.read),
    processorRatio: ratio(figures.processor),
    acceptedPerSecond: figures.accepted.on.map(Math.round),
    acceptedPerSecondOff: figures.accepted.off.map(Math.round),
    readMillis: figures.read.on.map(one => rounded(one, 1)),
    readMillisOff: figures.read.off.map(one => rounded(one, 1)),
    residentMb: memory.on.map(Math.round),
    residentMbOff: memory.off.map(Math.round),
    calls: service.asked.length,
    followedRedirects: inside.asked.length,
  })
} finally {
  await Promise.all(leave.map(end => end()))
  await acceptance.close()
  await Promise.all([off.end(), on.end()])
  await Promise.all([service.close(), inside.close()])
  await rm(folder, { recursive: true, force: true })
}
