import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readyName } from '../../../src/backup/work/data-places.ts'
import { readConfig } from '../../../src/config.ts'
import { call } from '../../harness.ts'
import { answered } from './answered.ts'
import { Pairs } from './pairs.ts'

describe.runIf(process.env.POSTGRES)('a machine with a standby', () => {
  let pairs: Pairs
  beforeAll(async () => {
    pairs = await Pairs.open()
  })
  afterAll(() => pairs?.close())
  afterEach(() => pairs.clear())
  const problems = async () =>
    (await pairs.ask('SELECT problem FROM hornets_standby.waiting')).map(({ problem }) => String(problem))
  const epoch = async () => Number((await pairs.ask('SELECT epoch FROM hornets_standby.main'))[0]?.epoch)

  it('says from its start that it could not take over, and does not: without the key, or with another one', async () => {
    await (await pairs.make()).close()
    const first = pairs.start(0)
    await first.says('ready')
    const second = pairs.start(1)
    await second.says('waiting')
    await answered(async () => (await problems()).length === 1, 10_000)
    expect(await problems()).toEqual([expect.stringContaining('has no secret.key: copy secret.key from')])
    await writeFile(join(pairs.folder(1), 'secret.key'), randomBytes(32))
    await answered(async () => String(await problems()).includes('is another one'), 10_000)
    await first.kill('SIGKILL')
    const { message } = await second.says('failed')
    expect(message).toContain('The secret.key of this folder is another one')
    expect(await epoch()).toBe(1)
  }, 120_000)

  it('is refused while files are stored on the disk of one machine', async () => {
    await (await pairs.make(0)).close()
    const { message } = await pairs.start(0).says('failed')
    expect(message).toContain('files are stored on this disk, which a standby does not have')
  }, 60_000)

  it('refuses the disk as the store of new files, and to move files there', async () => {
    const before = await pairs.make()
    const token = await before.login(await before.claim())
    await before.close()
    const machine = pairs.start(0)
    const { adminUrl } = machine
    await machine.says('ready')
    const body = { store: 'disk' }
    const target = await call(adminUrl, '/api/files/stores/target', { method: 'PUT', token, body })
    const move = await call(adminUrl, '/api/files/stores/move', { token, body })
    for (const { status, body: answer } of [target, move])
      expect([status, answer.error]).toEqual([503, fileMessages.diskNotShared])
    const { body: stores } = await call(adminUrl, '/api/files/stores', { token })
    expect(stores.target).toBe('s3')
  }, 60_000)

  it('does not put a restored backup in place, and says from its start that it could not take over', async () => {
    const [first, second] = await pairs.startPair()
    await writeFile(join(pairs.folder(1), readyName), 'a backup')
    await answered(async () => String(await problems()).includes('a restored backup waits'), 10_000)
    await first.kill('SIGKILL')
    expect((await second.says('failed')).message).toContain('a restored backup waits')
    expect(existsSync(join(pairs.folder(1), readyName))).toBe(true)
    expect(await epoch()).toBe(1)
  }, 60_000)

  it('refuses a start without STANDBY in a folder that was the main one of a pair', async () => {
    const [first, second] = await pairs.startPair()
    await first.kill('SIGTERM')
    await second.says('ready')
    const { message } = await pairs.start(0, { STANDBY: 'off' }).says('failed')
    expect(message).toContain('its relay.db can be an old one')
  }, 60_000)

  it('does not become the main machine with an empty folder beside accounts that have another one', async () => {
    await (await pairs.make()).close()
    await pairs.copyKey()
    const { message } = await pairs.start(1).says('failed')
    expect(message).toContain('Start the machine whose data folder has it first')
  }, 60_000)
})

it('is refused without both databases', () => {
  expect(() => readConfig({ STANDBY: 'on', EVENTS_DATABASE_URL: 'postgres://a/b' })).toThrow(
    'STANDBY=on needs EVENTS_DATABASE_URL and ACCOUNTS_DATABASE_URL: both machines use them.',
  )
})
