import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { encode, type MediaWorld, openMediaWorld, person, png, sha256 } from './media-world.ts'

let world: MediaWorld
const alice = person()
const bob = person()

beforeAll(async () => {
  world = await openMediaWorld({ maxKb: 256 })
})
/** Also what a test has let in. */
afterEach(async () => {
  world.policy.judge = () => null
  const kept = await world.database.reads.selectFrom('files').select('hash').execute()
  for (const { hash } of kept) await world.media.service.remove(hash)
})
afterAll(() => world.close())

async function expectRefusal(answer: Response, status: number, reason: RegExp) {
  expect(answer.status).toBe(status)
  expect(answer.headers.get('x-reason')).toMatch(reason)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(await answer.json()).toMatchObject({ error: expect.stringMatching(reason), code: expect.any(String) })
  await expectNothingKept()
}

async function expectNothingKept() {
  await expect.poll(() => world.filesOnDisk()).toEqual([])
  expect(await world.database.reads.selectFrom('files').selectAll().execute()).toEqual([])
  expect(await world.statistics.service.relayCount()).toMatchObject({ photos: 0, misc: 0 })
}

describe('an upload is refused', () => {
  const bytes = png(1000)
  const hash = sha256(bytes)
  const minute = 60
  const now = () => Math.floor(Date.now() / 1000)

  test('without authorization (BLOSSOM-02)', async () => {
    const answer = await world.put(bytes, null)
    expect(answer.headers.get('www-authenticate')).toBe('Nostr')
    await expectRefusal(answer, 401, /Missing authorization/)
  })

  test.each([
    ['Bearer abc', 'of another scheme'],
    ['Nostr', 'with nothing in it'],
    ['Nostr ====', 'with an empty event'],
    ['Nostr bm90IGpzb24=', 'with no JSON in it'],
    [encode(null), 'with null in it'],
    [encode({ id: 1, tags: 'x' }), 'with something of another shape'],
    [encode([[[[[[]]]]]]), 'with a list in it'],
  ])('with an authorization %s, %s', async header => {
    await expectRefusal(await world.put(bytes, header), 401, /not valid/)
  })

  test('with a kind 1 event of the same tags', async () => {
    const header = alice.header('upload', [hash], template => Object.assign(template, { kind: 1 }))
    await expectRefusal(await world.put(bytes, header), 401, /kind 24242/)
  })

  test('with an expired authorization', async () => {
    const header = alice.header('upload', [hash], template => {
      template.tags[1] = ['expiration', String(now() - 1)]
    })
    await expectRefusal(await world.put(bytes, header), 401, /expired/)
  })

  test('with an authorization that never expires', async () => {
    const header = alice.header('upload', [hash], template => void template.tags.splice(1, 1))
    await expectRefusal(await world.put(bytes, header), 401, /no expiration/)
  })

  test('with an authorization dated in the future', async () => {
    const header = alice.header('upload', [hash], template => {
      template.created_at = now() + 10 * minute
    })
    await expectRefusal(await world.put(bytes, header), 401, /future/)
  })

  test('with an authorization that was tampered with', async () => {
    const event = JSON.parse(Buffer.from(alice.header('upload', []).slice(6), 'base64').toString())
    event.tags.push(['x', hash])
    await expectRefusal(await world.put(bytes, encode(event)), 401, /signature/)
  })

  test('refuses an authorization of another key', async () => {
    const event = JSON.parse(Buffer.from(alice.header('upload', [hash]).slice(6), 'base64').toString())
    await expectRefusal(await world.put(bytes, encode({ ...event, pubkey: bob.pubkey })), 401, /signature/)
  })

  test('with an authorization to delete (BLOSSOM-02)', async () => {
    await expectRefusal(await world.put(bytes, alice.header('delete', [hash])), 403, /not for upload/)
  })

  test('with an authorization that names other servers only (BLOSSOM-07)', async () => {
    const header = alice.header('upload', [hash], template => void template.tags.push(['server', 'other.example']))
    await expectRefusal(await world.put(bytes, header), 403, /another server/)
    const both = alice.header('upload', [hash], template => {
      for (const server of ['other.example', new URL(world.url).hostname]) template.tags.push(['server', server])
    })
    const asked = { 'x-sha-256': hash, 'x-content-length': String(bytes.length), authorization: both }
    expect((await fetch(`${world.url}/upload`, { method: 'HEAD', headers: asked })).status).toBe(200)
  })

  test('with the authorization of another file, replayed (BLOSSOM-02)', async () => {
    await expectRefusal(
      await world.put(bytes, alice.header('upload', [sha256(png(5))])),
      409,
      /does not name this file/,
    )
  })

  test('with an authorization for any file', async () => {
    await expectRefusal(await world.put(bytes, alice.header('upload', [])), 403, /does not name this file/)
  })

  test('when the content is not what X-SHA-256 announced', async () => {
    const other = sha256(png(5))
    const header = alice.header('upload', [hash, other])
    await expectRefusal(await world.put(bytes, header, { 'x-sha-256': other }), 409, /X-SHA-256/)
    await expectRefusal(await world.put(bytes, header, { 'x-sha-256': '../../etc' }), 400, /64 hex/)
  })

  test('when it is empty', async () => {
    const nothing = new Uint8Array()
    await expectRefusal(await world.put(nothing, alice.header('upload', [sha256(nothing)])), 400, /empty/)
  })

  test('one byte above the limit, whether the size is announced or not (SAVE-15)', async () => {
    const large = png(256 * 1024 + 1)
    const header = alice.header('upload', [sha256(large)])
    await expectRefusal(await world.put(large, header), 413, /at most 256 KB/)
    const answer = await fetch(`${world.url}/upload`, {
      method: 'PUT',
      headers: { authorization: header },
      body: ReadableStream.from([large.subarray(0, 100_000), large.subarray(100_000)]),
      duplex: 'half',
    } as RequestInit)
    await expectRefusal(answer, 413, /at most 256 KB/)
  })

  test('far above the limit, with the answer reaching a client that is still sending', async () => {
    const large = png(3 * 2 ** 20)
    await expectRefusal(await world.put(large, alice.header('upload', [sha256(large)])), 413, /at most/)
  })

  test('when the policy refuses who offers it, before the body is read', async () => {
    world.policy.judge = ({ pubkey }) =>
      pubkey === alice.pubkey ? { reason: 'blocked: this key may not write here', status: 403, cause: 'blocked' } : null
    await expectRefusal(await world.put(bytes, alice.header('upload', [hash])), 403, /blocked: this key/)
    expect((await world.put(bytes, bob.header('upload', [hash]))).status).toBe(201)
  })

  test('refuses a type excluded by the mode, for every declared type (ADMIT-05)', async () => {
    world.policy.judge = ({ mime }) =>
      mime === 'image/png'
        ? { reason: 'blocked: files of type image/png are not accepted here', status: 415, cause: 'media-type' }
        : null
    const header = alice.header('upload', [hash])
    await expectRefusal(await world.put(bytes, header, { 'content-type': 'image/png' }), 415, /image\/png/)
    await expectRefusal(await world.put(bytes, header, { 'content-type': 'text/plain' }), 415, /image\/png/)
    await expectRefusal(await world.put(bytes, header), 415, /image\/png/)
  })

  test('when its bytes are not of the type that it claims and that alone would let it in (ADMIT-03)', async () => {
    world.policy.judge = ({ mime }) =>
      mime === 'image/png' ? null : { reason: `blocked: ${mime}`, status: 415, cause: 'media-type' }
    const program = Buffer.from('\x7fELF and so on', 'latin1')
    const header = alice.header('upload', [sha256(program)])
    await expectRefusal(await world.put(program, header, { 'content-type': 'image/png' }), 415, /x-elf/)
    const picture = png(10)
    expect((await world.put(picture, alice.header('upload', [sha256(picture)]))).status).toBe(201)
    await world.media.service.remove(sha256(picture))
    const noise = Buffer.from('not a picture at all')
    const other = alice.header('upload', [sha256(noise)])
    await expectRefusal(await world.put(noise, other, { 'content-type': 'image/png' }), 415, /octet-stream/)
  })
})

