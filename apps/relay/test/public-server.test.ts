import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { errorBody } from '@hornets/contract/errors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type Engine, openEngine } from './support/engine.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openEngine({ verifierWorkers: 1 })
})
afterAll(() => engine.close())

describe('the public server', () => {
  it.each([
    ['elsewhere', 'GET /elsewhere HTTP/1.1', {}],
    ['while it is full', 'GET / HTTP/1.1', { connectionsMax: 0 }],
  ])('is not kept open by who asks %s for a websocket and never hangs up', async (_name, line, limits) => {
    const own = await openEngine({ verifierWorkers: 1, limits })
    const socket = connect({ port: own.port, host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => {})
    socket.write(`${line}\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 (404|503) /)
    const started = performance.now()
    await own.close()
    expect(performance.now() - started).toBeLessThan(15_000)
    socket.destroy()
  })

  it.each([
    ['no HTTP', 'GARBAGE\r\n\r\n'],
    ['a path that cannot be read', 'GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`],
  ])('answers %s with the usual error', async (_name, bytes) => {
    const socket = connect({ port: engine.port, host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => {})
    socket.write(bytes)
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(errorBody.parse(JSON.parse(answer.slice(answer.indexOf('{'))))).toMatchObject({ code: 'bad_request' })
    socket.destroy()
  })

  it('disconnects on an unwanted body, so that withholding it blocks nothing', async () => {
    const socket = connect({ port: engine.port, host: '127.0.0.1', allowHalfOpen: true })
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /)
    socket.destroy()
  })

  it('counts connections by who is forwarded where a trusted proxy says so, and a customer of IPv6 as one', async () => {
    const limits = { connectionsPerAddressMax: 1 }
    const own = await openEngine({ verifierWorkers: 1, limits, trustedProxies: ['loopback'] })
    const opened: WebSocket[] = []
    const ask = async (forwarded: string) => {
      const socket = new WebSocket(own.url, { headers: { 'x-forwarded-for': forwarded } })
      opened.push(socket)
      const refused = once(socket, 'unexpected-response').then(([, { statusCode }]) => statusCode)
      return Promise.race([once(socket, 'open').then(() => 'open'), refused])
    }
    const stranger = '203.0.113.7'
    expect(await ask(stranger)).toBe('open')
    expect(await ask(stranger)).toBe(503)
    // The stranger's own claim precedes what the proxy adds.
    expect(await ask(`198.51.100.9, ${stranger}`)).toBe(503)
    expect(await ask('2001:db8:0:1::7')).toBe('open')
    expect(await ask('2001:db8:0:1:8000::9')).toBe(503)
    expect(await ask('2001:db8:0:100::7')).toBe('open')
    for (const socket of opened) socket.terminate()
    await own.close()
  })
})
