import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { Author, draftEvent } from './support/burst-events.ts'
import { RawClient } from './support/raw-client.ts'

const folder = await mkdtemp(join(tmpdir(), 'crash-'))
const children: ChildProcess[] = []
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(folder, { recursive: true })
})

async function start(): Promise<{ url: string; child: ChildProcess }> {
  const child = fork(new URL('../src/main.ts', import.meta.url), {
    env: { ...process.env, DATA_DIR: folder, PORT: '0', PUBLIC_HOST: '127.0.0.1', LOG_LEVEL: 'error' },
  })
  children.push(child)
  const [{ publicUrl }] = (await once(child, 'message')) as [{ publicUrl: string }]
  return { url: publicUrl.replace(/^http/, 'ws'), child }
}

describe('kill -9 in a burst of 5,000 events', () => {
  it('loses none that was answered with OK true, and the relay comes back', { timeout: 60_000 }, async () => {
    const authors = Array.from({ length: 20 }, () => new Author())
    const now = Math.floor(Date.now() / 1000)
    const events = Array.from({ length: 5000 }, (_, at) =>
      (authors[at % 20] ?? new Author()).sign(draftEvent(at, now, authors)),
    )
    const { url, child } = await start()
    const client = await RawClient.connect(url)
    const killed = once(child, 'exit')
    client.socket.on('message', () => {
      if (client.heard.length === 1500) child.kill('SIGKILL')
    })
    for (const event of events) client.say('EVENT', event)
    expect((await killed)[1]).toBe('SIGKILL')
    await client.closed
    const accepted = client.heard.filter(([type, , ok]) => type === 'OK' && ok === true).map(([, id]) => String(id))
    expect(accepted.length).toBeGreaterThanOrEqual(1000)
    expect(accepted.length).toBeLessThan(events.length)

    const again = await start()
    const reader = await RawClient.connect(again.url)
    const found = new Set<string>()
    for (let at = 0; at < accepted.length; at += 500) {
      for (const id of await reader.stored({ ids: accepted.slice(at, at + 500) })) found.add(id)
    }
    expect(accepted.filter(id => !found.has(id))).toEqual([])
    for (const event of events) reader.say('EVENT', event)
    const answered = () => reader.heard.filter(([type, , ok]) => type === 'OK' && ok === true).length
    await expect.poll(answered, { timeout: 20_000 }).toBe(events.length)
    reader.close()
    again.child.kill('SIGKILL')
  })
})
