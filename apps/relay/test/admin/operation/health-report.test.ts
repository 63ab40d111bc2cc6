import { expect, it, onTestFinished } from 'vitest'
import { startRelay } from '../../harness.ts'
import { putAdmin } from '../../support/people.ts'
import { certificateEnd, startTlsServer } from '../../support/servers/tls-server.ts'

it('reports certificates, damaged databases, processes, email and a newer version (DESK-03)', async () => {
  const host = await startTlsServer()
  const relay = await startRelay({
    config: {
      publicUrl: `wss://${host}`,
      processes: 2,
      smtp: { url: new URL('smtp://127.0.0.1:1'), from: 'relay@mail.example' },
    },
  })
  onTestFinished(() => relay.close())
  const { token } = await putAdmin(relay, 'operator')
  const report = async () => (await relay.call('/api/health/report', { token })).body
  await expect.poll(async () => (await report()).processes).toMatchObject({ state: 'ok', each: [{ is_running: true }] })
  const fine = await report()
  expect(fine.certificates).toEqual({ state: 'ok', hosts: [{ host, ends_at: new Date(certificateEnd).toJSON() }] })
  expect(fine.databases.files.length).toBeGreaterThan(2)
  expect(fine.databases).toMatchObject({ state: 'ok', files: fine.databases.files.map(() => ({ is_damaged: false })) })
  expect([fine.mail.state, fine.version.state, fine.version.newest]).toEqual(['unknown', 'ok', null])

  await relay.context.integrity.noteDamage('relay.db')
  const matter = { facts: '{}', is_read: 0, created_at: 0, ended_at: null }
  await relay.context.adminDatabase.transact(tx =>
    tx
      .insertInto('health_notifications')
      .values({ ...matter, what: 'version_out', subject: '9.8.7' })
      .execute(),
  )
  const { databases, version } = await report()
  expect(databases.state).toBe('bad')
  const damaged = databases.files.filter(({ is_damaged }: { is_damaged: boolean }) => is_damaged)
  expect(damaged).toMatchObject([{ name: 'relay.db' }])
  expect(version).toMatchObject({ state: 'warn', newest: '9.8.7' })
})
