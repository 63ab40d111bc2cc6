import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { backupMessages } from '@hornets/contract/admin/settings/backup-messages'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { writeTar } from '../../../src/backup/archive/tar.ts'
import { makeDataDir, newOperator, type Operator, type Relay, startRelay } from '../../harness.ts'
import { auditOf, putAdmin } from '../../support/people.ts'

const passphrase = 'a long passphrase'
const keep = { daily: 1, weekly: 0, monthly: 0 }
const plan = { schedule: 'off', hour: 3, keep, tests: false } as const

let folders: string[]
let relay: Relay
let operator: Operator
let token: string
let made: ReturnType<typeof download> | undefined

const httpOf = (relay: Relay) => relay.adminUrl
async function backUp(changes: object): Promise<string> {
  await relay.call('/api/backup', { token, method: 'PUT', body: { ...plan, ...changes } })
  await relay.call('/api/backup/runs', { token, method: 'POST' })
  const last = async () => (await relay.call('/api/backup', { token })).body.runs[0]
  await vi.waitFor(async () => expect((await last()).state).toBe('done'), 30_000)
  return (await relay.call('/api/backup/snapshots', { token })).body.snapshots[0].name
}
const link = (name: string, as = token) =>
  relay.call('/api/backup/downloads', { token: as, method: 'POST', body: { name } })
/** Made and downloaded once. */
const encrypted = () => (made ??= download())
async function download() {
  const name = await backUp({ place: folders[2], encryption: 'passphrase', passphrase })
  const { body } = await link(name)
  const answer = await fetch(httpOf(relay) + body.path)
  return { name, link: body, headers: answer.headers, archive: Buffer.from(await answer.arrayBuffer()) }
}
const tarOf = async (files: Record<string, string>) => {
  const entries = Object.entries(files).map(([name, text]) => {
    const content = Buffer.from(text)
    return {
      name,
      bytes: content.length,
      open: async () =>
        (async function* () {
          yield content
        })(),
    }
  })
  return Buffer.concat(await Array.fromAsync(writeTar(entries)))
}

beforeAll(async () => {
  folders = await Promise.all([makeDataDir(), makeDataDir(), makeDataDir(), makeDataDir()])
  relay = await startRelay({ dataDir: folders[0] as string })
  operator = await relay.claim(newOperator())
  token = await relay.login(operator)
})
afterAll(async () => {
  await relay?.close()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

it('refuses downloads to operators, and of backups that are not encrypted', async () => {
  const plain = await backUp({ place: folders[1], encryption: 'none' })
  const { token: other } = await putAdmin(relay, 'operator')
  expect((await link(plain, other)).status).toBe(403)
  expect((await link(plain)).body).toMatchObject({ code: 'conflict', error: backupMessages.remoteUnencrypted })
  expect((await link('2020')).status).toBe(404)
})

it('gives an encrypted backup as a file, once for each link, and says so in the audit log', async () => {
  const { name, link: body, headers, archive } = await encrypted()
  expect(headers.get('content-disposition')).toBe(`attachment; filename="backup-${name}.tar"`)
  expect(archive.length).toBe(body.bytes)
  expect(archive.includes(operator.pubkey)).toBe(false)
  expect((await fetch(httpOf(relay) + body.path)).status).toBe(404)
  expect((await fetch(`${httpOf(relay)}/api/backup/download?key=x`)).status).toBe(404)
  expect((await auditOf(relay, 'backup.download')).map(({ target }) => target)).toEqual([name])
})

it('restores the file on an unclaimed relay with its setup token, and takes no other files', async () => {
  const { archive } = await encrypted()
  const target = folders[3] as string
  const restart = vi.fn()
  const fresh = await startRelay({ dataDir: target, restart })
  const setupToken = new URL(fresh.app.setupUrl() ?? '').searchParams.get('setup') ?? ''
  const send = async (body: Buffer, given = setupToken) => {
    const headers = { 'x-setup-token': given, 'content-type': 'application/x-tar' }
    const answer = await fetch(`${httpOf(fresh)}/restore/upload`, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
    })
    return { status: answer.status, body: (await answer.json()) as { code?: string; error?: string; place: string } }
  }
  const left = () => existsSync(join(target, 'restore-upload'))
  try {
    expect((await send(archive, 'x')).body.code).toBe('setup_token_required')
    for (const bad of [
      archive.subarray(0, archive.length - 3000),
      Buffer.from('no archive'),
      await tarOf({ '../outside': 'x' }),
      await tarOf({ 'hornets-backup.json': '{"format":1,"relay":"r"}' }),
      await tarOf({ 'hornets-backup.json': '{"format":1,"relay":"r"}', 'admin.db': 'x' }),
    ])
      expect(await send(bad)).toMatchObject({ status: 400, body: { error: backupMessages.notArchive } })
    expect(left()).toBe(false)
    expect(existsSync(join(target, '..', 'outside'))).toBe(false)

    const { status, body } = await send(archive)
    expect(status).toBe(200)
    const stateOf = async () => (await fresh.call('/restore/state', { body: { setupToken } })).body
    await fresh.call('/restore', { body: { setupToken, place: body.place, key: 'another passphrase' } })
    await vi.waitFor(async () => expect((await stateOf()).error).toBe(backupMessages.wrongKey), 20_000)
    await fresh.call('/restore', { body: { setupToken, place: body.place, key: passphrase } })
    await vi.waitFor(async () => expect(await stateOf()).toMatchObject({ is_done: true }), 20_000)
    expect(left()).toBe(false)
  } finally {
    await fresh.close()
  }
  const restored = await startRelay({ dataDir: target, restart })
  try {
    expect(await restored.login(operator)).toEqual(expect.any(String))
    expect((await readdir(target)).includes('restored')).toBe(false)
  } finally {
    await restored.close()
  }
}, 90_000)
