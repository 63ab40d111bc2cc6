import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDataDir, newOperator, type Operator, type Relay, startRelay } from '../harness.ts'
import { type Cluster, startCluster } from '../support/servers/postgres-cluster.ts'

const program = fileURLToPath(new URL('../../src/admin-command/main.ts', import.meta.url))
const [early, late] = [newOperator().pubkey, newOperator().pubkey]

/** In the order of their start, as in the life of one relay. */
describe.runIf(process.env.POSTGRES)('a backup restored over accounts in PostgreSQL', { shuffle: false }, () => {
  let cluster: Cluster
  let dataDir: string
  let backups: string
  let operator: Operator
  let relay: Relay
  const begin = (folder: string, url: string | undefined) =>
    startRelay({ dataDir: folder, config: { accountsDatabase: url } })
  const blocked = async (at: Relay): Promise<string[]> => {
    const { body } = await at.call('/api/blocked-pubkeys', { token: await at.login(operator) })
    return body.blocked_pubkeys.map(({ pubkey }: { pubkey: string }) => pubkey).sort()
  }
  const restore = async (folder: string, ...words: string[]) => {
    const env = { ...process.env, DATA_DIR: folder, ACCOUNTS_DATABASE_URL: cluster.url }
    const child = spawn(process.execPath, [program, 'restore', backups, ...words], { env, stdio: 'pipe' })
    child.stdin.end()
    return (await Promise.all([text(child.stdout), text(child.stderr)])).join('')
  }
  const ask = async (sql: string) => {
    const client = new pg.Client({ connectionString: cluster.url })
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
  beforeAll(async () => {
    cluster = await startCluster(process.env.POSTGRES ?? '', { isQuick: true })
    dataDir = await makeDataDir()
    backups = await mkdtemp(join(tmpdir(), 'accounts-restored-'))
    relay = await begin(dataDir, cluster.url)
    const signedIn = await relay.signedIn()
    operator = signedIn.operator
    const { token } = signedIn
    const block = (pubkey: string) => relay.call('/api/blocked-pubkeys', { token, body: { pubkey } })
    await block(early)
    const keep = { daily: 7, weekly: 4, monthly: 12 }
    const plan = { schedule: 'daily', hour: 3, encryption: 'none', tests: false, keep, place: backups }
    await relay.call('/api/backup', { method: 'PUT', token, body: plan })
    await relay.call('/api/backup/runs', { method: 'POST', token })
    await relay.context.backup.runs.wait()
    await block(late)
  }, 60_000)
  afterAll(async () => {
    await relay?.close()
    await cluster?.close()
    for (const folder of [dataDir, backups]) await rm(folder, { recursive: true })
  })

  it('is refused while a relay uses them, also in another folder', async () => {
    expect(await restore(dataDir, 'replace')).toContain('Another relay is running on')
    const other = await makeDataDir()
    expect(await restore(other)).toContain('add the word "replace"')
    expect(await restore(other, 'replace')).toContain('Nothing was restored: another relay uses these accounts')
    expect(await readdir(other)).not.toContain('admin.db')
    await rm(other, { recursive: true })
    expect(await blocked(relay)).toEqual([early, late].sort())
    await relay.close()
  })

  it('is refused where a standby has its copy', async () => {
    await ask('CREATE SCHEMA hornets_standby; CREATE TABLE hornets_standby.snapshot (position bigint)')
    expect(await restore(dataDir, 'replace')).toContain('delete the schema hornets_standby in both databases first')
    await ask('DROP SCHEMA hornets_standby CASCADE')
  })

  it('takes their place, and those before are in the folder with the data before', async () => {
    expect(await restore(dataDir)).toContain('To replace it, add the word "replace"')
    const said = await restore(dataDir, 'replace')
    const [, aside = ''] = /The data before is in (\S+)\. /.exec(said) ?? []
    relay = await begin(dataDir, cluster.url)
    expect(await blocked(relay)).toEqual([early])
    const before = await begin(aside, undefined)
    expect(await blocked(before)).toEqual([early, late].sort())
    await before.close()
  }, 60_000)
})
