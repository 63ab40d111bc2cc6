import { once } from 'node:events'
import { connect } from 'node:net'
import { getToken } from 'nostr-tools/nip98'
import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type MediaWorld, openMediaWorld, png, sha256 } from './media-world.ts'

let world: MediaWorld
const [alice, bob] = [client(), client()]

beforeEach(async () => {
  world = await openMediaWorld({ maxKb: 1024 })
})
afterEach(() => world.close())

function client() {
  const secret = generateSecretKey()
  return {
    pubkey: getPublicKey(secret),
    /** `payload`: SHA-256 of the file. */
    authorization(url: string, method: string, payload?: string): Promise<string> {
      const sign = (template: Parameters<typeof finalizeEvent>[0]) => {
        if (payload) template.tags.push(['payload', payload])
        return finalizeEvent(template, secret)
      }
      return getToken(url, method, sign, true)
    },
    async ask(path: string, method = 'GET', body?: FormData, payload?: string) {
      const url = `${world.url}${path}`
      const authorization = await this.authorization(url, method, payload)
      return fetch(url, { method, headers: { authorization }, ...(body && { body }) })
    },
  }
}

function formWith(bytes: Uint8Array, fields: Record<string, string> = {}, { name = 'file', type = 'image/png' } = {}) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append(name, new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), 'holiday.png')
  return form
}

async function expectNothingKept() {
  await expect.poll(() => world.filesOnDisk()).toEqual([])
  expect(await world.database.reads.selectFrom('files').selectAll().execute()).toEqual([])
}

async function expectRefusal(answer: Response, status: number, message: RegExp) {
  expect(await answer.json()).toMatchObject({ status: 'error', message: expect.stringMatching(message) })
  expect(answer.status).toBe(status)
  expect(answer.headers.get('x-reason')).toMatch(message)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  await expectNothingKept()
}

type Tags = readonly (readonly [string, string])[]
const tagsOf = ({ tags }: { tags: Tags }) => Object.fromEntries(tags)

