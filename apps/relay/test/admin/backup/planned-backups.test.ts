import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { wallet } from '@hornets/contract/admin/settings'
import type { BackupState } from '@hornets/contract/admin/settings/backup'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { makeKeyPair } from '../../../src/backup/set/cipher.ts'
import { type Operator, type Relay, startRelay } from '../../harness.ts'
import { person, png, sha256 } from '../../media/media-world.ts'
import { auditOf, putAdmin } from '../../support/people.ts'
import { RawClient } from '../../support/raw-client.ts'
import { commandVariables, hasAccountsFile } from '../../support/servers/accounts-on-postgres.ts'
import { type S3Server, startS3Server } from '../../support/servers/s3-server.ts'
import { startSftpDouble } from '../../support/servers/sftp-server.ts'
import { signer } from '../../support/signer.ts'
import { contentsOf } from './backup-world.ts'

const project = fileURLToPath(new URL('../../../../..', import.meta.url))
const draft = {
  schedule: 'daily',
  hour: 3,
  encryption: 'none',
  tests: false,
  keep: { daily: 7, weekly: 4, monthly: 12 },
}

const clock = { now: Date.now() }

let folder: string
let s3: S3Server
let relay: Relay
let operator: Operator
let token: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'planned-backup-'))
  relay = await startRelay({ now: () => clock.now })
  s3 = await startS3Server()
  ;({ operator, token } = await relay.signedIn())
})
beforeEach(() =>
  relay.context.adminDatabase.transact(async tx => {
    await tx.deleteFrom('backup_runs').execute()
    await tx.deleteFrom('backup_plan').execute()
  }),
)
afterAll(async () => {
  await relay.close()
  await s3.close()
  await rm(folder, { recursive: true })
})

const call = (method: string, path: string, body?: unknown) =>
  relay.call(path, { method, token, ...(body !== undefined && { body }) })
const plan = (change: object = {}) => call('PUT', '/api/backup', { ...draft, ...change })

async function ended(): Promise<BackupState['runs'][number] | undefined> {
  await relay.context.backup.runs.wait()
  return ((await call('GET', '/api/backup')).body as BackupState).runs[0]
}

async function command(dataDir: string, words: string[], input = '') {
  const env = { ...process.env, ...(await commandVariables(dataDir)) }
  const child = spawn('npm', ['run', '--silent', 'admin', '--', ...words], { cwd: project, env, stdio: 'pipe' })
  child.stdin.end(input)
  const closed = new Promise<number | null>(resolve => child.once('close', resolve))
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await closed, output, errors }
}

it('notes within two minutes that the command that made a backup was killed', async () => {
  const { adminDatabase, backup } = relay.context
  const row = { kind: 'backup', state: 'running', by: null }
  const quiet = { ...row, began_at: clock.now - 300_000, beat_at: clock.now - 61_000 }
  const lively = { ...row, began_at: clock.now - 300_000, beat_at: clock.now - 59_000 }
  for (const values of [quiet, lively])
    await adminDatabase.transact(tx => tx.insertInto('backup_runs').values(values).execute())
  await backup.runs.tick()
  const states = async () => ((await call('GET', '/api/backup')).body as BackupState).runs.map(({ state }) => state)
  expect(await states()).toEqual(['running', 'failed'])
  clock.now += 2000
  await backup.runs.tick()
  expect(await states()).toEqual(['failed', 'failed'])
})

it('refuses plans that cannot work, and says which field is wrong', async () => {
  const wrong = async (change: object) => Object.keys((await plan(change)).body.fields ?? {})
  expect(await wrong({})).toEqual(['place'])
  expect(await wrong({ place: 'relative/folder' })).toEqual(['place'])
  expect(await wrong({ place: join(relay.dataDir, 'backups') })).toEqual(['place'])
  const s3 = 'https://access:secret-of-s3@s3.example/bucket'
  expect(await wrong({ place: s3 })).toEqual(['encryption'])
  expect(await wrong({ place: s3, encryption: 'recipient', recipient: 'age1nothing' })).toEqual(['recipient'])
  expect(await wrong({ place: s3, encryption: 'passphrase' })).toEqual(['passphrase'])
  expect(await wrong({ place: s3, encryption: 'passphrase', passphrase: 'too short' })).toEqual(['passphrase'])
  const sftp = `sftp://me:secret-of-sftp@127.0.0.1:1/backups#SHA256:${'A'.repeat(43)}`
  expect(await wrong({ place: sftp })).toEqual(['encryption'])
  const passphrase = { encryption: 'passphrase', passphrase: 'a long passphrase' }
  for (const part of [':secret-of-sftp', '/backups', `#SHA256:${'A'.repeat(43)}`])
    expect(await wrong({ place: sftp.replace(part, ''), ...passphrase })).toEqual(['place'])
  expect((await call('POST', '/api/backup/runs')).status).toBe(409)
})

