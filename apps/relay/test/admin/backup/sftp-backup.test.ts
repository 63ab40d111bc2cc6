import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { WayOut } from '@hornets/server/outgoing/way-out'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MissingFile } from '../../../src/backup/destinations/destination.ts'
import { openDestination } from '../../../src/backup/destinations/open-destination.ts'
import { readSftpAddress } from '../../../src/backup/destinations/sftp-address.ts'
import { askHostKey } from '../../../src/backup/destinations/sftp-connection.ts'
import { makeKeyPair, openerFor } from '../../../src/backup/set/cipher.ts'
import { runJob } from '../../../src/backup/work/jobs.ts'
import { type SftpServer, startSftpDouble, startSftpServer } from '../../support/servers/sftp-server.ts'
import { contentsOf, makeBackupWorld } from './backup-world.ts'

let world: Awaited<ReturnType<typeof makeBackupWorld>>
let byKey: SftpServer
let byPassword: SftpServer
beforeAll(async () => {
  ;[world, byKey, byPassword] = await Promise.all([
    makeBackupWorld({ events: 20, files: 5 }),
    startSftpServer(),
    startSftpDouble(),
  ])
})
afterAll(() => Promise.all([world.close(), byKey.close(), byPassword.close()]))

const direct = new WayOut()
const otherKey = `SHA256:${'A'.repeat(43)}`

it('reads no address without a user, a secret, a folder or the host key, and shows it without secrets', () => {
  const whole = `sftp://me:a%20secret@host.example:2222/my/folder#${otherKey}`
  expect(readSftpAddress(whole)).toMatchObject({ user: 'me', secret: 'a secret', port: 2222, path: '/my/folder' })
  expect(readSftpAddress(whole)?.shown).toBe('sftp://me@host.example:2222/my/folder')
  const wrong = [
    whole.replace('me:', ':'),
    whole.replace(':a%20secret', ''),
    whole.replace('/my/folder', ''),
    whole.replace('/my/folder', '/my/%2e%2e/%2E%2E%2Fx'),
    whole.replace(`#${otherKey}`, ''),
    whole.replace('A#', '#').replace(otherKey, otherKey.slice(1)),
    whole.replace('sftp:', 'ftp:'),
    whole.replace('a%20', 'a%2'),
  ]
  expect(wrong.filter(text => readSftpAddress(text) !== null)).toEqual([])
})

it('sends nothing to a machine with another host key, nor with a wrong secret', async () => {
  for (const server of [byKey, byPassword]) {
    const sent = async () => [...(await contentsOf(server.root)).keys()]
    const before = await sent()
    const job = { ...world.at('none').job, place: server.place({ hostKey: otherKey }) }
    await expect(runJob(job)).rejects.toThrow(`another host key: ${server.hostKey}`)
    const secret = 'wrong'
    await expect(runJob({ ...job, place: server.place({ secret }) })).rejects.toThrow(/authentication/i)
    expect(await sent()).toEqual(before)
    expect(await askHostKey({ host: '127.0.0.1', port: server.port }, direct)).toBe(server.hostKey)
  }
})

it('passes the SOCKS proxy only, and fails when that does', async () => {
  const socksProxy = 'socks5h://127.0.0.1:1'
  const place = byPassword.place().replace('127.0.0.1', 'backup.example')
  await expect(runJob({ ...world.at('none').job, place, socksProxy })).rejects.toThrow(/ECONNREFUSED|127.0.0.1:1/)
})

it('makes, lists, tests and rotates encrypted backups on another machine, and restores what was there (DESK-06)', async () => {
  const { identity, recipient } = await makeKeyPair()
  for (const server of [byKey, byPassword]) {
    const place = server.place()
    const job = { ...world.at('none').job, place, recipient }
    const first = await runJob(job)
    expect((await runJob({ kind: 'test', dataDir: world.dataDir, place, key: identity })).differing).toEqual([])
    const second = await runJob(job)
    const stored = await contentsOf(join(server.root, 'backups'))
    const names = [...stored.keys()]
    expect(names.filter(name => name.endsWith('.part'))).toEqual([])
    expect(names).toContain(`snapshots/${second.snapshot}.json`)
    expect(names).not.toContain(`snapshots/${first.snapshot}.json`)
    expect(Buffer.concat([...stored.values()]).includes('SQLite format')).toBe(false)
    const restored = await world.at('none').restore(openerFor(identity), place)
    expect(restored.differing).toEqual([])
    expect(await world.eventsIn(restored.to)).toEqual(await world.eventsIn(world.dataDir))
    const media = (folder: string) => contentsOf(join(folder, 'media'))
    expect((await media(world.dataDir)).size).toBe(5)
    expect(await media(restored.to)).toEqual(await media(world.dataDir))
  }
})

it('replaces files, reads large ones whole, and knows what is missing', async () => {
  const path = join(world.folder, 'large')
  const large = Buffer.alloc(2_500_001, 'hornets ')
  for (const server of [byKey, byPassword]) {
    const destination = openDestination(
      server.place({ folder: `${server.place().match(/\d(\/[^#]*)#/)?.[1]}-2` }),
      direct,
    )
    await writeFile(path, 'small')
    await destination.put('a/b/file', path)
    await writeFile(path, large)
    await destination.put('a/b/file', path)
    const read = Buffer.concat(await (await destination.read('a/b/file')).toArray())
    expect(read.equals(await readFile(path))).toBe(true)
    expect(await destination.list('a/')).toEqual(new Map([['a/b/file', large.length]]))
    await expect(destination.read('a/c')).rejects.toThrow(MissingFile)
    await destination.remove('a/b/file')
    await destination.remove('a/b/file')
    expect(await destination.list('')).toEqual(new Map())
    destination.close()
  }
})
