/** Twelve months of the demo's story without its wallet, and a throw-away owner. An existing relay stays as it is. */
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLogger } from '@hornets/server/process/logger'
import { generateSecretKey, getPublicKey, nip19 } from 'nostr-tools'
import { readConfig } from '../apps/relay/src/config.ts'
import { openContext } from '../apps/relay/src/context.ts'
import { chapters } from '../apps/relay/src/demo/history/chapters.ts'
import { liveThrough } from '../apps/relay/src/demo/history/live-through.ts'
import { madeUpRates } from '../apps/relay/src/demo/history/rates.ts'
import { wallet } from '../apps/relay/src/demo/history/wallet.ts'

const dataDir = process.env.DATA_DIR
if (!dataDir) throw new Error('DATA_DIR is not set: run `npm run dev`')
const cacheFolder = fileURLToPath(new URL('../.cache/', import.meta.url))
const operatorFile = join(cacheFolder, 'dev-operator.json')

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

interface Operator {
  readonly nsec: string
  readonly password: string
}

/** Created once, so that the relay can also be signed in to after its next start. */
async function devOperator(): Promise<Operator> {
  if (existsSync(operatorFile)) return JSON.parse(await readFile(operatorFile, 'utf8'))
  const operator = { nsec: nip19.nsecEncode(generateSecretKey()), password: `Dev-${crypto.randomUUID()}-1A` }
  await mkdir(cacheFolder, { recursive: true })
  await writeFile(operatorFile, JSON.stringify(operator), { mode: 0o600 })
  return operator
}

async function claim(folder: string): Promise<void> {
  const context = await openContext(readConfig({ DATA_DIR: folder, RATE_URL: '' }), {
    logger: createLogger({ name: 'seed', level: 'error' }),
    sandbox: { rates: madeUpRates(Date.now) },
  })
  try {
    if (context.accounts.isClaimed() && !existsSync(operatorFile)) return say('  claimed already, by a key of yours')
    const { nsec, password } = await devOperator()
    const npub = getPublicKey(nip19.decode(nsec).data as Uint8Array)
    const setupToken = context.setupToken.value
    const body = { npub, password, confirmPassword: password, termOfUse: true, setupToken } as const
    if (!context.accounts.isClaimed()) await context.accounts.signup(body, { address: '127.0.0.1' })
    say(`  sign in with the throw-away key ${nsec}`)
    say(`  (put it into your extension) and the password ${password}`)
  } finally {
    await context.close()
  }
}

if (existsSync(join(dataDir, 'relay.db'))) say('  filled already')
else {
  const subjects = chapters.filter(chapter => chapter !== wallet)
  await liveThrough(dataDir, { until: Date.now(), days: 365, claimed: false, subjects })
}
await claim(dataDir)
