import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { atTheServer } from '../../src/audit/audit-log.ts'
import { type S3Server, startS3Server } from '../support/servers/s3-server.ts'
import { type MediaWorld, openMediaWorld, person, png, sha256 } from './media-world.ts'

let s3: S3Server
let world: MediaWorld
let folders = 0
const ann = person()

beforeAll(async () => {
  s3 = await startS3Server()
})
afterAll(() => s3.close())
beforeEach(async () => {
  world = await openMediaWorld({ s3: s3.address(`/world${++folders}`) })
})
afterEach(async () => {
  s3.state.refuse = () => undefined
  s3.state.lie = () => false
  await world.close()
})

const manager = () => world.media.manager
const onDisk = async () => {
  const names = (await world.filesOnDisk()).map(name => name.replaceAll('\\', '/').split('/').at(-1) ?? '')
  return names.filter(name => /^[0-9a-f]{64}$/.test(name)).sort()
}
const inS3 = async () => (await manager().stores.show()).stores.find(({ name }) => name === 's3')?.files

async function upload(count: number): Promise<{ hash: string; bytes: Buffer }[]> {
  const files = []
  for (let number = 0; number < count; number++) {
    const bytes = png(2000 + number)
    const hash = sha256(bytes)
    expect((await world.put(bytes, ann.header('upload', [hash]))).status).toBe(201)
    files.push({ hash, bytes })
  }
  return files
}

async function allAreServed(files: readonly { hash: string; bytes: Buffer }[]): Promise<boolean> {
  for (const { hash, bytes } of files) {
    const answer = await fetch(`${world.url}/${hash}`)
    if (sha256(new Uint8Array(await answer.arrayBuffer())) !== sha256(bytes)) return false
  }
  return true
}

it('stores no new files in a store whose test fails, and reports the reason', async () => {
  s3.state.refuse = call => (call.startsWith('PUT') ? 403 : undefined)
  const refused = manager().stores.setTarget('s3', atTheServer)
  await expect(refused).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The access key lacks read, write, list or delete permission for this bucket',
  })
  const [file] = await upload(1)
  expect([await onDisk(), (await manager().stores.show()).target]).toEqual([[file?.hash], 'disk'])
})

it('files in S3 are served whole, in part and as before; deleting one removes its content', async () => {
  await manager().stores.setTarget('s3', atTheServer)
  const [file] = await upload(1)
  if (!file) throw new Error('nothing was uploaded')
  expect([await onDisk(), await inS3()]).toEqual([[], 1])
  expect(await allAreServed([file])).toBe(true)
  const part = await fetch(`${world.url}/${file.hash}`, { headers: { range: 'bytes=100-199' } })
  expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, file.bytes.subarray(100, 200)])
  const head = await fetch(`${world.url}/${file.hash}`, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(file.bytes.length)])
  expect((await world.put(file.bytes, ann.header('upload', [file.hash]))).status).toBe(200)
  await world.restart()
  expect((await manager().stores.show()).target).toBe('s3')
  const authorization = ann.header('delete', [file.hash])
  await fetch(`${world.url}/${file.hash}`, { method: 'DELETE', headers: { authorization } })
  expect([await inS3(), (await fetch(`${world.url}/${file.hash}`)).status]).toEqual([0, 404])
  expect(s3.state.calls.at(-1)).toContain(`DELETE /hornets-files/world${folders}/`)
})

it('while S3 is down its files are unavailable for now, uploads too, and nothing is lost', async () => {
  await manager().stores.setTarget('s3', atTheServer)
  const [file] = await upload(1)
  s3.state.refuse = () => 503
  const answer = await fetch(`${world.url}/${file?.hash}`)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  const bytes = png(500)
  expect((await world.put(bytes, ann.header('upload', [sha256(bytes)]))).status).toBe(503)
  s3.state.refuse = () => undefined
  expect(file && (await allAreServed([file]))).toBe(true)
  expect((await fetch(`${world.url}/${sha256(bytes)}`)).status).toBe(404)
})

