import { hash } from 'node:crypto'
import { adminEndpoints } from '@hornets/contract/admin'
import { type Endpoint as Call, mayCall } from '@hornets/contract/endpoint'
import { writer } from '../../nostr/signed-event.ts'
import { seededRandom } from '../../peer/row.ts'
import { mutate } from '../mutate.ts'

export interface DoorRequest {
  readonly to: 'public' | 'admin'
  readonly bytes: Buffer
  readonly call: string
  /** It would be an error to answer it with success. */
  readonly isForbidden: boolean
}

type Pick = (end: number) => number
interface Drawn {
  readonly method: string
  readonly path: string
  readonly headers?: readonly string[]
  readonly body?: string
}

const authors = Array.from({ length: 8 }, (_, at) => writer(`fuzz door ${at}`))
const odd = [
  ...[
    '',
    '0',
    '-1',
    '1e999',
    'null',
    'true',
    '__proto__',
    '\u0000',
    '%00',
    '../..',
    '\u202e',
    "' OR 1=1 --",
    '<script>',
  ],
  '9'.repeat(400),
  'a'.repeat(64),
  'f'.repeat(63),
  '💥'.repeat(50),
  '[]',
  '{}',
  '2026-02-30T00:00:00Z',
]
const tree: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  2 ** 53,
  [],
  {},
  [null],
  { a: {} },
  ...odd,
  Array(500).fill('x'),
]
const one = <Item>(list: readonly Item[], pick: Pick): Item | undefined => list[pick(list.length)]
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64')

/** A signed authorization, sometimes damaged or for something else. */
function signed(pick: Pick, seed: number, kind: number, tags: string[][]): string {
  const created_at = Math.floor(Date.now() / 1000) - (pick(8) === 0 ? 100_000 : 1)
  const some = pick(6) === 0 ? tags.slice(0, pick(tags.length)) : tags
  const event = one(authors, pick)?.write({ kind, tags: some, created_at, content: 'fuzz' }) ?? ''
  const text = pick(6) === 0 ? mutate(event, seed) : event
  return `Authorization: Nostr ${base64(text)}`
}

function blossom(pick: Pick, seed: number): Drawn {
  const body = (one(odd, pick) ?? '').repeat(1 + pick(40))
  const sha256 = pick(5) === 0 ? 'ab'.repeat(32) : hash('sha256', body)
  const verb = one(['upload', 'media', 'delete', 'get', 'list', ''], pick) ?? ''
  const expiration = String(Math.floor(Date.now() / 1000) + 600)
  const tags = [
    ['t', verb],
    ['expiration', expiration],
    ['x', sha256],
    ['server', one(odd, pick) ?? ''],
  ].slice(0, 3 + pick(2))
  const authorization = signed(pick, seed, 24_242, tags)
  const typed = [`X-SHA-256: ${sha256}`, `X-Content-Length: ${one(['5', '-5', '1e9', body.length], pick)}`]
  const type = `Content-Type: ${one(['image/png', 'text/html', 'video/mp4', 'a/b; c=d', ''], pick)}`
  const report = one(authors, pick)?.write({
    kind: 1984,
    tags: [['x', sha256, 'spam'], ...tags],
    content: body.slice(0, 50),
  })
  const url = JSON.stringify({ url: one(['http://127.0.0.1/', 'file:///etc/passwd', 'https://[::1]/a', ...odd], pick) })
  return (
    one<Drawn>(
      [
        { method: 'PUT', path: '/upload', headers: [authorization, type, ...typed.slice(pick(3))], body },
        { method: 'PUT', path: '/media', headers: [authorization, type, ...typed.slice(pick(3))], body },
        { method: 'HEAD', path: one(['/upload', '/media'], pick) ?? '', headers: [authorization, type, ...typed] },
        { method: 'PUT', path: '/mirror', headers: [authorization], body: url },
        {
          method: 'PUT',
          path: '/report',
          body: pick(3) === 0 ? mutate(report ?? '', seed).toString() : (report ?? ''),
        },
        { method: 'DELETE', path: `/${sha256}`, headers: [authorization] },
        { method: 'GET', path: `/${sha256}${one(['', '.png', '.', '.%00'], pick)}`, headers: ['Range: bytes=0-'] },
        {
          method: 'GET',
          path: `/list/${authors[0]?.pubkey}?since=${one(['0', 'x', '-1'], pick)}&limit=${one(['5', '0', 'x'], pick)}`,
        },
      ],
      pick,
    ) ?? { method: 'GET', path: '/' }
  )
}

const nip96Path = '/nip96'