it('shows the host key of an SFTP server, and its place without the secret', async () => {
  const server = await startSftpDouble('secret-of-sftp')
  const ask = (place: string) => call('POST', '/api/backup/host-key', { place })
  expect((await ask(`sftp://me@127.0.0.1:${server.port}/x`)).body).toEqual({ host_key: server.hostKey })
  expect((await ask('/srv/backups')).body.fields).toHaveProperty('place')
  const { recipient } = await makeKeyPair()
  const saved = await plan({ place: server.place(), encryption: 'recipient', recipient })
  const place = `sftp://me@127.0.0.1:${server.port}/backups`
  expect(saved.body.plan).toMatchObject({ place, is_remote: true })
  expect((await call('GET', '/api/backup/snapshots')).body).toEqual({ snapshots: [] })
  await call('POST', '/api/backup/runs')
  expect(await ended()).toMatchObject({ state: 'done' })
  expect((await call('GET', '/api/backup/snapshots')).body.snapshots).toHaveLength(1)
  expect(JSON.stringify([saved.body, await auditOf(relay, 'backup.plan')])).not.toContain('secret-of-sftp')
  expect(Buffer.concat([...(await contentsOf(relay.dataDir)).values()]).includes('secret-of-sftp')).toBe(false)
  await server.close()
  expect((await ask(`sftp://me@127.0.0.1:${server.port}/x`)).status).toBe(503)
  expect((await call('GET', '/api/backup/snapshots')).status).toBe(503)
}, 120_000)

it('never shows the key of an S3 server, nor stores it in the clear', async () => {
  const { recipient } = await makeKeyPair()
  const saved = await plan({
    place: 'https://access:secret-of-s3@s3.example/bucket/relay',
    encryption: 'recipient',
    recipient,
  })
  expect(saved.body.plan).toMatchObject({ place: 'https://s3.example/bucket/relay', is_remote: true, recipient })
  const answers = JSON.stringify([
    saved.body,
    (await call('GET', '/api/backup')).body,
    await auditOf(relay, 'backup.plan'),
  ])
  expect(answers).not.toContain('secret-of-s3')
  expect(Buffer.concat([...(await contentsOf(relay.dataDir)).values()]).includes('secret-of-s3')).toBe(false)
})

it('backs up, tests the backup and restores it for a relay with everything, encrypted without a secret in the clear (DESK-06)', async () => {
  const author = signer()
  const client = await RawClient.connect(relay.publicUrl)
  const event = author.sign({ content: 'kept' })
  client.say('EVENT', event)
  await client.hear('OK', event.id, true)
  client.close()
  const file = png(700)
  const origin = ({ publicUrl }: Relay) => publicUrl.replace('ws', 'http')
  const authorization = person().header('upload', [sha256(file)], ({ tags }) => {
    tags[1] = ['expiration', String(Math.floor(clock.now / 1000) + 600)]
  })
  const headers = { authorization, 'content-type': 'image/png' }
  expect((await fetch(`${origin(relay)}/upload`, { method: 'PUT', body: file, headers })).status).toBe(201)
  const place = join(folder, 'encrypted')
  const { identity, recipient } = await makeKeyPair()
  expect((await plan({ place, encryption: 'recipient', recipient })).status).toBe(200)
  expect((await call('POST', '/api/backup/runs')).status).toBe(202)
  expect((await call('POST', '/api/backup/runs')).status).toBe(409)
  const made = await ended()
  expect(made).toMatchObject({ kind: 'backup', state: 'done', by: operator.pubkey, error: null })
  const noted = (await auditOf(relay, 'backup.make')).filter(({ target }) => target === place)
  expect(noted).toMatchObject([{ actor: operator.pubkey, target: place, outcome: 'done' }])
  const { snapshots } = (await call('GET', '/api/backup/snapshots')).body
  expect(snapshots).toMatchObject([{ name: made?.snapshot, is_encrypted: true, files: made?.files }])

  const apiKey = relay.context.settings.get(wallet).api_key
  const secretKey = await readFile(join(relay.dataDir, 'secret.key'))
  const stored = Buffer.concat([...(await contentsOf(place)).values()])
  for (const secret of [apiKey, secretKey, operator.pubkey, 'kept']) expect(stored.includes(secret)).toBe(false)

  expect((await call('POST', '/api/backup/tests', {})).body.fields).toHaveProperty('key')
  await call('POST', '/api/backup/tests', { key: (await makeKeyPair()).identity })
  expect(await ended()).toMatchObject({
    kind: 'test',
    state: 'failed',
    error: expect.stringContaining('does not open'),
  })
  await call('POST', '/api/backup/tests', { key: identity })
  expect(await ended()).toMatchObject({ kind: 'test', state: 'done', snapshot: made?.snapshot })
  expect(Buffer.concat([...(await contentsOf(relay.dataDir)).values()]).includes(identity)).toBe(false)

  const dataDir = join(folder, 'new')
  await mkdir(dataDir)
  const restored = await command(dataDir, ['restore', place], `${identity}\n`)
  expect([restored.code, restored.output]).toEqual([0, expect.stringMatching(/1 events, 1 files, [12] admins/)])
  const again = await command(dataDir, ['restore', place], identity)
  expect([again.code, again.errors]).toEqual([1, expect.stringContaining('has a claimed relay')])
  const copy = await startRelay({ dataDir })
  await expect(copy.login(operator)).resolves.toMatch(/^[\w-]{43}$/)
  expect(copy.context.settings.get(wallet).api_key).toBe(apiKey)
  const reader = await RawClient.connect(copy.publicUrl)
  expect(await reader.stored({ ids: [event.id] })).toEqual([event.id])
  reader.close()
  expect((await fetch(`${origin(copy)}/${sha256(file)}`)).status).toBe(200)
  const running = await command(dataDir, ['restore', place, 'replace'], identity)
  expect([running.code, running.errors]).toEqual([1, expect.stringContaining('Another relay is running')])
  await copy.close()
  const replaced = await command(dataDir, ['restore', place, 'latest', 'replace'], identity)
  expect([replaced.code, replaced.errors]).toEqual([0, ''])
  const [aside = ''] = (await readdir(dataDir)).filter(name => name.startsWith('before-restore-'))
  expect(await readdir(join(dataDir, aside))).toContain(hasAccountsFile ? 'admin.db' : 'admin-before-postgres.db')
}, 120_000)

