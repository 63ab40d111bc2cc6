import { createLogger } from '@hornets/server/process/logger'
import { finalizeEvent } from 'nostr-tools'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountsByCommand } from '../../../src/accounts/by-command.ts'
import { maintenance } from '../../../src/admin-command/maintenance.ts'
import { AuditLog } from '../../../src/audit/audit-log.ts'
import { AdminDatabase } from '../../../src/database/admin-database.ts'
import { newOperator, type Relay, startRelay } from '../../harness.ts'
import { auditOf, putAdmin } from '../../support/people.ts'
import { RawClient } from '../../support/raw-client.ts'

const refusal = { error: 'The relay is under maintenance. Please try again later.', code: 'maintenance' }

describe('MAINTENANCE=on', () => {
  let relay: Relay
  let token: string
  beforeAll(async () => {
    relay = await startRelay({ config: { maintenance: true } })
    ;({ token } = await relay.signedIn())
  })
  afterAll(() => relay.close())

  it.each([
    ['GET', '/api/blocked-pubkeys'],
    ['POST', '/api/blocked-pubkeys'],
    ['GET', '/api/settings/general'],
    ['POST', '/api/settings/general'],
    ['GET', '/api/balance/usd'],
    ['GET', '/%61pi/balance/usd'],
    ['GET', '/wa%6clet/challenge'],
  ])('R-78: refuses %s %s, and says when to ask again', async (method, path) => {
    const answer = await relay.call(path, { token, method, ...(method === 'POST' && { body: {} }) })
    expect([answer.status, answer.body, answer.headers.get('retry-after')]).toEqual([503, refusal, '60'])
  })

  it('is not ended by the console, which says why', async () => {
    const answer = await relay.call('/api/maintenance', { token, method: 'PUT', body: { on: false } })
    expect([answer.status, answer.body.error]).toEqual([409, expect.stringContaining('MAINTENANCE=on')])
  })

  it('R-78: reports the maintenance to signed-in users, and lets them log out', async () => {
    const viewer = await putAdmin(relay, 'viewer')
    expect((await relay.call('/api/status', { token: viewer.token })).body.maintenance).toBe(true)
    expect((await relay.call('/logout', { token: viewer.token, method: 'POST' })).status).toBe(200)
  })
})

