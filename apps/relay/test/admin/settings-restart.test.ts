import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { general, relayInfo } from '@hornets/contract/admin/settings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDataDir, startRelay } from '../harness.ts'

describe('across a restart', () => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = await makeDataDir()
  })
  afterAll(async () => {
    await rm(dataDir, { recursive: true })
  })

  it('values, secrets and the claim are there again', async () => {
    const first = await startRelay({ dataDir })
    const { token } = await first.signedIn()
    const body = { relay_info: { relayname: 'Nest' } }
    await first.call('/api/settings/relay_info', { token, body })
    const { private_key } = first.context.settings.get(general)
    await first.close()

    const second = await startRelay({ dataDir })
    expect(second.context.settings.get(general).private_key).toBe(private_key)
    expect(second.context.settings.get(relayInfo).relayname).toBe('Nest')
    expect((await second.call('/user-exist')).body.exists).toBe(true)
    expect((await second.call('/api/status', { token })).status).toBe(200)
    await second.close()
  })

  it('secrets whose key file has been replaced are not overwritten: the start says so', async () => {
    await writeFile(join(dataDir, 'secret.key'), Buffer.alloc(32, 1))
    await expect(startRelay({ dataDir })).rejects.toThrow('secret.key in the data folder is not the key that sealed it')
  })
})