it('makes a backup by itself within a minute of its time (DESK-06)', async () => {
  const dataDir = join(folder, 'on-time')
  await mkdir(dataDir)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const time = { now: Date.parse('2026-03-04T02:59:00Z') }
  const own = await startRelay({ dataDir, now: () => time.now })
  onTestFinished(() => own.close())
  const { token: of } = await own.signedIn()
  const body = { ...draft, place: join(folder, 'of-schedule') }
  expect((await own.call('/api/backup', { token: of, method: 'PUT', body })).status).toBe(200)
  const runs = async () => ((await own.call('/api/backup', { token: of })).body as BackupState).runs
  expect(await runs()).toEqual([])
  time.now += 60_000
  vi.advanceTimersByTime(60_000)
  await expect.poll(runs, { timeout: 60_000 }).toMatchObject([{ kind: 'backup', state: 'done', by: null }])
}, 120_000)

it('shows backups to operators, and plans and keys to owners only', async () => {
  const { token: asOperator } = await putAdmin(relay, 'operator')
  const status = async (method: string, path: string, body?: object) =>
    (await relay.call(path, { method, token: asOperator, ...(body && { body }) })).status
  expect(await status('GET', '/api/backup')).toBe(200)
  expect(await status('POST', '/api/backup/cancel')).toBe(409)
  expect(await status('PUT', '/api/backup', { ...draft, place: folder })).toBe(403)
  expect(await status('POST', '/api/backup/tests', {})).toBe(403)
})

it('backs up by one call, one command and a schedule to an S3 server, encrypted, and tests it by restoring (DESK-06)', async () => {
  const passphrase = 'a passphrase of many words'
  const saved = await plan({ place: s3.url('/of/relay'), encryption: 'passphrase', passphrase, tests: true })
  expect(saved.status).toBe(200)
  await call('POST', '/api/backup/runs')
  expect(await ended()).toMatchObject({ state: 'done', error: null })
  const made = await command(relay.dataDir, ['backup'])
  expect([made.code, made.output, made.errors]).toEqual([0, expect.stringMatching(/Backup .*: \d+ files/), ''])
  await relay.context.backup.runs.tick()
  const before = ((await call('GET', '/api/backup')).body as BackupState).runs
  clock.now += 25 * 3_600_000
  await relay.context.backup.runs.tick()
  // The session has ended meanwhile.
  token = await relay.login(operator)
  const { runs } = (await call('GET', '/api/backup')).body as BackupState
  expect(runs.length).toBe(before.length + 2)
  const byItself = { state: 'done', by: null, error: null }
  expect(runs.slice(0, 2)).toMatchObject([
    { kind: 'test', ...byItself },
    { kind: 'backup', ...byItself },
  ])
  expect((await call('GET', '/api/backup/snapshots')).body.snapshots[0]).toMatchObject({ is_encrypted: true })
  const data = Buffer.concat([...(await contentsOf(relay.dataDir)).values()])
  for (const secret of [passphrase, 'AGE-SECRET-KEY-1', 'S3RVER:S3RVER']) expect(data.includes(secret)).toBe(false)
}, 120_000)