describe('npm run admin -- maintenance', () => {
  let relay: Relay
  let token: string
  let beside: AdminDatabase
  beforeAll(async () => {
    relay = await startRelay()
    ;({ token } = await relay.signedIn())
    // As the command opens it while the relay runs.
    beside = await AdminDatabase.open(`${relay.dataDir}/admin.db`)
  })
  afterAll(async () => {
    await beside.close()
    await relay.close()
  })

  async function run(...words: string[]) {
    const said: string[] = []
    const audit = new AuditLog(beside, () => 1, createLogger({ name: 'test', level: 'silent' }))
    const accounts = new AccountsByCommand(beside, audit)
    const say = (line: string) => said.push(line)
    const parts = { dataDir: relay.dataDir, database: beside, audit, accounts, say, askSecret: undefined }
    await maintenance.run(parts, words)
    return said.join('\n')
  }
  const isOn = async (on: boolean) => expect.poll(() => relay.context.maintenance.current() !== undefined).toBe(on)
  const author = newOperator()
  const note = (content: string) =>
    finalizeEvent({ kind: 1, content, tags: [], created_at: Math.floor(Date.now() / 1000) }, author.secretKey)
  const httpUrl = () => relay.publicUrl.replace('ws:', 'http:')
  const writesRestricted = async () => {
    const answer = await fetch(httpUrl(), { headers: { accept: 'application/nostr+json' } })
    return ((await answer.json()) as { limitation: { restricted_writes: boolean } }).limitation.restricted_writes
  }

  it('other words are refused, and nothing changes', async () => {
    await expect(run('maybe')).rejects.toThrow('maintenance takes "on" with a reason, "off" or nothing')
    await expect(run('off', 'now')).rejects.toThrow('not "off now"')
    await expect(run('on', 'x'.repeat(501))).rejects.toThrow('500 characters')
    expect(await run()).toContain('Maintenance is off')
  })

  it("R-78: applies to a running relay: refuses admins with the reason and clients' writes, until it ends", async () => {
    const client = await RawClient.connect(relay.publicUrl)
    const kept = note('before')
    client.say('EVENT', kept)
    expect(await client.hear('OK', kept.id)).toEqual(['OK', kept.id, true, ''])

    expect(await run('on', 'Moving', 'the\nmedia')).toContain('npm run admin -- maintenance off')
    await isOn(true)
    expect((await relay.call('/api/status', { token })).body).toMatchObject({
      maintenance: true,
      maintenanceReason: 'Moving the media',
    })
    expect((await relay.call('/api/blocked-pubkeys', { token })).body).toEqual(refusal)
    const refused = note('meanwhile')
    client.say('EVENT', refused)
    const reason = 'error: the relay is under maintenance, please try again later'
    expect(await client.hear('OK', refused.id)).toEqual(['OK', refused.id, false, reason])
    client.say('REQ', 'read', { ids: [kept.id] })
    expect((await client.hear('EVENT', 'read'))[2]).toMatchObject({ id: kept.id })
    const uploads = [
      await fetch(`${httpUrl()}/upload`, { method: 'PUT', body: 'x' }),
      await fetch(`${httpUrl()}/upload`, { method: 'HEAD' }),
      await fetch(`${httpUrl()}/${'a'.repeat(64)}`, { method: 'DELETE' }),
    ]
    const facts = uploads.map(({ status, headers }) => [
      status,
      headers.get('retry-after'),
      headers.get('access-control-allow-origin'),
    ])
    expect(facts).toEqual(Array(3).fill([503, '60', '*']))
    expect((await fetch(`${httpUrl()}/${'a'.repeat(64)}`)).status).toBe(404)
    expect(await writesRestricted()).toBe(true)

    expect(await run()).toMatch(/^Maintenance is on since .*: Moving the media$/)
    expect(await run('off')).toContain('Maintenance is off.')
    await isOn(false)
    expect((await relay.call('/api/blocked-pubkeys', { token })).status).toBe(200)
    client.say('EVENT', refused)
    await expect.poll(() => client.heard).toContainEqual(['OK', refused.id, true, ''])
    expect(await writesRestricted()).toBe(false)
    client.socket.close()
    const rows = await beside.reads.selectFrom('audit_log').select(['action', 'after']).execute()
    expect(rows.filter(({ action }) => action.startsWith('maintenance'))).toEqual([
      { action: 'maintenance.on', after: '{"reason":"Moving the media"}' },
      { action: 'maintenance.off', after: null },
    ])
  })
})

describe('the console', () => {
  let relay: Relay
  beforeAll(async () => {
    relay = await startRelay()
  })
  afterAll(() => relay.close())

  it('HOUSE-05, R-78: begins and ends maintenance for owners alone, in open consoles too, without delay and with entries in the audit log', async () => {
    const { token } = await putAdmin(relay, 'owner')
    const operator = await putAdmin(relay, 'operator')
    const turn = (on: boolean, of = token) =>
      relay.call('/api/maintenance', { token: of, method: 'PUT', body: { on, reason: 'New disk' } })
    const headers = { authorization: `Bearer ${operator.token}` }
    const { body } = await fetch(`${relay.adminUrl}/api/live`, { headers })
    const stream = body?.pipeThrough(new TextDecoderStream()).getReader()
    let heard = ''
    const hears = async (pattern: RegExp) => {
      heard = ''
      while (!pattern.test(heard)) {
        const { value, done } = (await stream?.read()) ?? { done: true }
        if (done) throw new Error(`The stream has ended with ${heard}`)
        heard += value
      }
    }
    await hears(/event: status\ndata: (?!.*"maintenance").*\n\n/)
    expect((await turn(true, operator.token)).status).toBe(403)
    expect((await relay.call('/api/needs', { token })).status).toBe(200)
    expect((await turn(true)).status).toBe(200)
    await hears(/event: status\ndata: .*"maintenance":true,"maintenanceReason":"New disk".*\n\n/)
    expect((await relay.call('/api/needs', { token })).status).toBe(503)
    expect((await relay.call('/api/status', { token })).body.maintenanceReason).toBe('New disk')
    expect((await turn(false, operator.token)).status).toBe(403)
    expect((await turn(false)).status).toBe(200)
    await hears(/event: status\ndata: (?!.*"maintenance").*\n\n/)
    await stream?.cancel()
    expect((await relay.call('/api/needs', { token })).status).toBe(200)
    expect(await auditOf(relay, 'maintenance.begin')).toHaveLength(1)
    expect(await auditOf(relay, 'maintenance.end')).toHaveLength(1)
  })
})
