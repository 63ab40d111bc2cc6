import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { claim, login, makeDataDir, spawnRelay } from '../harness.ts'
import { killAmidUploads } from './kill-amid-uploads.ts'
import { person } from './media-world.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await makeDataDir()
})
afterAll(() => rmSync(dataDir, { recursive: true }))

const kills = process.env.THOROUGH ? 8 : 2
const uploadMb = process.env.THOROUGH ? 1024 : 320
const ann = person()

it(`${kills} kills amid uploads and deletions leave no file without a row, no row without a file, and right totals`, async () => {
  // Two hundred: npm run bench -- kills
  const { onDisk, inRows, incoming, acknowledged, areTotalsRight } = await killAmidUploads(dataDir, kills)
  expect(inRows.length).toBeGreaterThan(2 * kills)
  expect(onDisk).toEqual(inRows)
  expect(incoming).toEqual([])
  expect(acknowledged.filter(hash => !inRows.includes(hash))).toEqual([])
  expect(areTotalsRight).toBe(true)
}, 180_000)

it.runIf(process.platform === 'linux')(
  `an upload of ${uploadMb} MB keeps the process within 100 MB of rest, and leaves nothing where it is not the announced one`,
  async () => {
    const folder = await makeDataDir()
    const relay = await spawnRelay(folder)
    const token = await login(relay.adminUrl, await claim(relay))
    const settings = { relay_settings: { maxfilesize: 2, maxfilesizeunit: 'GB' } }
    await fetch(`${relay.adminUrl}/api/relay-settings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(settings),
    })
    const residentMb = () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${relay.child.pid}/status`, 'utf8'))?.[1]) / 1024
    const rest = residentMb()
    const chunk = Buffer.alloc(2 ** 20, 7)
    let sent = 0
    let most = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        most = Math.max(most, residentMb())
        if (sent++ < uploadMb) controller.enqueue(chunk)
        else controller.close()
      },
    })
    const answer = await fetch(`${relay.publicUrl.replace(/^ws/, 'http')}/upload`, {
      method: 'PUT',
      body,
      headers: { authorization: ann.header('upload', ['f'.repeat(64)]) },
      duplex: 'half',
    } as RequestInit)
    // All of it was read: only then does the relay know its hash.
    expect([answer.status, sent]).toEqual([409, uploadMb + 1])
    expect(most - rest).toBeLessThan(100)
    expect(readdirSync(join(folder, 'media', 'incoming'))).toEqual([])
    await relay.end()
    rmSync(folder, { recursive: true })
  },
  120_000,
)
