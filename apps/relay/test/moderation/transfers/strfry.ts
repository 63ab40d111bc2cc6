import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NostrEvent } from '@hornets/contract'
import { expect } from 'vitest'
import { RawClient } from '../../support/raw-client.ts'

/** The program that the variable STRFRY names. */
const program = process.env.STRFRY
export const isStrfryNamed = program !== undefined

const idsAtOnce = 200

export async function openStrfry() {
  if (program === undefined) throw new Error('STRFRY names no program')
  const folder = await mkdtemp(join(tmpdir(), 'strfry-'))
  const port = await freePort()
  await mkdir(join(folder, 'db'))
  const config = `db = "${join(folder, 'db')}/"\nrelay {\n  bind = "127.0.0.1"\n  port = ${port}\n  nofiles = 0\n}\n`
  await writeFile(join(folder, 'strfry.conf'), config)
  const child = spawn(program, [`--config=${join(folder, 'strfry.conf')}`, 'relay'], { stdio: 'ignore' })
  const url = `ws://127.0.0.1:${port}`
  let client: RawClient | undefined
  await expect
    .poll(
      async () => {
        client = await RawClient.connect(url).catch(() => undefined)
        return client !== undefined
      },
      { timeout: 10_000 },
    )
    .toBe(true)
  const open = client as unknown as RawClient
  return {
    url,
    async put(events: readonly NostrEvent[]) {
      for (const event of events) open.say('EVENT', event)
      for (const { id } of events) expect((await open.hear('OK', id))[2]).toBe(true)
    },
    async stored(ids: readonly string[]): Promise<string[]> {
      const found: string[] = []
      for (let at = 0; at < ids.length; at += idsAtOnce)
        found.push(...(await open.stored({ ids: ids.slice(at, at + idsAtOnce) })))
      return found
    },
    async count(): Promise<number> {
      open.say('COUNT', 'all', {})
      return ((await open.hear('COUNT', 'all'))[2] as { count: number }).count
    },
    async close() {
      open.close()
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
      await rm(folder, { recursive: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}
