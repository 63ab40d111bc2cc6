import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDnsDouble } from '@hornets/server/outgoing/testing/dns-double'
import { directWayOut } from '@hornets/server/outgoing/way-out'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Browser } from './browser.ts'

test('opens pages in the browser of the settings, as many at a time as are set (XNOSTR-05)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'browser-pool-'))
  const [program, log, gate] = ['browser', 'log', 'gate'].map(name => join(folder, name)) as [string, string, string]
  const wait = `until [ -e ${gate} ]; do sleep 0.02; done`
  await writeFile(program, `#!/bin/sh\nprintf + >> ${log}\n${wait}\nprintf -- - >> ${log}\necho "<p>page</p>"\n`)
  await chmod(program, 0o755)
  const settings = { browser_path: program, browser_pool_size: 2, temp_dir: folder }
  const browser = new Browser(() => settings, { programFolders: [], wayOut: directWayOut })
  const { signal } = new AbortController()
  const opened = Array.from({ length: 5 }, () => browser.open(new URL('http://127.0.0.1/ann'), signal))
  const said = () => readFile(log, 'utf8').catch(() => '')
  await vi.waitFor(async () => expect(await said()).toBe('++'), { timeout: 20_000 })
  await writeFile(gate, '')
  expect((await Promise.all(opened)).map(page => page.trim())).toEqual(Array(5).fill('<p>page</p>'))
  let [running, most] = [0, 0]
  for (const mark of await said()) {
    running += mark === '+' ? 1 : -1
    most = Math.max(most, running)
  }
  expect([running, most, (await said()).length]).toEqual([0, 2, 10])
  await rm(folder, { recursive: true })
})

async function portOf(server: Server): Promise<number> {
  server.listen(0, '0.0.0.0')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  return (server.address() as AddressInfo).port
}

test('reaches the mirror alone: no other port, no redirect, no name that leads inside when asked again', async () => {
  const inside: string[] = []
  const other = await portOf(
    createServer(({ url = '' }, response) => {
      inside.push(url)
      response.end()
    }),
  )
  const mirror = createServer(({ url, socket }, response) => {
    if (socket.localAddress !== '127.0.0.1') inside.push(`${socket.localAddress} ${url}`)
    if (url === '/away') return response.writeHead(302, { location: `http://mirror.example:${other}/away` }).end()
    if (url === '/ann') return response.writeHead(302, { location: '/moved' }).end()
    const elsewhere = ['127.0.0.1', 'localhost', 'mirror.example', '2130706433', '[::ffff:127.0.0.1]']
    const images = elsewhere.map(host => `<img src="http://${host}:${other}/${host}.png">`).join('')
    response
      .setHeader('content-type', 'text/html')
      .end(`<p>page</p>${images}<iframe src="file:///etc/passwd"></iframe>`)
  })
  const port = await portOf(mirror)
  const dns = await openDnsDouble((_name, time) => [time === 1 ? '127.0.0.1' : '127.0.0.2'])
  onTestFinished(() => dns.close())
  dns.takeOver()
  const settings = { browser_path: process.env.CHROMIUM_PATH ?? '', browser_pool_size: 2, temp_dir: '' }
  const browser = new Browser(() => settings, { programFolders: [], wayOut: directWayOut })
  const open = (host: string, path: string) =>
    browser.open(new URL(`http://${host}:${port}/${path}`), new AbortController().signal)
  const opened = [open('mirror.example', 'ann'), open('127.0.0.1', 'away')]
  const [page, away] = await Promise.allSettled(opened)
  expect(page).toMatchObject({ status: 'fulfilled', value: expect.stringContaining('<p>page</p>') })
  expect([away?.status, inside, dns.asked.get('mirror.example')]).toEqual(['rejected', [], 1])
})