describe('NIP-96', () => {
  test('says where files go', async () => {
    world.limits.fileLimits = { ...(await currentLimits()), free: { total: '', maxfile: '', days: 30 } }
    const answer = await fetch(`${world.url}/.well-known/nostr/nip96.json`)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(await answer.json()).toMatchObject({
      api_url: `${world.url}/nip96`,
      download_url: world.url,
      supported_nips: [94, 96, 98],
      plans: { free: { is_nip98_required: true, max_byte_size: 1024 * 1024, file_expiration: [30, 30] } },
    })
  })

  test('keeps a file, sends it, lists it and deletes it', async () => {
    const bytes = png(300_000)
    const hash = sha256(bytes)
    const fields = { caption: 'A beach', alt: 'Sand and sea', size: '300000', expiration: '', no_transform: 'true' }
    const uploaded = await alice.ask('/nip96', 'POST', formWith(bytes, fields), hash)
    expect(uploaded.status).toBe(201)
    const { status, nip94_event } = (await uploaded.json()) as { status: string; nip94_event: { tags: Tags } }
    expect(status).toBe('success')
    expect(nip94_event).toMatchObject({ content: 'A beach' })
    expect(tagsOf(nip94_event)).toEqual({
      url: `${world.url}/${hash}.png`,
      m: 'image/png',
      x: hash,
      ox: hash,
      size: '300000',
      alt: 'Sand and sea',
    })
    expect((await alice.ask('/nip96', 'POST', formWith(bytes))).status).toBe(200)
    for (const url of [tagsOf(nip94_event).url ?? '', `${world.url}/nip96/${hash}.png`, `${world.url}/nip96/${hash}`])
      expect(sha256(await (await fetch(url)).bytes())).toBe(hash)

    await expectRefusedDeletion(hash)
    const deleted = await alice.ask(`/nip96/${hash}.png`, 'DELETE')
    expect(await deleted.json()).toEqual({ status: 'success', message: 'File deleted.' })
    await expectNothingKept()
  })

  async function expectRefusedDeletion(hash: string) {
    const others = await bob.ask(`/nip96/${hash}.png`, 'DELETE')
    expect([others.status, await others.json()]).toMatchObject([403, { status: 'error' }])
    const unsigned = await fetch(`${world.url}/nip96/${hash}`, { method: 'DELETE' })
    expect([unsigned.status, unsigned.headers.get('www-authenticate')]).toEqual([401, 'Nostr'])
  }

  test('deletes once with one signature', async () => {
    const bytes = png(100)
    const url = `${world.url}/nip96/${sha256(bytes)}`
    const headers = { authorization: await alice.authorization(url, 'DELETE') }
    await alice.ask('/nip96', 'POST', formWith(bytes))
    expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(200)
    await alice.ask('/nip96', 'POST', formWith(bytes))
    expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(401)
  })

  test('lists only the signer’s files, in pages, newest first', async () => {
    const hashes: string[] = []
    for (let count = 0; count < 3; count++) {
      const bytes = png(100 + count)
      world.clock.now = () => Date.now() + count * 2000
      hashes.unshift(sha256(bytes))
      expect((await alice.ask('/nip96', 'POST', formWith(bytes))).status).toBe(201)
    }
    await bob.ask('/nip96', 'POST', formWith(png(50)))
    const page = async (query: string) =>
      (await (await alice.ask(`/nip96${query}`)).json()) as { files: { tags: Tags }[] }
    const hashesIn = ({ files }: { files: { tags: Tags }[] }) => files.map(file => tagsOf(file).ox)
    expect(await page('')).toMatchObject({ total: 3, page: 0, count: 100 })
    expect(hashesIn(await page(''))).toEqual(hashes)
    expect(await page('?page=1&count=2')).toMatchObject({ total: 3, page: 1, count: 2 })
    expect(hashesIn(await page('?page=1&count=2'))).toEqual(hashes.slice(2))
    expect(hashesIn(await page('?page=9&count=2'))).toEqual([])
    expect((await alice.ask('/nip96?page=-1')).status).toBe(400)
    expect((await fetch(`${world.url}/nip96`)).status).toBe(401)
  })

  test('takes fields that follow the file', async () => {
    const form = formWith(png(100))
    form.append('caption', 'afterwards')
    const answer = await alice.ask('/nip96', 'POST', form)
    expect(await answer.json()).toMatchObject({ nip94_event: { content: 'afterwards' } })
    const broken = formWith(png(101))
    broken.append('expiration', 'soon')
    expect((await alice.ask('/nip96', 'POST', broken)).status).toBe(400)
    expect(await world.database.reads.selectFrom('files').selectAll().execute()).toHaveLength(1)
  })
})

const currentLimits = async () =>
  (await import('@hornets/contract/admin/relay-settings')).relaySettingsDefaults.fileLimits

