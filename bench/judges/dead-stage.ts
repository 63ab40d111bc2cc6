import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { call, claim, login, spawnRelay } from '../../apps/relay/test/harness.ts'
import { person, png, sha256 } from '../../apps/relay/test/media/media-world.ts'
import { startHttpService } from '../../apps/relay/test/support/http-service.ts'
import { RawClient } from '../../apps/relay/test/support/raw-client.ts'
import { signer } from '../../apps/relay/test/support/signer.ts'
import { signIn } from './sign-in.ts'

const chunk = Buffer.alloc(65_536, 'x')

async function pour(response: ServerResponse, bytes: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' })
  for (let sent = 0; sent < bytes && !response.destroyed; sent += chunk.length)
    if (!response.write(chunk)) await taken(response)
  response.end()
}

/** The connection takes more, or is gone. */
const taken = (response: ServerResponse) =>
  new Promise<void>(go => {
    const on = () => {
      response.off('drain', on).off('close', on)
      go()
    }
    response.on('drain', on).on('close', on)
  })

export const inside = await startHttpService((_request, response) => response.end('{}'))
export const faults: Record<string, (response: ServerResponse) => unknown> = {
  dead: response => response.destroy(),
  slow: () => undefined,
  long: response => pour(response, 100 * 2 ** 20),
  endless: response => pour(response, Number.POSITIVE_INFINITY),
  wrong: response => response.end('[{"decision": 7, "response": {}, "pass": "no"}, null]'),
  redirect: response => response.writeHead(302, { location: inside.url }).end(),
}
let fault = 'dead'
export const setFault = (name: string) => {
  fault = name
}

export const service = await startHttpService((_request, response) => faults[fault]?.(response))

export async function openRelay(folder: string, isOn: boolean, env: Record<string, string> = {}) {
  const relay = await spawnRelay(folder, env)
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

async function upload(url: string): Promise<string> {
  const bytes = png(2000)
  const address = `${url.replace(/^ws/, 'http')}/${sha256(bytes)}.png`
  const headers = { authorization: uploader.header('upload', [sha256(bytes)]), 'content-type': 'image/png' }
  const stored = await fetch(new URL('/upload', address), { method: 'PUT', body: new Uint8Array(bytes), headers })
  await stored.arrayBuffer()
  return address
}

/** With every fourth one's upload. */
export const eventsOfTurn = 9 / 4

export async function occupy(url: string, pauseMs = 50) {
  const client = await RawClient.connect(url)
  const reader = signer()
  await signIn(client, reader, url)
  await client.publish(reader.sign({ kind: 10_010, content: 'no politics', tags: [['enabled', 'true']] }))
  let isOver = false
  const work = async () => {
    let at = 0
    for (; !isOver; at++) {
      const author = signer()
      client.say('EVENT', author.sign({ content: `${service.url}/${at}.png` }))
      if (at % 4 === 0) client.say('EVENT', author.sign({ content: await upload(url) }))
      client.say('EVENT', author.sign({ kind: 0, content: `{"x":"h${at}"}` }))
      client.say('REQ', `r${at % 8}`, { kinds: [1], limit: 20 })
      await wait(pauseMs)
      client.heard.length = 0
    }
    client.close()
    return at * eventsOfTurn
  }
  const working = work()
  /** Resolves to the number of events that were sent. */
  return () => {
    isOver = true
    return working
  }
}

/** Lines of /proc such as VmRSS, in megabytes. */
export const memoryMb = (pid: number | undefined, line: string) =>
  Number(new RegExp(`${line}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
