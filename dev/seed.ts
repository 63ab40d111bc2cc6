/**
 * Fills a running relay through its own doors, so that a developer sees a console with something on it: claims it with a
 * throw-away key, publishes signed notes by made-up authors, uploads a few small files. What is there already stays, and
 * a relay that has been filled is not filled again.
 */
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateSecretKey, getPublicKey, nip19, Relay } from 'nostr-tools'
import { makeEvents } from './seed-events.ts'
import { makeFiles, uploadFile } from './seed-files.ts'

const publicUrl = required('RELAY_PUBLIC_URL')
const adminUrl = required('RELAY_ADMIN_URL')
const cacheFolder = new URL('../.cache/', import.meta.url).pathname
const operatorFile = join(cacheFolder, 'dev-operator.json')
const authors = 24
const filesWanted = 12
const atOnce = 64

function required(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run \`npm run dev\``)
  return value
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

interface Operator {
  readonly nsec: string
  readonly password: string
}

/** Made once, so that the next start of the same relay can be signed in to as well. */
async function devOperator(): Promise<Operator> {
  if (existsSync(operatorFile)) return JSON.parse(await readFile(operatorFile, 'utf8'))
  const operator = { nsec: nip19.nsecEncode(generateSecretKey()), password: `Dev-${crypto.randomUUID()}-1A` }
  await mkdir(cacheFolder, { recursive: true })
  await writeFile(operatorFile, JSON.stringify(operator), { mode: 0o600 })
  return operator
}

async function claim(): Promise<void> {
  const { exists } = (await (await fetch(`${adminUrl}/user-exist`)).json()) as { exists: boolean }
  if (exists && !existsSync(operatorFile)) return say('  claimed already, by a key of yours')
  const { nsec, password } = await devOperator()
  const { data } = nip19.decode(nsec)
  const setupUrl = process.env.RELAY_SETUP_URL
  const body = {
    npub: getPublicKey(data as Uint8Array),
    password,
    confirmPassword: password,
    termOfUse: true,
    ...(setupUrl && { setupToken: new URL(setupUrl).searchParams.get('setup') }),
  }
  if (!exists) {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${adminUrl}/signup`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (answer.status !== 201) throw new Error(`claiming failed: ${answer.status} ${await answer.text()}`)
  }
  say(`  sign in with the throw-away key ${nsec}`)
  say(`  (put it into your extension) and the password ${password}`)
}

async function publish(relay: Relay, secretKeys: readonly Uint8Array[]): Promise<void> {
  const events = makeEvents(secretKeys, Math.floor(Date.now() / 1000))
  let taken = 0
  for (let start = 0; start < events.length; start += atOnce) {
    const answers = await Promise.allSettled(events.slice(start, start + atOnce).map(event => relay.publish(event)))
    taken += answers.filter(({ status }) => status === 'fulfilled').length
  }
  say(`  ${taken} of ${events.length} events were taken`)
}

async function upload(secretKeys: readonly Uint8Array[]): Promise<void> {
  const origin = publicUrl.replace(/^ws/, 'http')
  const files = makeFiles(filesWanted)
  const statuses: number[] = []
  for (const [index, file] of files.entries()) {
    const secretKey = secretKeys[index % secretKeys.length] as Uint8Array
    statuses.push(await uploadFile(origin, file, secretKey, Math.floor(Date.now() / 1000)))
  }
  say(`  ${statuses.filter(status => status < 300).length} of ${files.length} files were taken`)
}

await claim()
const relay = await Relay.connect(publicUrl)
try {
  if ((await relay.count([{ kinds: [0] }], {})) >= authors) say('  filled already')
  else {
    const secretKeys = Array.from({ length: authors }, generateSecretKey)
    await publish(relay, secretKeys)
    await upload(secretKeys)
  }
} finally {
  relay.close()
}