function nip96(pick: Pick, seed: number, host: string): Drawn {
  const method = one(['POST', 'GET', 'DELETE'], pick) ?? 'GET'
  const path = method === 'DELETE' ? `${nip96Path}/${'ab'.repeat(32)}` : nip96Path
  const authorization = signed(pick, seed, 27_235, [
    ['u', `http://${host}${path}`],
    ['method', method],
  ])
  if (method !== 'POST')
    return {
      method,
      path: `${path}?page=${one(['0', '-1', 'x'], pick)}&count=${one(['1', '99999999', ''], pick)}`,
      headers: [authorization],
    }
  const part = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const file = `--b\r\nContent-Disposition: form-data; name="file"; filename="${one(odd, pick)}"\r\nContent-Type: image/png\r\n\r\n${one(odd, pick)}\r\n`
  const form = `${part('alt', one(odd, pick) ?? '')}${part('size', one(odd, pick) ?? '')}${file}--b--\r\n`
  const body = pick(3) === 0 ? mutate(form, seed).toString() : form
  return { method, path, headers: [authorization, 'Content-Type: multipart/form-data; boundary=b'], body }
}

function subscribe(pick: Pick, seed: number, host: string): Drawn {
  const account = '/subscribe/account'
  const token = `Authorization: Bearer ${pick(2) === 0 ? 'a'.repeat(43) : one(odd, pick)}`
  const authorization = signed(pick, seed, 27_235, [
    ['u', `http://${host}${account}`],
    ['method', 'GET'],
  ])
  const word = encodeURIComponent(one(odd, pick) ?? '')
  const json = JSON.stringify({
    address: one(tree, pick),
    language: one(['en', 'de', 'x', 1], pick),
    code: one(tree, pick),
  })
  return (
    one<Drawn>(
      [
        {
          method: 'GET',
          path: '/subscribe',
          headers: [`Accept-Language: ${one(['de', 'en;q=x', '*', ...odd.slice(0, 5)], pick)}`],
        },
        { method: 'GET', path: account, headers: [pick(3) === 0 ? token : authorization] },
        { method: 'POST', path: `/subscribe/invoice?tier=${word}`, headers: [token] },
        { method: 'GET', path: `/subscribe/invoice?payment_hash=${word}`, headers: [token] },
        { method: one(['POST', 'DELETE'], pick) ?? '', path: '/subscribe/mail', headers: [token], body: json },
        { method: 'POST', path: '/subscribe/mail/confirm', headers: [token], body: json },
        { method: one(['GET', 'POST'], pick) ?? '', path: `/subscribe/stop/${word}` },
      ],
      pick,
    ) ?? { method: 'GET', path: '/subscribe' }
  )
}

/** These end the viewer's session. */
const endsSession = /session|log-?out/
const calls = adminEndpoints.filter(
  ({ access, method, path }) => access === 'session' && (method === 'GET' || !endsSession.test(path)),
)

function membersOf(schema: unknown): string[] {
  const shape = (schema as { shape?: object; def?: { shape?: object } } | undefined)?.shape
  return Object.keys(shape ?? {})
}

function admin(pick: Pick, token: string): { drawn: Drawn; call: Call } | null {
  const call = one(calls, pick)
  if (!call) return null
  const path = call.path.replace(/:\w+/g, () => encodeURIComponent(one([...odd, 'general', '1'], pick) || 'x'))
  const query = membersOf(call.query).filter(() => pick(2) === 0)
  const search = query.map(name => `${name}=${encodeURIComponent(one([...odd, '1', 'all'], pick) ?? '')}`).join('&')
  const body = Object.fromEntries(
    membersOf(call.body)
      .filter(() => pick(4) > 0)
      .map(name => [name, one(tree, pick)]),
  )
  const json = pick(8) === 0 ? JSON.stringify(one(tree, pick)) : JSON.stringify(body)
  const headers = [`Authorization: Bearer ${token}`, 'Content-Type: application/json']
  return {
    call,
    drawn: { method: call.method, path: `${path}?${search}`, headers, ...(call.method !== 'GET' && { body: json }) },
  }
}

/** A request to Blossom, NIP-96, `/subscribe`, or by a viewer to the admin API; the same for the same seed and minute. */
export function doorRequest(
  seed: number,
  { host, adminHost, token }: { host: string; adminHost: string; token: string },
): DoorRequest {
  const pick = seededRandom(seed)
  const door = pick(8)
  const viewers = door >= 4 ? admin(pick, token) : null
  if (viewers)
    return {
      to: 'admin',
      bytes: written(viewers.drawn, adminHost),
      call: `${viewers.call.method} ${viewers.call.path}`,
      isForbidden: !mayCall('viewer', viewers.call),
    }
  const drawn = door < 2 ? blossom(pick, seed) : door === 2 ? nip96(pick, seed, host) : subscribe(pick, seed, host)
  return {
    to: 'public',
    bytes: written(drawn, host),
    call: `${drawn.method} ${drawn.path.split('?')[0]}`,
    isForbidden: false,
  }
}

function written({ method, path, headers = [], body = '' }: Drawn, host: string): Buffer {
  const length = method === 'GET' || method === 'HEAD' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...headers, ...length]
  return Buffer.concat([
    Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'),
    Buffer.from(length.length > 0 ? body : ''),
  ])
}
