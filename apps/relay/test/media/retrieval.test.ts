import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type MediaWorld, openMediaWorld, person, png, sha256 } from './media-world.ts'

let world: MediaWorld
const alice = person()
const bob = person()
const bytes = png(1000)
const hash = sha256(bytes)

beforeAll(async () => {
  world = await openMediaWorld()
  await world.put(bytes, alice.header('upload', [hash]))
})
afterAll(() => world.close())

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${world.url}${path}`, { headers, method })
const body = async (answer: Response) => Buffer.from(await answer.arrayBuffer())
const remove = (name: string, header: string | null) =>
  get(`/${name}`, header ? { authorization: header } : {}, 'DELETE')

describe('missing files', () => {
  test.each([
    '/..%2f..%2f..%2fetc%2fpasswd',
    '/%2e%2e%2frelay.db',
    '/incoming',
    `/${hash}.`,
    `/${hash}%00.png`,
    `/${hash}.png%2f..%2f..`,
    `/${'0'.repeat(64)}`,
  ])('at %s', async path => {
    const answer = await get(path)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ code: 'not_found' })
  })

  test('by a path that climbs out of the folder unescaped', async () => {
    const socket = connect(world.port, '127.0.0.1')
    socket.end('GET /../../relay.db HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    const [first] = await once(socket, 'data')
    expect(String(first)).toMatch(/^HTTP\/1.1 404 /)
  })
})

test('GET gives the whole file with what caches and browsers need', async () => {
  const answer = await get(`/${hash}`)
  expect(answer.status).toBe(200)
  expect((await body(answer)).equals(bytes)).toBe(true)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'accept-ranges': 'bytes',
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-length': '1000',
    'content-type': 'image/png',
    'content-security-policy': expect.stringContaining('sandbox'),
    'cross-origin-resource-policy': 'cross-origin',
    etag: `"${hash}"`,
    'x-content-type-options': 'nosniff',
  })
})

test('GET and HEAD take the hash with or without an extension, for the whole file or a part (BLOSSOM-01)', async () => {
  for (const path of [`/${hash}`, `/${hash}.png`, `/${hash}.jpg`]) {
    expect((await body(await get(path))).equals(bytes), path).toBe(true)
    const part = await get(path, { range: 'bytes=10-19' })
    expect([part.status, part.headers.get('content-range')], path).toEqual([206, 'bytes 10-19/1000'])
    expect((await body(part)).equals(bytes.subarray(10, 20)), path).toBe(true)
    const head = await get(path, {}, 'HEAD')
    expect([head.status, head.headers.get('content-length'), await body(head)], path).toEqual([
      200,
      '1000',
      Buffer.alloc(0),
    ])
  }
})

test.each([`/${hash}.png`, `/${hash}.exe`, `/${hash.toUpperCase()}`])('the extension says nothing: %s', async path => {
  const answer = await get(path)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
})

test('returns the same headers without a body for HEAD, with any range (BLOSSOM-01)', async () => {
  const answer = await get(`/${hash}`, { range: 'bytes=0-9' }, 'HEAD')
  expect([answer.status, answer.headers.get('content-length')]).toEqual([200, '1000'])
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect(await body(answer)).toHaveLength(0)
  expect((await get(`/${'0'.repeat(64)}`, {}, 'HEAD')).status).toBe(404)
})

test.each([
  ['bytes=0-0', 0, 0],
  ['bytes=0-99', 0, 99],
  ['bytes=990-', 990, 999],
  ['bytes=500-99999', 500, 999],
  ['bytes=-1', 999, 999],
  ['bytes=-99999', 0, 999],
  ['BYTES=5-6', 5, 6],
])('a range of %s gives bytes %i to %i (BLOSSOM-01)', async (range, first, last) => {
  const answer = await get(`/${hash}`, { range })
  expect(answer.status).toBe(206)
  expect(answer.headers.get('content-range')).toBe(`bytes ${first}-${last}/1000`)
  expect(answer.headers.get('content-length')).toBe(String(last - first + 1))
  expect((await body(answer)).equals(bytes.subarray(first, last + 1))).toBe(true)
})

test.each(['bytes=1000-', 'bytes=1000-2000', 'bytes=-0', 'bytes=99999999-'])(
  'refuses a range of %s (BLOSSOM-01)',
  async range => {
    const answer = await get(`/${hash}`, { range })
    expect(answer.status).toBe(416)
    expect(answer.headers.get('content-range')).toBe('bytes */1000')
    expect(answer.headers.get('content-type')).toMatch('application/json')
  },
)

test.each(['bytes=5-2', 'bytes=-', 'bytes=a-b', 'lines=1-2', 'bytes=0-1,5-6', 'bytes', ''])(
  'a range of %j is not understood and the whole is sent',
  async range => {
    const answer = await get(`/${hash}`, { range })
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, '1000'])
  },
)

test('returns 304 to a client that has the file', async () => {
  for (const tag of [`"${hash}"`, `W/"${hash}"`, `"x", "${hash}"`, '*']) {
    const answer = await get(`/${hash}`, { 'if-none-match': tag })
    expect([answer.status, answer.headers.get('etag')]).toEqual([304, `"${hash}"`])
  }
  expect((await get(`/${hash}`, { 'if-none-match': '"other"' })).status).toBe(200)
})

test('a range is honoured only if the file is still the one that the client has part of', async () => {
  expect((await get(`/${hash}`, { range: 'bytes=0-9', 'if-range': `"${hash}"` })).status).toBe(206)
  expect((await get(`/${hash}`, { range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200)
  expect((await get(`/${hash}`, { range: 'bytes=0-9', 'if-range': `W/"${hash}"` })).status).toBe(200)
})

test.each([
  ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  [undefined, '<?xml version="1.0"?><!-- c --><svg><script>alert(1)</script></svg>'],
  ['text/html', '<!doctype html><script>alert(1)</script>'],
  ['image/png', '<html><script>alert(1)</script>'],
  ['text/plain', '\n <!-- x --><script>alert(1)</script>'],
  ['application/xhtml+xml', '<html xmlns="http://www.w3.org/1999/xhtml"/>'],
  ['text/xml', '<?xml version="1.0"?><?xml-stylesheet href="x.xsl"?><a/>'],
  ['application/pdf', '%PDF-1.7 …'],
  ['text/javascript', 'alert(1)'],
  ['text/html', 'no markup at all'],
])('never serves active content called %s inline: %s', async (type, text) => {
  const file = Buffer.from(text)
  const headers: Record<string, string> = type ? { 'content-type': type } : {}
  expect((await world.put(file, alice.header('upload', [sha256(file)]), headers)).status).toBe(201)
  const answer = await get(`/${sha256(file)}`)
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; /)
  expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
})

describe('serves a polyglot file as its harmless type, or as an attachment', () => {
  const script = '<script>alert(1)</script>'
  const head = (hex: string) => Buffer.from(hex, 'hex')
  const gif = Buffer.from('GIF89a', 'latin1')
  const jpeg = head('ffd8ffe000104a46494600')
  const pngHead = head('89504e470d0a1a0a0000000d49484452')
  const joined = (...parts: (Buffer | string)[]) =>
    Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
  test.each([
    ['a GIF that is a script', joined(gif, `=1;/*${script}*/`), 'text/javascript', 'image/gif'],
    ['a GIF that is called a page', joined(gif, script), 'text/html', 'image/gif'],
    ['a JPEG with a page in its comment', joined(jpeg, `<html>${script}`), 'text/html', 'image/jpeg'],
    ['a PNG with a zip behind it', joined(pngHead, 'PK\x03\x04'), 'application/zip', 'image/png'],
    ['a zip that is called a picture', joined('PK\x03\x04', script), 'image/png', null],
    ['a JAR that is called a film', joined('PK\x03\x04META-INF/'), 'video/mp4', null],
    ['a PDF that is called a picture', joined('%PDF-1.7 /JS(app.alert(1))'), 'image/jpeg', null],
    ['UTF-7', Buffer.from('+ADw-script+AD4-alert(1)+ADw-/script+AD4-'), 'text/html; charset=utf-7', null],
    ['UTF-7 that is called plain', Buffer.from('+ADw-script+AD4-alert(2)'), 'text/plain; charset=utf-7', 'text/plain'],
    ['a page in UTF-16', Buffer.from(`\ufeff${script}`, 'utf16le'), 'text/html', null],
    ['a page behind blanks', Buffer.from(`${' \n'.repeat(400)}<html>${script}`), 'image/webp', null],
    ['a drawing behind a declaration', Buffer.from(`<?xml version="1.0"?><svg>${script}</svg>`), 'image/png', null],
    ['a drawing, compressed', joined(head('1f8b0800'), 'svgz'), 'image/svg+xml', null],
    ['a page in a parameter', Buffer.from(`a ${script}`), 'image/png; x="text/html"', null],
    ['a multipart message', Buffer.from(`--x\r\nContent-Type: text/html\r\n\r\n${script}`), 'multipart/related', null],
    ['a page archive', Buffer.from(`MIME-Version: 1.0\r\n${script}`), 'message/rfc822', null],
  ])('%s', async (_what, file, claimed, shown) => {
    const header = alice.header('upload', [sha256(file)])
    expect((await world.put(file, header, { 'content-type': claimed })).status).toBe(201)
    for (const path of [`/${sha256(file)}`, `/${sha256(file)}.html`]) {
      const { headers } = await get(path)
      const type = headers.get('content-type')
      expect(type).not.toMatch(/charset|,/)
      if (shown) expect(type).toBe(shown)
      expect(headers.get('content-disposition')).toMatch(shown ? /^inline; / : /^attachment; /)
      expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })
})

test('plain text keeps its type', async () => {
  const file = Buffer.from('hello, wörld')
  await world.put(file, alice.header('upload', [sha256(file)]), { 'content-type': 'text/markdown; charset=utf-8' })
  expect((await get(`/${sha256(file)}`)).headers.get('content-type')).toBe('text/markdown')
})

test.each([
  ['/upload', 'HEAD, PUT, OPTIONS'],
  ['/mirror', 'PUT, OPTIONS'],
  [`/${hash}`, 'GET, HEAD, DELETE, OPTIONS'],
  [`/list/${alice.pubkey}`, 'GET, HEAD, OPTIONS'],
])('%s names its own methods, so that clients recognise what is supported', async (path, methods) => {
  expect((await get(path, {}, 'OPTIONS')).headers.get('allow')).toBe(methods)
})

test.each([
  ['POST', '/upload', 'HEAD, PUT, OPTIONS'],
  ['GET', '/mirror', 'PUT, OPTIONS'],
  ['GET', '/media', 'HEAD, PUT, OPTIONS'],
  ['PUT', `/${hash}`, 'GET, HEAD, DELETE, OPTIONS'],
  ['DELETE', `/list/${alice.pubkey}`, 'GET, HEAD, OPTIONS'],
])('refuses %s %s as a method that is not supported there, and names those that are', async (method, path, methods) => {
  const answer = await get(path, {}, method)
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, methods])
  expect(answer.headers.get('x-reason')).toBe(`This address takes ${methods}`)
})

test('allows every supported method in a preflight', async () => {
  for (const path of ['/upload', `/${hash}`, `/list/${alice.pubkey}`]) {
    const answer = await get(path, { origin: 'https://app.example', 'access-control-request-method': 'PUT' }, 'OPTIONS')
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-headers')).toBe('Authorization, *')
    expect(answer.headers.get('access-control-allow-methods')).toBe(answer.headers.get('allow'))
    expect(answer.headers.get('access-control-expose-headers')).toMatch(/^Allow\b/)
    expect(answer.headers.get('access-control-max-age')).toBe('86400')
  }
})

test('urls are those of the configured public address', async () => {
  const elsewhere = await openMediaWorld({ publicUrl: 'wss://relay.example/' })
  const answer = await elsewhere.put(bytes, alice.header('upload', [hash]))
  expect(await answer.json()).toMatchObject({ url: `https://relay.example/${hash}.png` })
  await elsewhere.close()
})

