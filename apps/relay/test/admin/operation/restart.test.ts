import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { call, claim, login, makeDataDir, spawnRelay, startRelay } from '../../harness.ts'
import { auditOf, putAdmin } from '../../support/people.ts'

it('offers a restart only to owners, and only where something starts the relay again', async () => {
  const restart = vi.fn()
  const supervised = await startRelay({ restart })
  const alone = await startRelay()
  onTestFinished(async () => {
    await supervised.close()
    await alone.close()
  })
  const { token } = await alone.signedIn()
  expect((await alone.call('/api/restart', { token })).body).toEqual({ isOffered: false })
  expect((await alone.call('/api/restart', { token, method: 'POST' })).status).toBe(409)
  const operator = (await putAdmin(supervised, 'operator')).token
  expect((await supervised.call('/api/restart', { token: operator, method: 'POST' })).status).toBe(403)
  expect(restart).not.toHaveBeenCalled()
  const owner = (await putAdmin(supervised, 'owner')).token
  expect((await supervised.call('/api/restart', { token: owner })).body).toEqual({ isOffered: true })
  expect((await supervised.call('/api/restart', { token: owner, method: 'POST' })).body).toEqual({ success: true })
  await vi.waitFor(() => expect(restart).toHaveBeenCalledOnce())
  expect(await auditOf(supervised, 'relay.restart')).toHaveLength(1)
})

it('ends with the status by which its supervisor starts it again', async () => {
  const dataDir = await makeDataDir()
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const relay = await spawnRelay(dataDir, { RESTARTS: 'on' })
  const operator = await claim(relay)
  const token = await login(relay.adminUrl, operator)
  const ended = once(relay.child, 'exit')
  expect((await call(relay.adminUrl, '/api/restart', { token, method: 'POST' })).status).toBe(200)
  expect(await ended).toEqual([75, null])
})
