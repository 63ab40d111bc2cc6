import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Actions, createDeleteAuth, createUploadAuth } from 'blossom-client-sdk'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type MediaWorld, openMediaWorld, person, png, sha256 } from './media-world.ts'

let world: MediaWorld
const alice = person()
const bob = person()
const moderator = { pubkey: null, address: null }

beforeEach(async () => {
  world = await openMediaWorld({ maxKb: 256 })
})
afterEach(() => world.close())

async function expectNothingKept() {
  await expect.poll(() => world.filesOnDisk()).toEqual([])
  expect(await world.database.reads.selectFrom('files').selectAll().execute()).toEqual([])
  expect(await world.statistics.service.relayCount()).toMatchObject({ photos: 0, misc: 0 })
}

test('a public Blossom client uploads, finds, lists, downloads and deletes, while others may not delete (BLOSSOM-02, BLOSSOM-05)', async () => {
  const bytes = png(50_000)
  const blob = new Blob([bytes], { type: 'image/png' })
  const onAuth = (_server: string, hash: string) => createUploadAuth(alice.signer, hash)
  const descriptor = await Actions.uploadBlob(world.url, blob, { onAuth })
  expect(descriptor).toEqual({
    url: `${world.url}/${sha256(bytes)}.png`,
    sha256: sha256(bytes),
    size: 50_000,
    type: 'image/png',
    uploaded: expect.any(Number),
    nip94: expect.arrayContaining([
      ['url', `${world.url}/${sha256(bytes)}.png`],
      ['m', 'image/png'],
      ['x', sha256(bytes)],
      ['ox', sha256(bytes)],
      ['size', '50000'],
    ]),
  })
  expect(Math.abs(descriptor.uploaded - Date.now() / 1000)).toBeLessThan(5)
  expect(await Actions.listBlobs(world.url, alice.pubkey)).toEqual([descriptor])
  expect(await Actions.listBlobs(world.url, bob.pubkey)).toEqual([])
  const got = await Actions.downloadBlob(world.url, descriptor.sha256)
  expect(Buffer.from(await got.arrayBuffer()).equals(bytes)).toBe(true)
  expect(await world.statistics.service.relayCount()).toMatchObject({ photos: 1 })
  for (const [header, status] of [
    [bob.header('delete', [sha256(bytes)]), 403],
    ['', 401],
  ] as const)
    expect((await fetch(descriptor.url, { method: 'DELETE', headers: { authorization: header } })).status).toBe(status)
  expect((await fetch(descriptor.url)).status).toBe(200)
  const deleted = await Actions.deleteBlob(world.url, descriptor.sha256, {
    onAuth: (_server: string, hash: string) => createDeleteAuth(alice.signer, hash),
  })
  expect(deleted).toBe(true)
  expect((await fetch(descriptor.url)).status).toBe(404)
  await expectNothingKept()
})

test('at the very limit, and without a word on type or length, a file is taken', async () => {
  const bytes = png(256 * 1024)
  const answer = await fetch(`${world.url}/upload`, {
    method: 'PUT',
    headers: { authorization: alice.header('upload', [sha256(bytes)]) },
    body: ReadableStream.from([bytes.subarray(0, 1), bytes.subarray(1)]),
    duplex: 'half',
  } as RequestInit)
  expect(answer.status).toBe(201)
  expect(await answer.json()).toMatchObject({ size: 262_144, type: 'image/png' })
})

test('stores a file uploaded by many at the same time once, owned by each', async () => {
  const bytes = png(100_000)
  const hash = sha256(bytes)
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => world.put(bytes, (index % 2 ? alice : bob).header('upload', [hash]))),
  )
  expect(answers.map(answer => answer.status).sort()).toEqual([...Array(11).fill(200), 201])
  expect(await world.filesOnDisk()).toEqual([join(hash.slice(0, 2), hash.slice(2, 4), hash)])
  expect(await world.statistics.service.relayCount()).toMatchObject({ photos: 1 })
  for (const owner of [alice, bob]) {
    const list = (await (await fetch(`${world.url}/list/${owner.pubkey}`)).json()) as unknown[]
    expect(list).toHaveLength(1)
  }
})

test('uploads and deletions of one file at the same time never leave a row without its file', async () => {
  const bytes = png(20_000)
  const hash = sha256(bytes)
  await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      index % 3 === 2
        ? fetch(`${world.url}/${hash}`, {
            method: 'DELETE',
            headers: {
              authorization: alice.header('delete', [hash], template => {
                template.content = String(index)
              }),
            },
          })
        : world.put(bytes, alice.header('upload', [hash])),
    ),
  )
  const isIndexed = (await world.media.service.find(hash)) !== null
  expect(await world.filesOnDisk()).toHaveLength(isIndexed ? 1 : 0)
  expect((await fetch(`${world.url}/${hash}`)).status).toBe(isIndexed ? 200 : 404)
})

