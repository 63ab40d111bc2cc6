import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { freePorts, PeerRelay, type PeerRelayOptions } from './peer-relay.ts'

export async function ourRelay(
  folder: string,
  {
    walletPort = 1,
    ...options
  }: Partial<Pick<PeerRelayOptions, 'name' | 'output' | 'memoryMb'>> & { readonly walletPort?: number } = {},
): Promise<PeerRelay> {
  await mkdir(folder, { recursive: true })
  const base = await freePorts(3)
  return new PeerRelay({
    name: 'ours',
    command: process.execPath,
    arguments: [fileURLToPath(new URL('../../apps/relay/src/main.ts', import.meta.url))],
    environment: {
      DATA_DIR: folder,
      PORT: String(base),
      PUBLIC_HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      RATE_URL: '',
      WALLET_URL: `http://127.0.0.1:${walletPort}`,
      DEMO_MODE: 'off',
    },
    loader: { command: process.execPath, arguments: [fileURLToPath(new URL('load-ours.ts', import.meta.url)), folder] },
    folder,
    port: base + 1,
    ...options,
  })
}

export function turnCacheOn(folder: string): void {
  const database = new DatabaseSync(join(folder, 'admin.db'))
  try {
    const insert = 'INSERT OR REPLACE INTO settings (group_name, key, value, sealed) VALUES (?, ?, ?, 0)'
    database.prepare(insert).run('query_cache', 'enabled', 'true')
  } finally {
    database.close()
  }
}

/** strfry with its defaults, except its port and the maximum age of events, which seeded ones exceed. */
export async function strfryRelay(
  command: string,
  folder: string,
  options: Pick<PeerRelayOptions, 'memoryMb'> = {},
): Promise<PeerRelay> {
  await mkdir(join(folder, 'db'), { recursive: true })
  const port = await freePorts(1)
  const config = join(folder, 'strfry.conf')
  await writeFile(
    config,
    `db = "${join(folder, 'db')}/"
events { rejectEventsOlderThanSeconds = 946080000 }
relay {
  bind = "127.0.0.1"
  port = ${port}
  nofiles = 0
}
`,
  )
  return new PeerRelay({
    name: 'strfry',
    command,
    arguments: [`--config=${config}`, '--verbosity=ERROR', 'relay'],
    folder,
    port,
    ...options,
  })
}