describe('deleting', () => {
  test('is refused to strangers, without a name, with another verb and for another file (BLOSSOM-02)', async () => {
    expect((await remove(hash, null)).status).toBe(401)
    expect((await remove(hash, bob.header('delete', [hash]))).status).toBe(403)
    expect((await remove(hash, alice.header('upload', [hash]))).status).toBe(403)
    expect((await remove(hash, alice.header('delete', [sha256(png(3))]))).status).toBe(403)
    expect((await remove(hash, alice.header('delete', []))).status).toBe(403)
    expect((await remove('0'.repeat(64), alice.header('delete', ['0'.repeat(64)]))).status).toBe(404)
    expect((await get(`/${hash}`)).status).toBe(200)
  })

  test("removes a shared file when its last owner deletes it, and only the path's file (BLOSSOM-02)", async () => {
    const file = png(300)
    const other = png(301)
    const name = sha256(file)
    for (const owner of [alice, bob]) await world.put(file, owner.header('upload', [name]))
    await world.put(other, alice.header('upload', [sha256(other)]))
    expect((await remove(name, alice.header('delete', [name, sha256(other)]))).status).toBe(200)
    expect((await get(`/${name}`)).status).toBe(200)
    expect((await get(`/${sha256(other)}`)).status).toBe(200)
    expect((await remove(name, alice.header('delete', [name]))).status).toBe(403)
    expect((await remove(name, bob.header('delete', [name]))).status).toBe(200)
    expect((await get(`/${name}`)).status).toBe(404)
  })

  test('an authorization works once, also after a restart: replayed, it takes no file that was brought again', async () => {
    const file = png(400)
    const name = sha256(file)
    const header = alice.header('delete', [name])
    await world.put(file, alice.header('upload', [name]))
    expect((await remove(name, header)).status).toBe(200)
    const again = (template: { content: string }) => {
      template.content = 'again'
    }
    await world.put(file, alice.header('upload', [name], again))
    expect((await remove(name, header)).status).toBe(403)
    await world.restart()
    expect((await remove(name, header)).status).toBe(403)
    expect((await get(`/${name}`)).status).toBe(200)
  })

  test('refuses authorizations for another server, with any Host, and those for more than a day (BLOSSOM-07)', async () => {
    const file = png(401)
    const name = sha256(file)
    await world.put(file, alice.header('upload', [name]))
    const elsewhere = alice.header('delete', [name], ({ tags }) => void tags.push(['server', 'evil.example']))
    const headers = { authorization: elsewhere, host: 'evil.example' }
    expect((await get(`/${name}`, headers, 'DELETE')).status).toBe(403)
    const long = alice.header('delete', [name], ({ tags }) => {
      const expiration = tags.find(([key]) => key === 'expiration')
      if (expiration) expiration[1] = String(Math.floor(Date.now() / 1000) + 2 * 24 * 60 * 60)
    })
    expect((await remove(name, long)).status).toBe(401)
    expect((await get(`/${name}`)).status).toBe(200)
  })

  test('lets the operator delete a file of any owner', async () => {
    const file = png(500)
    await world.put(file, bob.header('upload', [sha256(file)]))
    expect(await world.media.service.remove(sha256(file))).toBe(true)
    expect(await world.media.service.remove(sha256(file))).toBe(false)
    expect((await get(`/${sha256(file)}`)).status).toBe(404)
  })
})