test('after a restart files are still there, and what a crash left is swept away', async () => {
  const bytes = png(1000)
  const hash = sha256(bytes)
  await world.put(bytes, alice.header('upload', [hash]))
  const orphan = sha256(png(7))
  const orphanFolder = join(world.folder, 'media', orphan.slice(0, 2), orphan.slice(2, 4))
  await mkdir(orphanFolder, { recursive: true })
  await writeFile(join(orphanFolder, orphan), 'orphan')
  await writeFile(join(world.folder, 'media', 'incoming', 'half'), 'half')
  await world.restart()
  expect(await world.media.swept).toBe(1)
  expect(await world.filesOnDisk()).toEqual([join(hash.slice(0, 2), hash.slice(2, 4), hash)])
  expect(sha256(Buffer.from(await (await fetch(`${world.url}/${hash}`)).arrayBuffer()))).toBe(hash)
})

describe('before an upload (BUD-06)', () => {
  const ask = (header: string | null, headers: Record<string, string>) =>
    fetch(`${world.url}/upload`, {
      method: 'HEAD',
      headers: { ...(header ? { authorization: header } : {}), ...headers },
    })
  const hash = sha256(png(5))
  /** To the question and to the upload. */
  const answers = async (bytes: Buffer, type = 'image/png', header = alice.header('upload', [sha256(bytes)])) => {
    const announced = { 'x-sha-256': sha256(bytes), 'x-content-type': type, 'x-content-length': String(bytes.length) }
    const told = await ask(header, announced)
    const sent = await world.put(bytes, header, { 'content-type': type })
    const of = ({ status, headers }: Response) => [status, headers.get('x-reason')]
    return [of(told), of(sent)]
  }
  const twice = (status: number, reason: RegExp) => Array(2).fill([status, expect.stringMatching(reason)])
  const accepted = [
    [200, null],
    [201, null],
  ]

  test('tells a client before an upload whether it would be accepted, and why not (BLOSSOM-04)', async () => {
    expect((await ask(null, { 'x-sha-256': hash })).status).toBe(401)
    const large = await ask(alice.header('upload', [hash]), { 'x-sha-256': hash, 'x-content-length': '99999999' })
    expect([large.status, large.headers.get('x-reason')]).toEqual([413, expect.stringMatching(/at most/)])
    world.policy.judge = ({ mime }) =>
      mime === 'video/mp4' ? { reason: 'blocked: no films', status: 415, cause: 'media-type' } : null
    const film = await ask(alice.header('upload', [hash]), {
      'x-sha-256': hash,
      'x-content-type': 'video/mp4',
      'x-content-length': '5',
    })
    expect([film.status, film.headers.get('x-reason')]).toEqual([415, 'blocked: no films'])
    expect(await answers(png(300 * 1024), 'image/png')).toEqual(twice(413, /at most/))
    expect(await answers(Buffer.from('\0\0\0\x18ftypmp42'), 'video/mp4')).toEqual(twice(415, /^blocked: no films$/))
    world.policy.judge = () => null
    expect(await answers(png(5), 'image/png', '')).toEqual(twice(401, /./))
    expect(await answers(png(5), 'image/png', alice.header('upload', [hash.replace(/^./, 'g')]))).toEqual(
      twice(409, /x tag/),
    )
    const banned = png(6)
    await world.media.manager.bans.ban({ hashes: [sha256(banned)], reason: 'Fraud' }, moderator)
    expect(await answers(banned, 'image/png')).toEqual(twice(403, /./))
    expect(await answers(Buffer.alloc(0))).toEqual(twice(400, /^The file is empty$/))
    expect(await answers(png(5))).toEqual(accepted)
  })

  test('tells a client that its bytes of the day are spent, and takes none of them by that (BLOSSOM-04)', async () => {
    await world.close()
    world = await openMediaWorld({ maxKb: 256, dayLimits: { perKey: 256 * 1024, perAddress: 0 } })
    expect(await answers(png(150 * 1024))).toEqual(accepted)
    expect(await answers(png(150 * 1024))).toEqual(twice(429, /^this key can upload 256 KB a day/))
    expect(await answers(png(100 * 1024))).toEqual(accepted)
  })

  test.each([
    ['no size', { 'x-sha-256': hash }, 411, /X-Content-Length/],
    ['no hash', { 'x-content-length': '5' }, 400, /X-SHA-256/],
    ['a hash that is none', { 'x-sha-256': 'abc', 'x-content-length': '5' }, 400, /64 hex/],
    ['a size that is none', { 'x-sha-256': hash, 'x-content-length': '5 MB' }, 400, /whole number/],
  ])('names what is missing: %s (BLOSSOM-04)', async (_what, headers, status, reason) => {
    const answer = await ask(alice.header('upload', [hash]), headers as Record<string, string>)
    expect([answer.status, answer.headers.get('x-reason')]).toEqual([status, expect.stringMatching(reason)])
  })

  test('answers 200 for a file that would be accepted (BLOSSOM-04)', async () => {
    const answer = await ask(alice.header('upload', [hash]), { 'x-sha-256': hash, 'x-content-length': '5' })
    expect(answer.status).toBe(200)
  })
})
