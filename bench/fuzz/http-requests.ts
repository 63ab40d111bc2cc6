import { seededRandom } from '../peer/row.ts'

const methods = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'CONNECT', 'BREW', 'get', '']
const paths = [
  '/',
  '//',
  '/upload',
  '/mirror',
  '/report',
  '/media',
  `/${'ab'.repeat(32)}`,
  `//${'ab'.repeat(32)}.png`,
  '/../../etc/passwd',
  '/%2e%2e/%2e%2e/relay.db',
  '/%00',
  '/%',
  '/%ff%fe',
  `/list/${'cd'.repeat(32)}`,
  '/list/',
  '/?a=1&a=2',
  '*',
  'http://evil.example/',
  `/${'a'.repeat(9000)}`,
  '/list/__proto__',
  '/upload?%',
  '/\t',
  '/.well-known/nostr.json?name=_',
  '/healthz',
]
const headers = [
  'Host: relay',
  'Host: evil.example',
  'Host:',
  'Host: a\r\nHost: b',
  'Accept: application/nostr+json',
  'Accept: */*;q=broken',
  'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 7',
  'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings',
  'Authorization: Nostr e30=',
  `Authorization: Nostr ${'A'.repeat(6000)}`,
  'Authorization: Bearer x',
  'Authorization: Nostr',
  'Content-Length: 5',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Content-Length: 5\r\nContent-Length: 6',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nContent-Length: 5',
  'Transfer-Encoding: xchunked',
  'Expect: 100-continue',
  'Range: bytes=0-',
  'Range: bytes=-1',
  'Range: bytes=5-1,9-,-',
  'Range: bytes=0-0,1-1,2-2,3-3',
  'If-None-Match: *',
  'If-Modified-Since: never',
  'Content-Type: image/png',
  'Content-Type: \u0001',
  'X-SHA-256: zz',
  'X-Content-Length: -5',
  'X-Forwarded-For: 127.0.0.1',
  'Origin: null',
  `X-Long: ${'x'.repeat(20_000)}`,
  ...Array.from({ length: 2 }, (_, at) => `X-${at}: ${'y'.repeat(100)}\r\n`.repeat(150).trimEnd()),
  'Bad Header: 1',
  ': empty',
  'X: \u0000',
]
const bodies = [
  '',
  'hello',
  '5\r\nhello\r\n0\r\n\r\n',
  'ffffffff\r\n',
  '0\r\n\r\nGET / HTTP/1.1\r\n\r\n',
  '\u0000'.repeat(100),
  '-5\r\n',
]

/** A hostile HTTP request as bytes, the same for the same seed. */
export function httpRequest(seed: number): Buffer {
  const pick = seededRandom(seed)
  const one = (list: readonly string[]) => list[pick(list.length)] ?? ''
  const version = pick(12) === 0 ? one(['HTTP/1.0', 'HTTP/2.0', 'HTTP/9', 'ICY', '']) : 'HTTP/1.1'
  const named = Array.from({ length: pick(5) }, () => one(headers))
  const lines = [`${one(methods)} ${one(paths)} ${version}`, ...(pick(6) === 0 ? [] : ['Host: relay']), ...named]
  return Buffer.from(`${lines.join(pick(20) === 0 ? '\n' : '\r\n')}\r\n\r\n${one(bodies)}`, 'latin1')
}
