import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { errorBody } from '@hornets/contract/errors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Engine, openEngine } from './support/engine.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openEngine({ verifierWorkers: 1 })
})
afterAll(() => engine.close())

describe('the public door', () => {
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
    expect(performance.now() - started).toBeLessThan(3000)
    socket.destroy()
  })

  it.each([
    ['no HTTP', 'GARBAGE\r\n\r\n'],
    ['a path that cannot be read', 'GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`],
  ])('answers %s with an error as everywhere', async (_name, bytes) => {
    const socket = connect({ port: engine.port, host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => {})
    socket.write(bytes)
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(errorBody.parse(JSON.parse(answer.slice(answer.indexOf('{'))))).toMatchObject({ code: 'bad_request' })
    socket.destroy()
  })

  it('hangs up on a body that it takes none of, so that nobody holds it by never sending it', async () => {
    const socket = connect({ port: engine.port, host: '127.0.0.1', allowHalfOpen: true })
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /)
    socket.destroy()
  })
})
