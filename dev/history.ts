import { generateSecretKey, Relay } from 'nostr-tools'
import { openApp } from '../apps/relay/src/app.ts'
import { readConfig } from '../apps/relay/src/config.ts'
import { openContext } from '../apps/relay/src/context.ts'
import { makeEvents } from './seed-events.ts'
import { makeFiles, uploadFile } from './seed-files.ts'

const dayMs = 86_400_000

/**
 * Lets a relay over `dataDir` live through the last months: in each it runs under a clock set back, and a growing number
 * of made-up authors publish and upload through its public door.
 */
export async function liveThrough(dataDir: string, months: number): Promise<void> {
  for (let ago = months - 1; ago >= 0; ago--) await liveOneMonth(dataDir, ago, months - ago)
}

async function liveOneMonth(dataDir: string, monthsAgo: number, busyness: number): Promise<void> {
  const now = () => Date.now() - monthsAgo * 30.4 * dayMs
  const environment = { DATA_DIR: dataDir, PORT: '0', PUBLIC_HOST: '127.0.0.1', LOG_LEVEL: 'error' }
  const context = await openContext(readConfig(environment), { now })
  const app = await openApp(context)
  try {
    const secretKeys = Array.from({ length: 2 + busyness * 2 }, generateSecretKey)
    const relay = await Relay.connect(app.publicUrl)
    const nowSeconds = Math.floor(now() / 1000)
    const events = makeEvents(secretKeys, nowSeconds)
    for (let start = 0; start < events.length; start += 64)
      await Promise.all(events.slice(start, start + 64).map(event => relay.publish(event)))
    relay.close()
    const origin = app.publicUrl.replace(/^ws/, 'http')
    const files = makeFiles(busyness * 5).slice((busyness - 1) * 3)
    for (const [index, file] of files.entries())
      await uploadFile(origin, file, secretKeys[index % secretKeys.length] as Uint8Array, nowSeconds)
  } finally {
    await app.close()
    await context.close()
  }
}
