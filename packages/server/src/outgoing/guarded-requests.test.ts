import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { GuardedRequests } from './guarded-requests.ts'
import { openSocksDouble } from './testing/socks-double.ts'
import { directWayOut, type GuardPolicy, WayOut } from './way-out.ts'

const usual: GuardPolicy = { ports: new Set([80, 443]), trustsProxy: false }
const open = (requests: GuardedRequests, address: string) =>
  requests.open(new URL(address), { headers: {}, headMs: 5000 })

async function throughProxy(options: { resolve?: (name: string) => string | null; policy?: GuardPolicy } = {}) {
  const server = createServer((request, response) => response.end(request.headers.host))
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  const { resolve, policy = usual } = options
  const proxy = await openSocksDouble({ route: () => ({ port }), ...(resolve && { resolve }) })
  onTestFinished(() => proxy.close())
  const requests = new GuardedRequests({ wayOut: new WayOut(proxy.url, policy) })
  return { proxy, requests }
}

it.each(['localhost', 'localhost.', 'router', 'router.', 'printer.local.', 'nas.lan.', 'a.home.arpa', '[::1]', '10.1'])(
  'a name of the local network is not called, not even through a proxy: %s (BLOSSOM-03)',
  async name => {
    const { proxy, requests } = await throughProxy({ policy: { ...usual, trustsProxy: true } })
    await expect(open(requests, `http://${name}/`)).rejects.toMatchObject({ code: 'private' })
    expect(proxy.calls).toEqual([])
  },
)

it.each(['127.0.0.1', '10.0.0.5', '192.168.1.1', '169.254.169.254', '100.64.0.1'])(
  'refuses a name for which the proxy finds an address inside: %s',
  async address => {
    const { proxy, requests } = await throughProxy({ resolve: () => address })
    await expect(open(requests, 'http://inside.example/')).rejects.toMatchObject({ code: 'private' })
    expect(proxy.calls).toEqual([])
  },
)

it('connects through the proxy to the address that was checked', async () => {
  const names: string[] = []
  const { proxy, requests } = await throughProxy({
    resolve: name => {
      names.push(name)
      return '93.184.215.14'
    },
  })
  const response = await open(requests, 'http://pay.example/')
  const [host] = await once(response, 'data')
  expect([names, String(host)]).toEqual([['pay.example'], 'pay.example'])
  expect(proxy.calls).toMatchObject([{ host: '93.184.215.14', port: 80, byName: false }])
})

it('calls no names through a proxy that cannot look them up, unless the operator trusts it', async () => {
  const { proxy, requests } = await throughProxy()
  await expect(open(requests, 'http://pay.example/')).rejects.toMatchObject({ code: 'unreachable' })
  expect(proxy.calls).toEqual([])
  const unknown = await throughProxy({ resolve: () => null })
  await expect(open(unknown.requests, 'http://pay.example/')).rejects.toMatchObject({ code: 'unreachable' })

  const trusting = await throughProxy({ policy: { ...usual, trustsProxy: true } })
  ;(await open(trusting.requests, 'http://pay.example/')).destroy()
  expect(trusting.proxy.calls).toMatchObject([{ host: 'pay.example', byName: true }])
})

it('calls onion services by name', async () => {
  const { proxy, requests } = await throughProxy()
  const host = `${'a'.repeat(56)}.onion`
  ;(await open(requests, `http://${host}/`)).destroy()
  expect(proxy.calls).toMatchObject([{ host, byName: true }])
})

it.each(['http://1.1.1.1:22/', 'https://1.1.1.1:6379/', 'http://pay.example:8080/', 'https://[2606:4700::1111]:25/'])(
  'refuses ports other than 80 and 443: %s',
  async address => {
    await expect(open(new GuardedRequests({ wayOut: directWayOut }), address)).rejects.toMatchObject({ code: 'port' })
    const { proxy, requests } = await throughProxy({ resolve: () => '93.184.215.14' })
    await expect(open(requests, address)).rejects.toMatchObject({ code: 'port' })
    expect(proxy.calls).toEqual([])
  },
)

it.each([[{ ports: new Set([8080]) }], [{ ports: 'any' as const }]])(
  'calls the ports that operators allow: %j',
  async more => {
    const { proxy, requests } = await throughProxy({ resolve: () => '93.184.215.14', policy: { ...usual, ...more } })
    ;(await open(requests, 'http://pay.example:8080/')).destroy()
    expect(proxy.calls).toMatchObject([{ host: '93.184.215.14', port: 8080 }])
  },
)