it('tells clients when to ask again while S3 counts as down, without asking S3', async () => {
  await manager().stores.setTarget('s3', atTheServer)
  const [file] = await upload(1)
  const ask = async () => {
    const { status, headers } = await fetch(`${world.url}/${file?.hash}`)
    return [status, Number(headers.get('retry-after'))]
  }
  s3.state.lie = (_call, response) => {
    response.destroy()
    return true
  }
  expect(await ask()).toEqual([503, 15])
  s3.state.lie = () => false
  const seen = s3.state.calls.length
  const [status, seconds = 0] = await ask()
  expect([status, seconds > 5 && seconds <= 15, s3.state.calls.length]).toEqual([503, true, seen])
  await world.media.s3()?.lookAgain()
  expect(file && (await allAreServed([file]))).toBe(true)
})

it('moves everything there and back, except damaged files', async () => {
  const files = await upload(5)
  const [damaged, ...good] = files
  if (!damaged) throw new Error('nothing was uploaded')
  const { hash } = damaged
  await writeFile(join(world.folder, 'media', hash.slice(0, 2), hash.slice(2, 4), hash), 'something else')
  await manager().jobs.move('s3', atTheServer)
  await manager().jobs.settled()
  expect([await onDisk(), await inS3(), await allAreServed(good)]).toEqual([[hash], 4, true])
  expect((await manager().jobs.latest())[0]).toMatchObject({ action: 'move', state: 'done', files: 5, filesDone: 4 })
  await manager().jobs.move('disk', atTheServer)
  await manager().jobs.settled()
  expect([await onDisk(), await inS3(), await allAreServed(good)]).toEqual([files.map(one => one.hash).sort(), 0, true])
  await expect(manager().jobs.move('disk', atTheServer)).rejects.toMatchObject({ code: 'conflict' })
})

it('a check finds a damaged file of the right size, and uploading it again mends it', async () => {
  const [first, second] = await upload(2)
  if (!first || !second) throw new Error('nothing was uploaded')
  const { hash, bytes } = first
  const path = join(world.folder, 'media', hash.slice(0, 2), hash.slice(2, 4), hash)
  await writeFile(path, Buffer.from(bytes).fill('damage', 500, 506))
  await manager().checks.look()
  expect((await manager().checks.show()).findings).toMatchObject([{ hash, what: 'damaged', store: 'disk' }])
  expect((await world.put(bytes, ann.header('upload', [hash]))).status).toBe(200)
  expect([await manager().checks.countFindings(), await allAreServed([first, second])]).toEqual([0, true])
})

it('a move waits while S3 is down, can be stopped, continues after a restart, and leaves one copy of each file', async () => {
  const files = await upload(6)
  let puts = 0
  // The third one meets a server that is down.
  s3.state.refuse = call => (call.startsWith('PUT') && ++puts > 2 ? 503 : undefined)
  const { id } = await manager().jobs.move('s3', atTheServer)
  await expect.poll(() => puts).toBeGreaterThan(2)
  await expect(manager().jobs.move('s3', atTheServer)).rejects.toMatchObject({ code: 'conflict' })
  await world.restart()
  expect(await allAreServed(files)).toBe(true)
  expect(await manager().jobs.stop(id)).toMatchObject({ state: 'stopped', filesDone: 2 })
  s3.state.refuse = () => undefined
  await manager().jobs.settled()
  // The third may have gone through when the server was back.
  expect((await onDisk()).length + ((await inS3()) ?? 0)).toBe(6)
  expect((await onDisk()).length).toBeGreaterThan(2)
  await manager().jobs.move('s3', atTheServer)
  await world.restart()
  await manager().jobs.settled()
  expect([await onDisk(), await inS3(), await allAreServed(files)]).toEqual([[], 6, true])
})
