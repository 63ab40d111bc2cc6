import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, login, makeDataDir, newOperator, type Operator, type Relay, spawnRelay, startRelay } from '../harness.ts'
import { type Cluster, startCluster } from '../support/servers/postgres-cluster.ts'

const program = fileURLToPath(new URL('../../src/admin-command/main.ts', import.meta.url))
const newKey = () => newOperator().pubkey
const block = (adminUrl: string, token: string, pubkey: string) =>
  call(adminUrl, '/api/blocked-pubkeys', { token, body: { pubkey, reason: 'a "reason"' } })
const blockedBy = async (adminUrl: string, token: string): Promise<string[]> => {
  const { body } = await call(adminUrl, '/api/blocked-pubkeys', { token })
  return body.blocked_pubkeys.map(({ pubkey }: { pubkey: string }) => pubkey)
}

/** In the order of their start, as in the life of one relay. */
describe.runIf(process.env.POSTGRES)('accounts in PostgreSQL, moved there and back', { shuffle: false }, () => {
  let cluster: Cluster
  let dataDir: string
  let operator: Operator
  let relay: Relay | undefined
  const known: string[] = []
  const start = async (folder = dataDir, url: string | null = cluster.url) => {
    relay = await startRelay({ dataDir: folder, config: { accountsDatabase: url ?? undefined } })
    return { ...relay, token: await relay.login(operator) }
  }
  const startEmbedded = () => startRelay({ dataDir, config: { accountsDatabase: undefined } })
  const stop = async () => {
    await relay?.close()
    relay = undefined
  }
  const admin = async (words: string[], more: Record<string, string>) => {
    const env = { ...process.env, DATA_DIR: dataDir, ...more }
    const child = spawn(process.execPath, [program, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    return (await Promise.all([text(child.stdout), text(child.stderr)])).join('')
  }
  const ask = async (sql: string) => {
    const client = new pg.Client({ connectionString: cluster.url })
    await client.connect()
    return (await client.query(sql).finally(() => client.end())).rows
  }
  beforeAll(async () => {
    cluster = await startCluster(process.env.POSTGRES ?? '')
    dataDir = await makeDataDir()
    const first = await startEmbedded()
    const signedIn = await first.signedIn()
    operator = signedIn.operator
    known.push(newKey())
    await block(first.adminUrl, signedIn.token, known[0] ?? '')
    await first.close()
  }, 60_000)
  afterAll(async () => {
    await stop()
    await cluster?.close()
    await rm(dataDir, { recursive: true })
  })

  it('takes over what is in admin.db, whose log stays whole, and puts the file aside', async () => {
    const { adminUrl, token } = await start()
    expect(await blockedBy(adminUrl, token)).toEqual(known)
    const { body } = await call(adminUrl, '/api/audit/verification', { token })
    expect(body).toMatchObject({ whole: true, firstBroken: null })
    expect(body.entries).toBeGreaterThan(1)
    expect((await readdir(dataDir)).filter(name => /^admin/.test(name))).toEqual(['admin-before-postgres.db'])
    const other = await makeDataDir()
    await expect(start(other)).rejects.toThrow('another relay uses these accounts')
    await rm(other, { recursive: true })
    expect(await admin(['list'], { ACCOUNTS_DATABASE_URL: cluster.url })).toContain('owner')
    await stop()
    await expect(startEmbedded()).rejects.toThrow('the accounts are in PostgreSQL')
  }, 60_000)

  it('has everything after migrations that had not happened there', async () => {
    const before = await ask('SELECT hash FROM hornets_accounts.audit_log ORDER BY id')
    await ask(
      `DROP TABLE hornets_accounts.event_engine_move;
       ALTER TABLE hornets_accounts.wallet_sequences DROP COLUMN attempt;
       DELETE FROM hornets_accounts.kysely_migration WHERE name IN ('281-event-moves', '282-push-attempts')`,
    )
    const { adminUrl, token } = await start()
    expect(await blockedBy(adminUrl, token)).toEqual(known)
    expect(await ask('SELECT count(*)::integer AS rows FROM hornets_accounts.event_engine_move')).toEqual([{ rows: 0 }])
    expect((await ask('SELECT hash FROM hornets_accounts.audit_log ORDER BY id')).slice(0, before.length)).toEqual(
      before,
    )
    expect(await readdir(dataDir)).not.toContain('accounts-upgrade.db')
    await stop()
  }, 60_000)

  it('loses nothing acknowledged when the database, then the relay is killed while both write', async () => {
    const { child, adminUrl, end } = await spawnRelay(dataDir, { ACCOUNTS_DATABASE_URL: cluster.url })
    const token = await login(adminUrl, operator)
    const acknowledged: string[] = []
    let isOver = false
    const answers = new Set<number>()
    const write = async () => {
      while (!isOver) {
        const pubkey = newKey()
        const answer = await block(adminUrl, token, pubkey).catch(() => undefined)
        if (answer) answers.add(answer.status)
        if (answer?.status === 200) acknowledged.push(pubkey)
      }
    }
    const writing = [write(), write(), write()]
    await expect.poll(() => acknowledged.length).toBeGreaterThan(10)
    await cluster.kill()
    await expect.poll(() => answers.has(503)).toBe(true)
    const { body } = await call(adminUrl, '/api/blocked-pubkeys', { token, body: { pubkey: newKey() } })
    expect(body.error).toBe('The database of accounts does not answer. Please try again in a moment.')
    await cluster.start()
    const so = acknowledged.length
    await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(so + 10)
    child.kill('SIGKILL')
    await end('SIGKILL')
    isOver = true
    await Promise.all(writing)
    expect([...answers].sort()).toEqual([200, 503])

    const started = await start()
    const found = new Set(await blockedBy(started.adminUrl, started.token))
    known.push(...acknowledged)
    expect(known.filter(pubkey => !found.has(pubkey))).toEqual([])
    expect((await call(started.adminUrl, '/api/audit/verification', { token: started.token })).body.whole).toBe(true)
    await stop()
  }, 90_000)

  it('comes back: a backup is a folder that starts without PostgreSQL, and so is the data folder after copy-accounts', async () => {
    const variables = { ACCOUNTS_DATABASE_URL: cluster.url }
    const copy = join(dataDir, '..', `accounts-backup-${newKey()}`)
    expect(await admin(['backup', copy], variables)).toContain(copy)
    expect(await admin(['copy-accounts'], variables)).toContain('counts and contents are those of the database')
    for (const folder of [copy, dataDir]) {
      const { adminUrl, token, context } = await start(folder, null)
      const found = new Set(await blockedBy(adminUrl, token))
      expect([context.config.accountsDatabase, known.filter(pubkey => !found.has(pubkey))]).toEqual([undefined, []])
      await block(adminUrl, token, newKey())
      expect((await call(adminUrl, '/api/audit/verification', { token })).body.whole).toBe(true)
      await stop()
    }
    await expect(start()).rejects.toThrow('there are accounts in')
    expect(existsSync(join(dataDir, 'admin.db'))).toBe(true)
    expect((await readFile(join(dataDir, 'admin.db'))).byteLength).toBeGreaterThan(0)
    await rm(copy, { recursive: true })
  }, 90_000)
})
