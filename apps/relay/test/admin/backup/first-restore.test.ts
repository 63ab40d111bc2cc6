import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DataFolder } from '@hornets/server/database/data-folder'
import { expect, it, onTestFinished, vi } from 'vitest'
import { runInProcess } from '../../../src/backup/work/job-process.ts'
import { markRestored } from '../../../src/backup/work/place-restored.ts'
import { makeDataDir, newOperator, type Relay, startRelay } from '../../harness.ts'
import { accountsFor } from '../../support/servers/accounts-on-postgres.ts'

const signal = new AbortController().signal
const tokenOf = (relay: Relay) => new URL(relay.app.setupUrl() ?? '').searchParams.get('setup') ?? ''
const restoreIn = (relay: Relay, body: object) => relay.call('/restore', { body })
const stateOf = async (relay: Relay) =>
  (await relay.call('/restore/state', { body: { setupToken: tokenOf(relay) } })).body

async function folders() {
  const [source, place, target] = await Promise.all([makeDataDir(), makeDataDir(), makeDataDir()])
  onTestFinished(async () => {
    for (const folder of [source, place, target]) await rm(folder, { recursive: true, force: true })
  })
  return { source, place, target }
}

it('restores a backup into an unclaimed relay for whoever has its setup token, and lets its owner sign in as before', async () => {
  const { source, place, target } = await folders()
  const before = await startRelay({ dataDir: source })
  const operator = await before.claim(newOperator())
  await before.close()
  const keep = { daily: 1, weekly: 0, monthly: 0 }
  const accountsDatabase = await accountsFor(source)
  const job = { kind: 'backup', dataDir: source, accountsDatabase, place, recipient: null, sealedKey: null } as const
  await runInProcess({ ...job, relay: 'r', keep }, { signal, onProgress: () => {} })

  const restart = vi.fn()
  const fresh = await startRelay({ dataDir: target, restart })
  try {
    expect((await fresh.call('/user-exist')).body).toMatchObject({ exists: false, restore: true })
    expect((await restoreIn(fresh, { setupToken: 'x', place })).body.code).toBe('setup_token_required')
    expect((await fresh.call('/restore/state', { body: { setupToken: 'x' } })).body.code).toBe('setup_token_required')
    const setupToken = tokenOf(fresh)
    expect((await restoreIn(fresh, { setupToken, place: 'backups' })).body).toMatchObject({ code: 'invalid_fields' })
    // Nothing is left of one that fails.
    await restoreIn(fresh, { setupToken, place: join(target, 'nowhere') })
    await vi.waitFor(async () => expect((await stateOf(fresh)).error).toEqual(expect.any(String)), 20_000)
    expect(existsSync(join(target, 'restored'))).toBe(false)
    expect(await restoreIn(fresh, { setupToken, place })).toMatchObject({ status: 202, body: { is_running: true } })
    expect((await restoreIn(fresh, { setupToken, place })).status).toBe(409)
    await vi.waitFor(async () => expect(await stateOf(fresh)).toMatchObject({ is_done: true, error: null }), 20_000)
    await vi.waitFor(() => expect(restart).toHaveBeenCalledExactlyOnceWith('all'), 5000)
  } finally {
    await fresh.close()
  }

  const restored = await startRelay({ dataDir: target, restart })
  try {
    expect(await restored.login(operator)).toEqual(expect.any(String))
    expect((await restoreIn(restored, { setupToken: 'x', place })).body.code).toBe('signup_closed')
    expect((await restored.call('/user-exist')).body.restore).toBeUndefined()
    const names = await readdir(target)
    expect(names.filter(name => /^(restored|restore-ready)$/.test(name))).toEqual([])
  } finally {
    await restored.close()
  }
}, 90_000)

it('keeps a relay that was claimed while a backup waited for the next start', async () => {
  const { target } = await folders()
  const first = await startRelay({ dataDir: target })
  const operator = await first.claim(newOperator())
  await first.close()
  await markRestored(target, 'a backup')
  const next = await startRelay({ dataDir: target })
  try {
    expect(await next.login(operator)).toEqual(expect.any(String))
    expect(existsSync(join(target, 'restore-ready'))).toBe(false)
  } finally {
    await next.close()
  }
})

it('starts beside a running wallet, unless a backup waits to take the place of the data', async () => {
  const { target } = await folders()
  await (await startRelay({ dataDir: target })).close()
  const wallet = await DataFolder.open(join(target, 'wallet'), 'wallet')
  try {
    await (await startRelay({ dataDir: target })).close()
    await markRestored(target, 'a backup')
    await expect(startRelay({ dataDir: target })).rejects.toThrow('Another wallet is running')
    expect(existsSync(join(target, 'restore-ready'))).toBe(true)
  } finally {
    wallet.close()
  }
})
