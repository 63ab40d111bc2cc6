import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { nip19 } from 'nostr-tools'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, claim, login, makeDataDir, newOperator, spawnRelay } from '../harness.ts'
import { countInMemory } from '../support/memory.ts'

const key = new Uint8Array(randomBytes(32))
const hex = Buffer.from(key).toString('hex')
const texts = [hex, nip19.nsecEncode(key)]
const forms = [...texts.flatMap(text => [Buffer.from(text), Buffer.from(text, 'utf16le')]), Buffer.from(key)]
const operator = newOperator()

let dataDir: string
let relay: Awaited<ReturnType<typeof spawnRelay>>
let token: string
beforeAll(async () => {
  dataDir = await makeDataDir()
  relay = await spawnRelay(dataDir)
  await claim(relay, operator)
  token = await login(relay.adminUrl, operator)
})
afterAll(async () => {
  await relay.end()
  await rm(dataDir, { recursive: true })
})

/** As hex, as nsec, as bytes. */
async function count() {
  const [hex = 0, wideHex = 0, nsec = 0, wideNsec = 0, bytes = 0] = await countInMemory(relay.child.pid ?? 0, forms)
  return { hex: hex + wideHex, nsec: nsec + wideNsec, bytes }
}

const inTime = { timeout: 15_000, interval: 1000 }

it.runIf(process.platform === 'linux')(
  'has its private key as bytes after a start, once',
  { timeout: 60_000 },
  async () => {
    const general = { private_key: texts[1] }
    expect((await call(relay.adminUrl, '/api/settings/general', { token, body: { general } })).status).toBe(200)
    // Whoever types a key sends it as text: copies stay in the buffers that it went through, until others need them.
    expect((await count()).nsec).toBeGreaterThan(0)
    await expect.poll(count, inTime).toSatisfy(({ hex, nsec }) => hex <= 4 && nsec <= 10)
    await relay.end()
    relay = await spawnRelay(dataDir)
    await expect.poll(count, inTime).toEqual({ hex: 0, nsec: 0, bytes: 1 })
    // The library for signatures turns it into hex, a few times for each of the events that a save signs.
    const body = { relay_settings: { subscription_tiers: [{ datalimit: '1 GB per month', price: '1000' }] } }
    expect((await call(relay.adminUrl, '/api/relay-settings', { token, body })).status).toBe(200)
    await expect.poll(count, inTime).toSatisfy(({ hex, nsec }) => hex <= 16 && nsec === 0)
  },
)