test('an upload is refused while the disk keeps only its reserve', async () => {
  const full = await openMediaWorld({
    freeSpace: { hasRoomFor: () => false, isTight: () => true, note: () => {}, refresh: async () => {} },
  })
  const bytes = png(10)
  const answer = await full.put(bytes, alice.header('upload', [sha256(bytes)]))
  expect(answer.status).toBe(503)
  expect(answer.headers.get('x-reason')).toMatch(/no space left/)
  expect(answer.headers.get('retry-after')).not.toBeNull()
  await full.close()
})

test('an upload broken off in the middle leaves nothing behind', async () => {
  const bytes = png(1000)
  const socket = connect(world.port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    `PUT /upload HTTP/1.1\r\nHost: x\r\nAuthorization: ${alice.header('upload', [sha256(bytes)])}\r\nContent-Length: 1000\r\n\r\n`,
  )
  socket.write(bytes.subarray(0, 500))
  await expect.poll(() => world.filesOnDisk()).toHaveLength(1)
  socket.destroy()
  await expectNothingKept()
  expect((await world.put(bytes, alice.header('upload', [sha256(bytes)]))).status).toBe(201)
})

test('an upload that falls silent or trickles is given up, and its slot is free again', async () => {
  const strict = await openMediaWorld({ limits: { idleMs: 1000, bytesPerSecondMin: 1000, uploadsMax: 2 } })
  const bytes = png(10_000)
  const open = async () => {
    const socket = connect(strict.port, '127.0.0.1')
    let answer = ''
    socket.on('data', chunk => {
      answer += chunk
    })
    socket.on('error', () => {})
    socket.write(
      `PUT /upload HTTP/1.1\r\nHost: x\r\nAuthorization: ${alice.header('upload', [sha256(bytes)])}\r\nContent-Length: 10000\r\n\r\n`,
    )
    socket.write(bytes.subarray(0, 10))
    return { socket, answer: () => answer }
  }
  const silent = await open()
  const trickling = await open()
  const trickle = setInterval(() => trickling.socket.write('x'), 40)
  await expect.poll(() => strict.filesOnDisk()).toHaveLength(2)
  const third = await strict.put(bytes, alice.header('upload', [sha256(bytes)]))
  expect([third.status, third.headers.get('x-reason')]).toEqual([503, expect.stringMatching(/Too many uploads/)])
  for (const { answer } of [silent, trickling]) await expect.poll(answer).toMatch(/^HTTP\/1.1 408 /)
  clearInterval(trickle)
  expect(await strict.filesOnDisk()).toEqual([])
  expect((await strict.put(bytes, alice.header('upload', [sha256(bytes)]))).status).toBe(201)
  silent.socket.destroy()
  trickling.socket.destroy()
  await strict.close()
})

test('leaves slots for other addresses', async () => {
  const narrow = await openMediaWorld({ limits: { uploadsPerAddressMax: 1 } })
  const bytes = png(1000)
  const socket = connect(narrow.port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    `PUT /upload HTTP/1.1\r\nHost: x\r\nAuthorization: ${alice.header('upload', [sha256(bytes)])}\r\nContent-Length: 1000\r\n\r\nx`,
  )
  await expect.poll(() => narrow.filesOnDisk()).toHaveLength(1)
  const answer = await narrow.put(bytes, alice.header('upload', [sha256(bytes)]))
  expect([answer.status, answer.headers.get('x-reason')]).toEqual([429, expect.stringMatching(/your address/)])
  socket.destroy()
  await narrow.close()
})
