import type { ServerResponse } from 'node:http'
import { get } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { atTheServer } from '../../src/audit/audit-log.ts'
import { type S3Server, startS3Server } from '../support/servers/s3-server.ts'
import { type MediaWorld, openMediaWorld, person, png, sha256 } from './media-world.ts'

let s3: S3Server
let world: MediaWorld
let worlds = 0
const ann = person()
const bytes = png(300_000)
const hash = sha256(bytes)

beforeAll(async () => {
  s3 = await startS3Server()
})
afterAll(() => s3.close())
beforeEach(async () => {
  world = await openMediaWorld({ s3: s3.address(`/lies${++worlds}`) })
})
afterEach(async () => {
  s3.state.lie = () => false
  await world.close()
})

const manager = () => world.media.manager
const upload = () => world.put(bytes, ann.header('upload', [hash]))
/** Answers each call of this method for the file with a lie. */
function lieAt(method: string, lie: (response: ServerResponse) => unknown): void {
  s3.state.lie = (call, response) => {
    const isMeant = call.startsWith(method) && call.includes(hash)
    if (isMeant) lie(response)
    return isMeant
  }
}

/** What a client receives, and whether the answer ended as announced. */
function download(range?: string): Promise<{ status: number; body: Buffer; isWhole: boolean }> {
  return new Promise((resolve, reject) => {
    const request = get(`${world.url}/${hash}`, { headers: range ? { range } : {} }, response => {
      const parts: Buffer[] = []
      response.on('data', part => parts.push(part))
      response.on('error', () => undefined)
      response.on('close', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts), isWhole: response.complete }),
      )
    })
    request.on('error', reject)
  })
}

const other = Buffer.from(bytes.map((byte, at) => (at === 150_000 ? byte ^ 1 : byte)))
const send =
  (body: Buffer, headers: Record<string, string | number> = {}, status = 200) =>
  (response: ServerResponse) =>
    response.writeHead(status, headers).end(body)

const wholes: Record<string, (response: ServerResponse) => unknown> = {
  'one other bit': send(other, { 'content-length': bytes.length }),
  'another file of another length': send(png(1000)),
  'one byte less': send(bytes.subarray(1)),
  'the file and more': send(Buffer.concat([bytes, bytes])),
  'another file and then the right one': send(Buffer.concat([other, bytes])),
  nothing: send(Buffer.alloc(0)),
  'a page that asks for a password': send(Buffer.from('<html>Sign in'), { 'content-type': 'text/html' }),
  'a body that breaks off': response => {
    response.writeHead(200, { 'content-length': bytes.length })
    response.write(bytes.subarray(0, 200_000), () => response.destroy())
  },
  'an announced length that is too small': send(bytes.subarray(0, 1000), { 'content-length': 1000 }),
}

describe('a file in an S3 server that lies', () => {
  beforeEach(async () => {
    await manager().stores.setTarget('s3', atTheServer)
    expect((await upload()).status).toBe(201)
  })

  it.each(Object.entries(wholes))('is never served as %s', async (_name, lie) => {
    lieAt('GET', lie)
    const { status, body, isWhole } = await download()
    // Refused, or visibly cut: no client can take it for the file.
    expect(status === 503 || (status === 200 && !isWhole && body.length < bytes.length)).toBe(true)
    s3.state.lie = () => false
    expect((await download()).body.equals(bytes)).toBe(true)
  })

  const part = bytes.subarray(100, 200)
  it.each<[string, (response: ServerResponse) => unknown]>([
    ['the whole file', send(bytes, { 'content-length': bytes.length })],
    ['the beginning', send(bytes.subarray(0, 100), { 'content-range': `bytes 0-99/${bytes.length}` }, 206)],
    ['more', send(bytes.subarray(100, 400), { 'content-range': `bytes 100-199/${bytes.length}` }, 206)],
    ['less', send(bytes.subarray(100, 150), { 'content-range': `bytes 100-199/${bytes.length}` }, 206)],
  ])('is not served in part if the server sends %s', async (_name, lie) => {
    lieAt('GET', lie)
    const { status, body, isWhole } = await download('bytes=100-199')
    expect(status === 503 || (status === 206 && !isWhole && body.length < 100)).toBe(true)
    s3.state.lie = () => false
    expect((await download('bytes=100-199')).body.equals(part)).toBe(true)
  })

  it('stays there when it cannot be moved back to the disk', async () => {
    const move = async () => {
      await manager().jobs.move('disk', atTheServer)
      await manager().jobs.settled()
      return world.filesOnDisk()
    }
    for (const name of ['one other bit', 'one byte less', 'the file and more', 'nothing']) {
      lieAt('GET', wholes[name] ?? send(bytes))
      await move()
      await expect.poll(async () => [name, await world.filesOnDisk()]).toEqual([name, []])
    }
    s3.state.lie = () => false
    expect((await download()).body.equals(bytes)).toBe(true)
    expect(await move()).toHaveLength(1)
    expect((await download()).body.equals(bytes)).toBe(true)
  })

  it('is not deleted by a list without an end', async () => {
    const page =
      '<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>again</NextContinuationToken></ListBucketResult>'
    s3.state.lie = (call, response) => {
      if (call.includes('list-type')) response.end(page)
      return call.includes('list-type')
    }
    const seen = s3.state.calls.length
    await world.restart()
    expect(s3.state.calls.length - seen).toBeLessThan(10)
    s3.state.lie = () => false
    expect((await download()).body.equals(bytes)).toBe(true)
  })
})

describe('an S3 server that takes a file and keeps nothing', () => {
  const takes = send(Buffer.alloc(0), { etag: `"${hash.slice(32)}"` })

  it('makes an upload fail instead of losing it', async () => {
    await manager().stores.setTarget('s3', atTheServer)
    lieAt('PUT', takes)
    expect((await upload()).status).toBe(503)
    expect((await download()).status).toBe(404)
    s3.state.lie = () => false
    expect((await upload()).status).toBe(201)
    expect((await download()).body.equals(bytes)).toBe(true)
  })

  it('does not cost the copy on the disk', async () => {
    expect((await upload()).status).toBe(201)
    lieAt('PUT', takes)
    const seen = s3.state.calls.length
    const { id } = await manager().jobs.move('s3', atTheServer)
    await expect.poll(() => s3.state.calls.slice(seen).some(call => call.startsWith('HEAD'))).toBe(true)
    await manager().jobs.stop(id)
    expect((await download()).body.equals(bytes)).toBe(true)
  })
})
