import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openSocksDouble } from './testing/socks-double.ts'
import { directWayOut, SocksProxyError, WayOut } from './way-out.ts'

async function openService() {
  const heard: string[] = []
  const server = createServer((request, response) => {
    heard.push(request.headers.host ?? '')
    response.end('answered')
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise(done => server.close(done))
  })
  return { port: (server.address() as AddressInfo).port, heard, drop: () => server.closeAllConnections() }
}

async function openProxy(options: Parameters<typeof openSocksDouble>[0] = {}) {
  const proxy = await openSocksDouble(options)
  onTestFinished(() => proxy.close())
  return proxy
}

const limits = { maxBytes: 100, timeoutMs: 5000 }

test('sends names to the proxy unresolved, including onions, and calls this machine directly', async () => {
  const service = await openService()
  const proxy = await openProxy()
  const wayOut = new WayOut(proxy.url)
  for (const host of ['nowhere.invalid', `${'a'.repeat(56)}.onion`, '192.0.2.7', '127.0.0.1', 'localhost'])
    await wayOut.send(new URL(`http://${host}:${service.port}/`), limits)
  expect(proxy.calls).toEqual([
    { host: 'nowhere.invalid', port: service.port, byName: true, user: undefined },
    { host: `${'a'.repeat(56)}.onion`, port: service.port, byName: true, user: undefined },
    { host: '192.0.2.7', port: service.port, byName: false, user: undefined },
  ])
  expect(service.heard).toHaveLength(5)
  expect(wayOut.proxyState()).toBe('answers')
})

test('blocks everything when the proxy is dead', async () => {
  const service = await openService()
  const proxy = await openProxy()
  await proxy.close()
  const wayOut = new WayOut(proxy.url)
  // Cannot be resolved here without the proxy, which would reveal a bypass.
  const url = new URL(`http://127.0.0.1.nip.invalid:${service.port}/`)
  await expect(wayOut.send(url, limits)).rejects.toThrow(SocksProxyError)
  await expect(wayOut.send(new URL(`http://[::ffff:127.0.0.1]:${service.port}/`), limits)).rejects.toThrow(
    'the SOCKS proxy does not answer',
  )
  expect(service.heard).toEqual([])
  expect(wayOut.proxyState()).toBe('silent')
})

test('a frozen proxy is called silent within seconds', async () => {
  const frozen = createTcpServer(() => undefined)
  await new Promise<void>(done => frozen.listen(0, '127.0.0.1', done))
  onTestFinished(() => void frozen.close())
  const wayOut = new WayOut(new URL(`socks5h://127.0.0.1:${(frozen.address() as AddressInfo).port}`))
  expect(wayOut.proxyState()).toBe('asked')
  const sent = wayOut.send(new URL('http://nowhere.invalid/'), { maxBytes: 100, timeoutMs: 50 })
  await expect(sent).rejects.toThrow('the SOCKS proxy does not answer')
})

test('does not blame the proxy for a silent destination', async () => {
  const proxy = await openProxy({ route: () => null })
  const wayOut = new WayOut(proxy.url)
  const failed = wayOut.send(new URL('http://nowhere.invalid/'), limits)
  await expect(failed).rejects.not.toThrow(SocksProxyError)
  expect(wayOut.proxyState()).toBe('answers')
})

test('separates streams by user and password, and distinguishes wrong ones from silence', async () => {
  const service = await openService()
  const proxy = await openProxy({ user: { name: 'wället', password: 'p@ss' } })
  const url = new URL(`http://nowhere.invalid:${service.port}/`)
  await new WayOut(proxy.url).send(url, limits)
  expect(proxy.calls).toMatchObject([{ user: 'wället' }])
  for (const other of ['someone:else@', '']) {
    const wayOut = new WayOut(new URL(`socks5h://${other}${proxy.url.host}`))
    await expect(wayOut.send(url, limits)).rejects.toThrow('refuses the user or the password')
    expect(wayOut.proxyState()).toBe('refuses')
  }
  expect(proxy.calls).toHaveLength(1)
})

test('a kept connection that was closed meanwhile is opened again through the proxy', async () => {
  const service = await openService()
  const proxy = await openProxy()
  const wayOut = new WayOut(proxy.url)
  const url = new URL(`http://nowhere.invalid:${service.port}/`)
  await wayOut.send(url, limits)
  await wayOut.send(url, limits)
  expect(proxy.calls).toHaveLength(1)
  service.drop()
  await vi.waitFor(async () => expect((await wayOut.send(url, limits)).status).toBe(200))
  expect(proxy.calls).toHaveLength(2)
})

test('looks up no onion without a proxy', async () => {
  await expect(directWayOut.send(new URL(`http://${'a'.repeat(56)}.onion/`), limits)).rejects.toThrow(
    'is reached through a SOCKS proxy only',
  )
})
