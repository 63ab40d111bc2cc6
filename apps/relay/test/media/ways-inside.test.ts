import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inTemporaryFolder } from '@hornets/server/disk/temporary-folder'
import { openDnsDouble } from '@hornets/server/outgoing/testing/dns-double'
import { directWayOut } from '@hornets/server/outgoing/way-out'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MediaReader } from '../../src/judges/media-reader.ts'
import { RemoteFiles } from '../../src/media/library/uploads/remote-file.ts'

/** The test's public internet is one address of this machine; everything else on it is inside. */
const outside = '127.0.0.1'
const names: Record<string, (time: number) => readonly string[]> = {
  'inside.example': () => ['127.0.0.2'],
  'both.example': () => [outside, '127.0.0.2'],
  'changing.example': time => [time === 1 ? outside : '127.0.0.2'],
}

const hosts = {
  decimal: ['2130706434', '2130706434.', '127.2', '127.0.2'],
  octal: ['0177.0.0.2', '0177.0000.0000.0002', '017700000002'],
  hexadecimal: ['0x7f.0.0.2', '0x7f000002', '127.0x0.0.2'],
  'other writing': ['127.0.0.2.', '%31%32%37.0.0.2', '１２７.0.0.2', '①②⑦.0.0.2', '127。0。0。2'],
  'IPv6 around IPv4': [
    '[::ffff:127.0.0.2]',
    '[::ffff:7f00:2]',
    '[0:0:0:0:0:ffff:7f00:2]',
    '[::127.0.0.2]',
    '[64:ff9b::7f00:2]',
    '[2002:7f00:2::1]',
  ],
  IPv6: ['[::1]', '[::]', '[fe80::1]', '[fc00::1]'],
  'special ranges': ['0.0.0.0', '0', '10.0.0.1', '172.16.0.1', '192.168.0.1', '169.254.169.254', '100.64.0.1'],
  names: ['localhost', 'localhost.', 'relay.localhost', 'inside.example', 'both.example'],
}
const schemes = ['file:///etc/passwd', 'ftp://127.0.0.1/a.png', 'gopher://127.0.0.1/', 'data:image/png;base64,aaaa']
const targets = ['127.0.0.2', '0177.0.0.2', '[::ffff:127.0.0.2]', 'inside.example', 'localhost']

let port = 0
const reached: string[] = []
const server = createServer((request, response) => {
  const { localAddress = '' } = request.socket
  if (localAddress.replace('::ffff:', '') !== outside) reached.push(`${localAddress} ${request.url}`)
  const to = new URL(request.url ?? '/', 'http://x').searchParams.get('to')
  if (to === null) response.end('seen')
  else response.writeHead(302, { location: to }).end()
})
let dns: Awaited<ReturnType<typeof openDnsDouble>>
const readerOf = (allows?: (address: string) => boolean) =>
  new MediaReader({ open: async () => null }, new RemoteFiles({ wayOut: directWayOut, allows }))
const reader = readerOf(address => address === outside)
const usual = readerOf()
const read = (url: string, by = reader) =>
  inTemporaryFolder('', 'media', async folder => readFile((await by.fetched(url, 2000, folder)).path, 'utf8'))

beforeAll(async () => {
  server.listen(0, '::')
  await once(server, 'listening')
  ;({ port } = server.address() as AddressInfo)
  dns = await openDnsDouble((name, time) => names[name]?.(time) ?? [])
  dns.takeOver()
})
afterAll(async () => {
  await dns.close()
  server.close().closeAllConnections()
})

const at = (host: string) => `http://${host}:${port}/a.png`
const through = (to: string) => `${at(outside)}?to=${encodeURIComponent(to)}`

it('fetches nothing from inside by fifty ways to write an address or to redirect there (MODERATE-08, MODERATE-09)', async () => {
  expect(await read(at(outside))).toBe('seen')
  const ways = [
    ...Object.values(hosts).flat().map(at),
    ...schemes,
    `http://user:secret@${outside}:${port}/a.png`,
    `http://${outside}@127.0.0.2:${port}/a.png`,
    ...targets.map(host => through(at(host))),
    through('file:///etc/passwd'),
    through(`//127.0.0.2:${port}/a.png`),
    through(through(at('127.0.0.2'))),
  ]
  expect(ways.length).toBeGreaterThanOrEqual(50)
  const fetched = await Promise.all(
    ways.map(way =>
      read(way).then(
        () => [way],
        () => [],
      ),
    ),
  )
  expect(fetched.flat()).toEqual([])
  expect(reached).toEqual([])
  const inside = [outside, '127.0.0.2', '10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1']
  const more = ['169.254.169.254', '100.64.0.1', '[::1]', '[fc00::1]', '[fe80::1]', '[::ffff:10.0.0.1]', 'localhost']
  for (const host of [...inside, ...more])
    await expect(read(`http://${host}/a.png`, usual), host).rejects.toThrow('The address leads to a private network')
})

it('fetches nothing from inside when a name leads there the second time', async () => {
  expect(await read(at('changing.example'))).toBe('seen')
  await expect(read(at('changing.example'))).rejects.toThrow()
  expect(reached).toEqual([])
})