describe('NIP-96 refuses', () => {
  test('refuses an unsigned upload, and one signed for another address or method (PROTO-23)', async () => {
    const post = (headers: Record<string, string>) =>
      fetch(`${world.url}/nip96`, { method: 'POST', headers, body: formWith(png(100)) })
    await expectRefusal(await post({}), 401, /NIP-98/)
    const elsewhere = await alice.authorization('https://evil.example/nip96', 'POST')
    await expectRefusal(await post({ authorization: elsewhere, host: 'evil.example' }), 401, /another address/)
    const other = await alice.authorization(`${world.url}/nip96`, 'PUT')
    await expectRefusal(await post({ authorization: other }), 401, /not for POST/)
  })

  test('a file that was not signed for', async () => {
    const answer = await alice.ask('/nip96', 'POST', formWith(png(100)), sha256(png(5)))
    await expectRefusal(answer, 403, /does not name this file in its payload tag/)
  })

  test('forms without a file, with another field’s file, with two files, with too much else', async () => {
    const two = formWith(png(100))
    two.append('file', new Blob(['more']), 'more.txt')
    const much = new FormData()
    for (let count = 0; count < 40; count++) much.append(`field${count}`, 'a')
    const long = formWith(png(100), { caption: 'a'.repeat(20_000) })
    const none = new FormData()
    none.append('caption', 'nothing')
    await expectRefusal(await alice.ask('/nip96', 'POST', none), 400, /field named file/)
    const other = formWith(png(100), {}, { name: 'picture' })
    await expectRefusal(await alice.ask('/nip96', 'POST', other), 400, /field named file/)
    for (const form of [two, much, long])
      await expectRefusal(await alice.ask('/nip96', 'POST', form), 400, /few fields/)
    await expectRefusal(await alice.ask('/nip96', 'POST', formWith(png(100), { size: 'big' })), 400, /size/)
    await expectRefusal(await alice.ask('/nip96', 'POST', formWith(new Uint8Array())), 400, /empty/)
  })

  test.each([
    ['application/json', '{}'],
    ['multipart/form-data', 'no boundary'],
    ['multipart/form-data; boundary=x', 'something else'],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc'],
  ])('a body of %s: %s', async (type, body) => {
    const url = `${world.url}/nip96`
    const headers = { authorization: await alice.authorization(url, 'POST'), 'content-type': type }
    await expectRefusal(await fetch(url, { method: 'POST', headers, body }), 400, /form/)
  })

  test("applies Blossom's limits on size, type, quota and key, with the NIP's statuses (SAVE-15)", async () => {
    await expectRefusal(await alice.ask('/nip96', 'POST', formWith(png(1024 * 1024 + 1))), 413, /too large/)
    await expectRefusal(await alice.ask('/nip96', 'POST', formWith(png(10), { size: '9999999' })), 413, /too large/)
    world.policy.judge = ({ mime }) =>
      mime === 'image/png' ? { reason: 'no PNG here', status: 415, cause: 'media-type' } : null
    await expectRefusal(await alice.ask('/nip96', 'POST', formWith(png(100), {}, { type: '' })), 400, /no PNG/)
    world.policy.judge = ({ pubkey }) =>
      pubkey === alice.pubkey ? { reason: 'blocked: you', status: 403, cause: 'blocked' } : null
    await expectRefusal(await alice.ask('/nip96', 'POST', formWith(png(100))), 403, /blocked/)
    world.policy.judge = () => null
    world.limits.fileLimits = { ...(await currentLimits()), free: { total: '1 MB', files: 0, maxfile: '' } }
    await expectRefusal(await alice.ask('/nip96', 'POST', formWith(png(100))), 403, /subscribe/)
  })

  test.each([
    ['before its file', '--x\r\nContent-Disposition: form-data; name="caption"\r\n\r\n'],
    ['after its file', '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc\r\n--x\r\n'],
  ])('to wait long for a form that is silent %s', async (_where, body) => {
    await world.close()
    world = await openMediaWorld({ limits: { idleMs: 200 } })
    const authorization = await alice.authorization(`${world.url}/nip96`, 'POST')
    const socket = connect(world.port, '127.0.0.1')
    socket.write(
      `POST /nip96 HTTP/1.1\r\nHost: 127.0.0.1:${world.port}\r\nAuthorization: ${authorization}\r\n` +
        `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 9999\r\n\r\n${body}`,
    )
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 408 [\s\S]*x-reason: The upload was too slow/)
    socket.destroy()
    await expectNothingKept()
  })

  test('to keep anything of an upload that breaks off', async () => {
    const url = `${world.url}/nip96`
    const head = async (bytes: number) =>
      `POST /nip96 HTTP/1.1\r\nHost: 127.0.0.1:${world.port}\r\nAuthorization: ${await alice.authorization(url, 'POST')}\r\n` +
      `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${bytes}\r\n\r\n`
    const part =
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n'
    const whole = Buffer.concat([Buffer.from(part), png(200_000), Buffer.from('\r\n--x--\r\n')])
    for (const cut of [10, part.length, part.length + 1, 100_000, whole.length - 12, whole.length - 4]) {
      const socket = connect(world.port, '127.0.0.1')
      socket.on('error', () => {})
      socket.write(await head(whole.length + 10))
      socket.write(whole.subarray(0, cut), () => setImmediate(() => socket.destroy()))
      await once(socket, 'close')
    }
    await expectNothingKept()
    expect((await alice.ask('/nip96', 'POST', formWith(png(100)))).status).toBe(201)
  })
})
