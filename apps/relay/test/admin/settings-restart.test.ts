import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { relayInfo } from '@hornets/contract/admin/settings'
import { bytesToHex } from '@noble/hashes/utils.js'
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

  it('values, the claim and the key of the first start are there again (IDENT-05)', async () => {
    const first = await startRelay({ dataDir })
    const { token } = await first.signedIn()
    const body = { relay_info: { relayname: 'Nest' } }
    await first.call('/api/settings/relay_info', { token, body })
    const key = bytesToHex(first.context.settings.relayKey())
    await first.close()

    const second = await startRelay({ dataDir })
    expect(bytesToHex(second.context.settings.relayKey())).toBe(key)
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
