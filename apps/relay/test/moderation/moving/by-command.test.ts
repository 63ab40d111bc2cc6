import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { nsecEncode } from 'nostr-tools/nip19'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeDataDir, newOperator, type Relay, startRelay } from '../../harness.ts'
import { idsOf } from '../../support/drafts.ts'
import { signer } from '../../support/signer.ts'
import { openOldServer } from './old-server.ts'
import { writeOldStatistics } from './old-statistics.ts'

const there = newOperator()
const author = signer()
const payer = signer()
const blocked = signer().pubkey
const content = Buffer.from('a file')
const hash = createHash('sha256').update(content).digest('hex')
const notes = Array.from({ length: 30 }, (_, at) => author.sign({ content: `${at}`, created_at: 1_700_000_000 + at }))

let dataDir: string
let relay: Relay
let token: string
let old: Awaited<ReturnType<typeof openOldServer>>
beforeAll(async () => {
  dataDir = await makeDataDir()
  relay = await startRelay({ dataDir })
  ;({ token } = await relay.signedIn())
  old = await openOldServer('2025-05', {
    operator: there,
    events: [...notes, author.sign({ kind: 117, tags: [['blossom_hash', hash]] })],
    files: [{ hash, name: 'a.txt', mime: 'text/plain', content }],
    blocked: [{ pubkey: blocked, reason: 'spam' }],
  })
  const expires = new Date(Date.now() + 40 * 86_400_000).toISOString().replace('T', ' ')
  writeOldStatistics(join(dataDir, 'old.db'), [{ npub: payer.pubkey, tier: '1 GB per month', expires }])
})
afterAll(async () => {
  await Promise.all([relay.close(), old.close()])
  await rm(dataDir, { recursive: true })
})

const project = fileURLToPath(new URL('../../../../..', import.meta.url))
/** With its answers from a pipe. */
async function bring(answers: readonly string[], ...words: string[]) {
  const env = { ...process.env, DATA_DIR: dataDir }
  const child = spawn('npm', ['run', '--silent', 'import', '--', 'hornets', ...words], { cwd: project, env })
  child.stdin.end(answers.map(line => `${line}\n`).join(''))
  const closed = new Promise<number | null>(resolve => child.once('close', resolve))
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await closed, output, errors }
}

it('says in a dry run what there is, then takes events, files, settings, keys and subscribers (FAMILY-23, FAMILY-24)', {
  timeout: 90_000,
}, async () => {
  const secret = nsecEncode(there.secretKey)
  const answers = [there.pubkey, there.password, secret]
  const [wrong, dry] = await Promise.all([
    bring([there.pubkey, 'wrong', secret], old.url),
    bring(answers, old.url, 'dry-run'),
  ])
  expect([wrong.code, wrong.errors]).toEqual([1, 'The old server refuses this key or this password\n'])
  expect(dry.code).toBe(0)
  for (const line of [
    'HORNETS at',
    `answers at ${old.relay}`,
    'access: 1',
    'events: 31',
    'files: 1',
    'Nothing was taken.',
  ])
    expect(dry.output).toContain(line)
  for (const line of [/^settings: \d+$/m, /^subscribers: (\d+|it does not say)$/m]) expect(dry.output).toMatch(line)
  expect(await idsOf(relay.context.events, [{ authors: [author.pubkey] }])).toEqual([])
  expect(old.tokens.size).toBe(0)
  expect(relay.context.access.isBlocked(blocked)).toBe(false)
  expect(relay.context.relaySettings.current().subscription_tiers).toEqual([])

  const done = await bring(answers, old.url, join(dataDir, 'old.db'))
  expect([done.code, done.errors]).toEqual([0, ''])
  expect(done.output).toContain('events: 31 taken')
  expect(done.output).toContain('files: 1 taken')
  expect(done.output).toMatch(/settings: \d+ taken/)
  expect(done.output).toContain('not taken, secret: 2')
  expect(await idsOf(relay.context.events, [{ authors: [author.pubkey] }])).toHaveLength(31)
  expect(await relay.context.media.brought.isOwned(hash, author.pubkey)).toBe(true)
  expect(relay.context.access.isBlocked(blocked)).toBe(true)
  expect(relay.context.relaySettings.current().subscription_tiers).toHaveLength(3)
  const { subscribers } = (await relay.call('/api/subscribers', { token })).body
  expect(subscribers).toMatchObject([{ pubkey: payer.pubkey, tier: '1 GB per month', status: 'active' }])
  for (const output of [dry.output, done.output]) {
    expect(output).not.toContain(secret)
    expect(output).not.toContain(there.password)
  }
})
