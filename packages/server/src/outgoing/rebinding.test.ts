import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { GuardedRequests } from './guarded-requests.ts'
import { openDnsDouble } from './testing/dns-double.ts'
import { directWayOut } from './way-out.ts'

/** The test's public internet is one address of this machine; the operator's network is another. */
const [outside, inside] = ['127.0.0.1', '127.0.0.2']
const answers: Record<string, (time: number) => readonly string[]> = {
  'rebinding.example': time => [time === 1 ? outside : inside],
  'both.example': () => [outside, inside],
  'inside.example': () => [inside],
}

const reached: string[] = []
const server = createServer((request, response) => {
  reached.push(request.socket.localAddress ?? '')
  response.end('secret')
})
let dns: Awaited<ReturnType<typeof openDnsDouble>>
beforeAll(async () => {
  server.listen(0, '0.0.0.0')
  await once(server, 'listening')
  dns = await openDnsDouble((name, time) => answers[name]?.(time) ?? [])
  dns.takeOver()
})
afterAll(async () => {
  await dns.close()
  server.close()
})

const requests = new GuardedRequests({ wayOut: directWayOut, allows: address => address === outside })
const open = (name: string) => {
  const { port } = server.address() as AddressInfo
  return requests.open(new URL(`http://${name}:${port}/`), { headers: {}, headMs: 5000 })
}

it('connects to the address that was checked, though the name leads inside when it is asked again', async () => {
  const answer = await open('rebinding.example')
  expect([answer.statusCode, answer.socket.remoteAddress, dns.asked.get('rebinding.example')]).toEqual([
    200,
    outside,
    1,
  ])
  answer.resume()
  await expect(open('rebinding.example')).rejects.toMatchObject({ code: 'private' })
  expect([reached, dns.asked.get('rebinding.example')]).toEqual([[outside], 2])
})

it.each(['both.example', 'inside.example'])(
  'does not connect if any address of the name is inside: %s (BLOSSOM-03)',
  async name => {
    const before = reached.length
    await expect(open(name)).rejects.toMatchObject({ code: 'private' })
    expect(reached).toHaveLength(before)
  },
)