describe('listing', () => {
  const carol = person()
  const files = Array.from({ length: 7 }, (_, index) => png(600 + index))
  type Descriptor = { sha256: string; uploaded: number }
  const list = async (query: string) => (await (await get(`/list/${carol.pubkey}?${query}`)).json()) as Descriptor[]

  beforeEach(async () => {
    for (const file of files) await world.put(file, carol.header('upload', [sha256(file)]))
    // Uploads a minute apart, without waiting.
    for (const [index, file] of files.entries())
      world.database.transact(tx =>
        tx.run(
          'UPDATE file_owners SET uploaded_at = ? WHERE hash = ?',
          1000 + Math.floor(index / 2) * 60,
          sha256(file),
        ),
      )
  })

  test('refuses invalid keys, cursors and numbers', async () => {
    expect((await get('/list/npub1xyz')).status).toBe(400)
    expect((await get(`/list/${carol.pubkey}?cursor=abc`)).status).toBe(400)
    expect((await get(`/list/${carol.pubkey}?cursor=${hash}`)).status).toBe(400)
    expect((await get(`/list/${carol.pubkey}?since=yesterday`)).status).toBe(400)
    expect((await get(`/list/${carol.pubkey}?limit=-1`)).status).toBe(400)
  })

  test('names everything of the owner and nothing of others, newest first (BLOSSOM-02)', async () => {
    const all = await list('')
    expect(all.map(file => file.sha256).sort()).toEqual(files.map(sha256).sort())
    expect(all.map(file => file.uploaded)).toEqual([1180, 1120, 1120, 1060, 1060, 1000, 1000])
    expect(await (await get(`/list/${person().pubkey}`)).json()).toEqual([])
  })

  test('keeps to since and until, both included (BLOSSOM-02)', async () => {
    expect((await list('since=1060&until=1120')).map(file => file.uploaded)).toEqual([1120, 1120, 1060, 1060])
  })

  test('continues after a cursor over files of the same second, until the end', async () => {
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const page = await list(`limit=3${cursor}`)
      if (page.length === 0) break
      seen.push(...page.map(file => file.sha256))
      cursor = `&cursor=${seen.at(-1)}`
    }
    expect(seen).toEqual((await list('')).map(file => file.sha256))
  })
  test('continues after a cursor whose file was deleted, and reaches each file once', async () => {
    const before = (await list('')).map(file => file.sha256)
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const page = (await list(`limit=2${cursor}`)).map(file => file.sha256)
      if (page.length === 0) break
      for (const name of page) expect((await remove(name, carol.header('delete', [name]))).status).toBe(200)
      seen.push(...page)
      cursor = `&cursor=${page.at(-1)}`
    }
    expect(seen).toEqual(before)
    expect(await list('')).toEqual([])
  })

  test("refuses a cursor that names another owner's deleted file", async () => {
    const file = png(700)
    await world.put(file, bob.header('upload', [sha256(file)]))
    await remove(sha256(file), bob.header('delete', [sha256(file)]))
    expect((await get(`/list/${bob.pubkey}?cursor=${sha256(file)}`)).status).toBe(200)
    expect((await get(`/list/${carol.pubkey}?cursor=${sha256(file)}`)).status).toBe(400)
  })

  test('remembers 100,000 deleted files and forgets the oldest', () => {
    const count = () =>
      world.database.transact(tx => tx.get<{ n: number }>('SELECT count(*) AS n FROM file_cursors'))?.n
    world.database.transact(tx => {
      tx.run('DELETE FROM file_cursors')
      tx.run(`INSERT INTO file_cursors (hash, pubkey, uploaded_at)
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) SELECT i, 'x', 1 FROM n`)
    })
    expect(count()).toBe(100_000)
    world.database.transact(tx => {
      tx.run(`INSERT INTO files (hash, mime, bytes, received_at) VALUES ('gone', 'image/png', 1, 1)`)
      tx.run(`INSERT INTO file_owners (hash, pubkey, uploaded_at) VALUES ('gone', 'x', 1)`)
      tx.run(`DELETE FROM files WHERE hash = 'gone'`)
    })
    expect(count()).toBe(100_000)
    expect(world.database.transact(tx => tx.get(`SELECT 1 FROM file_cursors WHERE hash = '1'`))).toBeUndefined()
    expect(world.database.transact(tx => tx.get(`SELECT 1 FROM file_cursors WHERE hash = 'gone'`))).toBeDefined()
  })
})
