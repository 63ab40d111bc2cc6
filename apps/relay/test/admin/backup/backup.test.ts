import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { wallet } from '@hornets/contract/admin/settings'
import { openSqlite } from '@hornets/server/database/sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Operator, type Relay, startRelay } from '../../harness.ts'
import { person, png, sha256 } from '../../media/media-world.ts'
import { auditOf } from '../../support/people.ts'
import { RawClient } from '../../support/raw-client.ts'
import { commandVariables, hasAccountsFile } from '../../support/servers/accounts-on-postgres.ts'
import { signer } from '../../support/signer.ts'

const program = fileURLToPath(new URL('../../../src/admin-command/main.ts', import.meta.url))

let folder: string
let dataDir: string
let relay: Relay
let operator: Operator
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-test-'))
  dataDir = join(folder, 'data')
  await mkdir(join(folder, 'larger-disk'))
  await mkdir(join(dataDir, 'wallet'), { recursive: true })
  await symlink(join(folder, 'larger-disk'), join(dataDir, 'media'))
  relay = await startRelay({ dataDir })
  operator = await relay.claim()
})
afterAll(async () => {
  await relay.close()
  await rm(folder, { recursive: true })
})

async function backup(...words: string[]) {
  const env = { ...process.env, ...(await commandVariables(dataDir)) }
  const child = spawn(process.execPath, [program, 'backup', ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = new Promise<number | null>(resolve => child.once('close', resolve))
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await closed, output, errors }
}

it('a backup to no folder, to one that is there, within the data or to nowhere is refused, and leaves nothing', async () => {
  const [none, there, within, nowhere] = await Promise.all([
    backup(),
    backup(dataDir),
    backup(join(dataDir, 'backup')),
    backup(join(folder, 'none', 'backup')),
  ])
  expect([none.code, none.errors]).toEqual([2, expect.stringContaining('Usage: backup')])
  expect([there.code, there.errors]).toEqual([1, expect.stringContaining('already exists')])
  expect([within.code, within.errors]).toEqual([1, expect.stringContaining('Choose a folder outside it')])
  expect([nowhere.code, nowhere.errors]).toEqual([1, expect.stringContaining('There is no folder')])
  expect(await readdir(folder)).toEqual(['data', 'larger-disk'])
  expect(await readdir(dataDir)).not.toContain('backup')
})

it('a relay that starts from a backup made while it was written to has everything: notes, files, admins, secrets, wallet (DESK-06)', async () => {
  const author = signer()
  const alice = person()
  const bytes = png(5000)
  const upload = await fetch(`${relay.publicUrl.replace('ws', 'http')}/upload`, {
    method: 'PUT',
    headers: { authorization: alice.header('upload', [sha256(bytes)]) },
    body: bytes,
  })
  expect(upload.status).toBe(201)
  // While the wallet runs, its last commits exist only in the write-ahead log.
  const walletFile = openSqlite(join(dataDir, 'wallet', 'wallet.db'))
  walletFile.exec("CREATE TABLE wallet (sealed TEXT); INSERT INTO wallet VALUES ('words')")
  const client = await RawClient.connect(relay.publicUrl)
  const before = author.sign({ content: 'before' })
  client.say('EVENT', before)
  await client.hear('OK', before.id, true)

  let running = true
  const writing = (async () => {
    for (let at = 0; running; at++) {
      const event = author.sign({ content: `meanwhile ${at}` })
      client.say('EVENT', event)
      await client.hear('OK', event.id, true)
    }
  })()
  const to = join(folder, 'larger-disk', 'a backup')
  const made = await backup(to)
  running = false
  await writing
  client.close()
  walletFile.close()
  expect(made).toEqual({ code: 0, errors: '', output: expect.stringContaining(`in ${to}\n`) })
  expect((await stat(to)).mode & 0o777).toBe(0o700)
  expect(await auditOf(relay, 'backup.make')).toMatchObject([
    { actor: null, target: to, outcome: 'done', after: expect.stringMatching(/"databases":\d+/) },
  ])

  const restored = await startRelay({ dataDir: to })
  await expect(restored.login(operator)).resolves.toMatch(/^[\w-]{43}$/)
  const apiKey = ({ context }: Relay) => context.settings.get(wallet).api_key
  expect(apiKey(restored)).toBe(apiKey(relay))
  const reader = await RawClient.connect(restored.publicUrl)
  expect(await reader.stored({ ids: [before.id] })).toEqual([before.id])
  reader.close()
  const file = await fetch(`${restored.publicUrl.replace('ws', 'http')}/${sha256(bytes)}`)
  expect(sha256(new Uint8Array(await file.arrayBuffer()))).toBe(sha256(bytes))
  await restored.close()
  const copy = openSqlite(join(to, 'wallet', 'wallet.db'), { readOnly: true })
  expect(copy.prepare('SELECT sealed FROM wallet').all()).toEqual([{ sealed: 'words' }])
  copy.close()
})

// A trigger in SQLite's file stands for the full disk.
it.runIf(hasAccountsFile)(
  'reports a backup that was made although the audit log could not be written, as on a full disk',
  async () => {
    const admin = openSqlite(join(dataDir, 'admin.db'))
    const full = "BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END"
    admin.exec(`CREATE TRIGGER full BEFORE INSERT ON audit_log ${full}`)
    const to = join(folder, 'larger-disk', 'the last')
    const made = await backup(to)
    admin.exec('DROP TRIGGER full')
    admin.close()
    expect([made.code, made.output]).toEqual([
      0,
      expect.stringContaining('Could not record it in the audit log: database or disk is'),
    ])
    expect(await readdir(to)).toContain('admin.db')
  },
)
