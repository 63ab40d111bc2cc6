import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { SilenceError } from '@hornets/server/outgoing/silence-error'
import { directWayOut } from '@hornets/server/outgoing/way-out'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { BlobStore, StoredBlob } from '../../src/media/library/stores/blob-store.ts'
import { DiskStore } from '../../src/media/library/stores/disk-store.ts'
import { S3Client } from '../../src/media/library/stores/s3-client.ts'
import { S3Store } from '../../src/media/library/stores/s3-store.ts'
import { tryBucket } from '../../src/media/library/stores/s3-trial.ts'
import { startHttpService } from '../support/http-service.ts'
import { type S3Server, startS3Server } from '../support/servers/s3-server.ts'

let s3: S3Server
let folder: string
let disk: DiskStore

beforeAll(async () => {
  s3 = await startS3Server()
})
afterAll(() => s3.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hornets-stores-'))
  disk = await DiskStore.open(folder)
})
afterEach(async () => {
  s3.state.refuse = () => undefined
  await rm(folder, { recursive: true })
})

let folders = 0
interface Chosen {
  partBytes?: number
  secret?: string
  bucket?: 'hornets-parts'
}
function s3Store({ secret, bucket, ...rest }: Chosen = {}): BlobStore {
  const address = s3.address(`/test${++folders}/files`, secret, bucket)
  return new S3Store({ client: new S3Client(address, directWayOut), prefix: address.prefix, ...rest })
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function put(store: BlobStore, bytes: Uint8Array, hash = hashOf(bytes)): Promise<string> {
  const incoming = await disk.receive()
  try {
    await incoming.handle.writeFile(bytes)
    await store.put(incoming, hash)
    return hash
  } finally {
    await disk.discard(incoming)
  }
}

async function listed(store: BlobStore): Promise<StoredBlob[]> {
  const all: StoredBlob[] = []
  for await (const batch of store.list()) all.push(...batch)
  return all.sort((one, other) => one.name.localeCompare(other.name))
}

async function read(store: BlobStore, hash: string, span?: { first: number; last: number }) {
  const content = await store.open(hash)
  const stream = await content?.stream(span)
  return stream ? buffer(stream) : null
}

const absent = 'f'.repeat(64)

describe.each([
  ['disk', () => disk as BlobStore],
  ['s3', s3Store],
  ['s3, in parts', () => s3Store({ partBytes: 5 * 2 ** 20 })],
] as const)('files in a store: %s', (kind, openStore) => {
  it('reports missing files, and removes them again without an error', async () => {
    const store = openStore()
    expect(await store.sizeOf(absent)).toBeNull()
    await store.remove(absent)
    expect(await listed(store)).toEqual([])
    if (kind === 'disk') expect(await store.open(absent)).toBeNull()
    else await expect(read(store, absent)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('refuses names that are not hashes, so nothing leaves the folder', async () => {
    await expect(Promise.try(() => openStore().sizeOf('../../etc/passwd'))).rejects.toThrow('named by its SHA-256')
  })

  it('gives back whole and in part what was put, under the same name, and leaves nothing beside it', async () => {
    const store = openStore()
    const bytes = randomBytes(11 * 2 ** 20 + 7)
    const hash = await put(store, bytes)
    expect(await store.sizeOf(hash)).toBe(bytes.length)
    expect(hashOf((await read(store, hash)) as Buffer)).toBe(hash)
    const span = { first: 5 * 2 ** 20 - 3, last: 5 * 2 ** 20 + 9 }
    expect(await read(store, hash, span)).toEqual(bytes.subarray(span.first, span.last + 1))
    const name = `${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`
    expect(await listed(store)).toEqual([{ hash, name, bytes: bytes.length }])
    expect(await readdir(join(folder, 'incoming'))).toEqual([])
  })

  it('replaces a content that was damaged', async () => {
    const store = openStore()
    const bytes = Buffer.from('hello hornets')
    const hash = hashOf(bytes)
    await put(store, Buffer.from('something else'), hash).catch(() => {})
    await put(store, bytes)
    expect(await read(store, hash)).toEqual(bytes)
  })

  it('lists what does not belong there, and removes it by name', async () => {
    const store = openStore()
    const hashes = [await put(store, Buffer.from('one')), await put(store, Buffer.from('two'))]
    expect((await listed(store)).map(({ hash }) => hash).sort()).toEqual(hashes.sort())
    for (const hash of hashes) await store.removeNamed(`${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`)
    expect(await listed(store)).toEqual([])
  })
})

it('a strange file in the folder is listed as unknown; thumbnails and unfinished uploads are not listed', async () => {
  await mkdir(join(folder, 'thumbnails'))
  await writeFile(join(folder, 'thumbnails', 'a.webp'), 'x')
  await writeFile(join(folder, 'notes.txt'), 'mine')
  const incoming = await disk.receive()
  expect(await listed(disk)).toEqual([{ hash: null, name: 'notes.txt', bytes: 4 }])
  await disk.discard(incoming)
})

describe('S3 alone', () => {
  it('distinguishes a wrong secret, a missing bucket and a silent server, without naming secrets', async () => {
    const refused = await s3Store({ secret: 'wrong-secret' })
      .sizeOf(absent)
      .then(String, error => error)
    expect(refused).toMatchObject({ code: 'unavailable', cause: { status: 403 } })
    expect(`${refused.stack} ${refused.cause.stack} ${JSON.stringify(refused.cause)}`).not.toContain('wrong-secret')
    const { origin, ...address } = s3.address()
    const away = new S3Client({ ...address, origin: new URL('http://127.0.0.1:9') }, directWayOut)
    await expect(away.ask({ method: 'GET', key: '' })).rejects.toMatchObject({ status: 0 })
    const nowhere = new S3Client({ ...address, origin, bucket: 'not-there' }, directWayOut)
    await expect(nowhere.ask({ method: 'GET', key: '' })).rejects.toMatchObject({ status: 404, code: 'NoSuchBucket' })
  })

  it('a busy server is asked again; the content is sent again from its start', async () => {
    const store = s3Store()
    let refusals = 2
    s3.state.refuse = call => (call.startsWith('PUT') && refusals-- > 0 ? 503 : undefined)
    const bytes = randomBytes(300_000)
    const hash = await put(store, bytes)
    expect(await read(store, hash)).toEqual(bytes)
  })

  it('a server that stays busy ends the upload, and nothing is stored', async () => {
    // The server cannot abort: what it keeps stays in a bucket of its own.
    const store = s3Store({ partBytes: 5 * 2 ** 20, bucket: 'hornets-parts' })
    s3.state.refuse = call => (call.includes('partNumber=2') ? 500 : undefined)
    const bytes = randomBytes(6 * 2 ** 20)
    await expect(put(store, bytes)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await store.sizeOf(hashOf(bytes))).toBeNull()
    expect(s3.state.calls.at(-2)).toMatch(/^DELETE .*uploadId=/)
  })

  it('lists more than one page', async () => {
    const [one, other] = ['1', '2'].map(name => hashOf(Buffer.from(name))) as [string, string]
    const page = (key: string, more: string) => `<?xml version="1.0" encoding="UTF-8"?>
      <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>b</Name>${more}<KeyCount>1</KeyCount>
      <Contents><Key>${key}</Key><ETag>&quot;x&quot;</ETag><Size>7</Size></Contents></ListBucketResult>`
    const nameOf = (hash: string) => `f/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`
    // The real server pages with a cipher that OpenSSL has dropped: these answers follow Amazon's documents.
    const server = await startHttpService(({ url = '' }, response) => {
      const token = new URL(url, 'http://localhost').searchParams.get('continuation-token')
      if (token === 'a+b=') return response.end(page(nameOf(other), '<IsTruncated>false</IsTruncated>'))
      const more = '<IsTruncated>true</IsTruncated><NextContinuationToken>a+b=</NextContinuationToken>'
      return response.end(page(nameOf(one), more))
    })
    onTestFinished(() => server.close())
    const address = { ...s3.address(), origin: new URL(server.url), prefix: 'f/' }
    const store = new S3Store({ client: new S3Client(address, directWayOut), prefix: 'f/' })
    expect((await listed(store)).map(({ hash }) => hash).sort()).toEqual([one, other].sort())
    expect(server.asked).toHaveLength(2)
  })

  async function storeAt(answer: Parameters<typeof startHttpService>[0]) {
    const server = await startHttpService(answer)
    onTestFinished(() => server.close())
    const address = { ...s3.address(), origin: new URL(server.url), prefix: '' }
    const clock = { now: 1_800_000_000_000 }
    const client = new S3Client(address, directWayOut, { idleMs: silenceMs, now: () => clock.now })
    return { store: new S3Store({ client, prefix: '' }), server, clock }
  }
  const silenceMs = 300
  const body = Buffer.alloc(4 * 2 ** 20, 'hornet')

  it('asks a silent server once, then fails immediately for 15 s', async () => {
    let isSilent = true
    const { store, server, clock } = await storeAt((_request, response) => {
      if (!isSilent) response.writeHead(200, { 'content-length': '7' }).end()
    })
    const started = performance.now()
    await expect(store.sizeOf(absent)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 15 })
    expect(performance.now() - started).toBeGreaterThan(silenceMs - 50)
    expect(performance.now() - started).toBeLessThan(silenceMs + 12_000)
    expect(store.downSince).toBe(clock.now)
    isSilent = false
    clock.now += 14_999
    await expect(put(store, Buffer.from('one'))).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 })
    expect(server.asked).toHaveLength(1)
    clock.now += 1
    expect(await store.sizeOf(absent)).toBe(7)
    expect(store.downSince).toBeUndefined()
  })

  it('waits 8 s for an answer by default, and asks a silent server only once', async () => {
    const waited: (number | undefined)[] = []
    const stream = (_url: URL, { idleMs }: { readonly idleMs?: number | undefined }) => {
      waited.push(idleMs)
      return Promise.reject(new SilenceError('no answer'))
    }
    const address = { ...s3.address(), prefix: '' }
    const store = new S3Store({ client: new S3Client(address, { stream }), prefix: '' })
    await expect(put(store, Buffer.from('one'))).rejects.toMatchObject({ code: 'unavailable' })
    const values = { address: 'https://s3.example.com/bucket', region: '', access_key: 'key', secret_key: 'secret' }
    await expect(tryBucket(values, { stream })).rejects.toMatchObject({ code: 'unavailable' })
    expect(waited).toEqual([8000, 8000])
  })

  it('retries a silent server early on request', async () => {
    let isSilent = true
    const { store, clock } = await storeAt((_request, response) => {
      if (!isSilent) response.writeHead(403).end()
    })
    await expect(store.sizeOf(absent)).rejects.toMatchObject({ code: 'unavailable' })
    clock.now += 1000
    await store.lookAgain()
    expect(store.downSince).toBe(clock.now - 1000)
    isSilent = false
    await store.lookAgain()
    expect(store.downSince).toBeUndefined()
  })

  it('waits for an answer that trickles, and for a reader that pauses', async () => {
    const { store } = await storeAt(async ({ url }, response) => {
      response.writeHead(200, { 'content-length': String(url?.endsWith(absent) ? 10 : body.length) })
      if (!url?.endsWith(absent)) return response.end(body)
      for (let sent = 0; sent < 10; sent++) {
        response.write('x')
        await new Promise(resolve => setTimeout(resolve, silenceMs / 3))
      }
      return response.end()
    })
    expect(await read(store, absent)).toEqual(Buffer.from('xxxxxxxxxx'))
    const stream = await (await store.open('e'.repeat(64))).stream()
    await new Promise(resolve => setTimeout(resolve, 3 * silenceMs))
    expect((await buffer(stream)).equals(body)).toBe(true)
  })

  it.each([
    ['head', 'HTTP/1.1 200 OK\r\nx-slow: '],
    ['body', 'HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n'],
    ['refusal', 'HTTP/1.1 403 Forbidden\r\ncontent-length: 1000000\r\n\r\n'],
  ])('ends an upload whose answer has a %s that arrives byte by byte', async (_part, start) => {
    const { store } = await storeAt((_request, { socket }) => {
      socket?.write(start)
      const dripping = setInterval(() => socket?.write('a'), 20)
      socket?.on('error', () => undefined).on('close', () => clearInterval(dripping))
    })
    const started = performance.now()
    await expect(put(store, Buffer.from('one'))).rejects.toMatchObject({ code: 'unavailable' })
    expect(performance.now() - started).toBeLessThan(silenceMs + 12_000)
  })

  it.each([9, 11])('refuses an answer of %i bytes where 10 were asked for', async bytes => {
    const { store } = await storeAt((_request, response) =>
      response.writeHead(206, { 'content-length': String(bytes) }).end('x'.repeat(bytes)),
    )
    const content = await store.open(absent)
    await expect(content.stream({ first: 0, last: 9 })).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('ends a download whose server falls silent in the middle', async () => {
    const { store } = await storeAt((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('only this')
    })
    const started = performance.now()
    await expect(read(store, absent)).rejects.toThrow()
    expect(performance.now() - started).toBeLessThan(silenceMs + 12_000)
  })
})
