import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { messages } from '@hornets/contract'
import { expect, onTestFinished, test } from 'vitest'
import { OutsideService, type ServiceCall } from './outside-service.ts'
import { directWayOut } from './way-out.ts'

type Answering = (request: IncomingMessage, response: ServerResponse) => void

async function serve(answering: Answering) {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    answering(request, response)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise(done => server.close(done))
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: new URL(`http://127.0.0.1:${port}/moderate`), asked }
}

const json = (response: ServerResponse, answer: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))

function openService() {
  let nowMs = Date.parse('2026-01-01T00:00:00Z')
  const pauses: number[] = []
  const limits = { failuresMax: 3, restMs: 1000, restMsMax: 4000 }
  const wait = async (ms: number) => void pauses.push(ms)
  const service = new OutsideService({ wayOut: directWayOut, now: () => nowMs, limits, wait })
  service.turn(true)
  const ask = (call: Partial<ServiceCall> & Pick<ServiceCall, 'url'>) =>
    service.ask({ timeoutMs: 5000, ...call }, answer => answer as { ok?: boolean })
  return { service, ask, pauses, pass: (ms: number) => (nowMs += ms) }
}

test('refuses a redirect without following it', async () => {
  const inside = await serve((_request, response) => json(response, { ok: true }))
  const { url } = await serve((_request, response) => response.writeHead(302, { location: inside.url.href }).end())
  const { ask } = openService()
  await expect(ask({ url })).rejects.toMatchObject({ code: 'redirect' })
  expect(inside.asked.length).toBe(0)
})

test.each([
  ['an endless answer', 'too_long', (response: ServerResponse) => flood(response)],
  ['no answer', 'late', () => undefined],
  ['an answer that never ends', 'late', (response: ServerResponse) => response.write('{')],
  ['an answer that is no JSON', 'unclear', (response: ServerResponse) => response.end('<html>')],
  ['a hung up connection', 'unreachable', (response: ServerResponse) => response.destroy()],
])('gives %s the fault %s', async (_name, code, answer) => {
  const { url } = await serve((_request, response) => void answer(response))
  const { ask, service } = openService()
  await expect(ask({ url, maxBytes: 1000, timeoutMs: 200 })).rejects.toMatchObject({ code })
  expect(service.state()).toMatchObject({ state: 'failing', perMinute: 1 })
})

test('posts a form whose names cannot end their header', async () => {
  let received = ''
  const { url } = await serve(async (request, response) => {
    received = `${request.headers['content-type']}\n${(await buffer(request)).toString('latin1')}`
    json(response, { ok: true })
  })
  const { ask } = openService()
  const file = { name: 'file', value: Buffer.from([0xff, 0x00]), fileName: 'a"\r\nx: y', mimeType: 'image/png' }
  expect(await ask({ url, form: [file, { name: 'threshold', value: '0.4' }] })).toEqual({ ok: true })
  const parsed = await new Response(Buffer.from(received.slice(received.indexOf('\n') + 1), 'latin1'), {
    headers: { 'content-type': received.slice(0, received.indexOf('\n')) },
  }).formData()
  expect(parsed.get('threshold')).toBe('0.4')
  const sent = parsed.get('file') as File
  expect([sent.name, sent.type]).toEqual(['a"\r\nx: y', 'image/png'])
  expect(Buffer.from(await sent.arrayBuffer())).toEqual(Buffer.from([0xff, 0x00]))
})

test('repeats a call that failed in passing with growing pauses, and one that was refused never', async () => {
  const answers = [503, 429, 200, 400]
  const { url, asked } = await serve((_request, response) => json(response, { ok: true }, answers.shift()))
  const { ask, pauses, service } = openService()
  expect(await ask({ url, json: {}, attempts: 3 })).toEqual({ ok: true })
  expect(pauses).toEqual([250, 500])
  await expect(ask({ url, json: {}, attempts: 3 })).rejects.toMatchObject({ code: 'status', status: 400 })
  expect(asked.length).toBe(4)
  expect(service.state().state).toBe('running')
})

test('spares a service that keeps failing, then probes it with one call at a time', async () => {
  let isDead = true
  const { url, asked } = await serve((_request, response) => json(response, { ok: true }, isDead ? 500 : 200))
  const { ask, pass } = openService()
  for (let call = 0; call < 3; call++) await expect(ask({ url })).rejects.toMatchObject({ code: 'status' })
  await expect(ask({ url })).rejects.toMatchObject({ code: 'resting' })
  expect(asked.length).toBe(3)

  pass(1000)
  const probes = await Promise.allSettled([ask({ url }), ask({ url })])
  expect(probes.map(probe => probe.status === 'rejected' && probe.reason.code)).toEqual(['status', 'resting'])
  pass(1999)
  await expect(ask({ url })).rejects.toMatchObject({ code: 'resting' })
  isDead = false
  pass(1)
  expect(await ask({ url })).toEqual({ ok: true })
  expect(await Promise.all([ask({ url }), ask({ url })])).toHaveLength(2)
  expect(asked.length).toBe(7)
})

test('lets the next probe pass when one is cancelled', async () => {
  let answer: Answering = (_request, response) => json(response, {}, 500)
  const { url } = await serve((request, response) => answer(request, response))
  const { ask, pass } = openService()
  for (let call = 0; call < 3; call++) await expect(ask({ url })).rejects.toThrow()
  pass(1000)
  const leaving = new AbortController()
  answer = () => leaving.abort(new Error('the reader left'))
  await expect(ask({ url, signal: leaving.signal })).rejects.toThrow('the reader left')
  answer = (_request, response) => json(response, { ok: true })
  expect(await ask({ url })).toEqual({ ok: true })
})

test('says since when it fails and why, and how often it was called in a minute, until new settings (SERVICE-03)', async () => {
  let status = 200
  const { url } = await serve((_request, response) => json(response, {}, status))
  const { ask, pass, service } = openService()
  expect(service.state()).toEqual({ state: 'waiting', since: '2026-01-01T00:00:00.000Z', perMinute: 0, latencyMs: 0 })
  pass(1000)
  await ask({ url })
  expect(service.state()).toMatchObject({ state: 'running', since: '2026-01-01T00:00:01.000Z', perMinute: 1 })
  status = 500
  for (let call = 0; call < 2; call++) {
    pass(1000)
    await expect(ask({ url })).rejects.toThrow()
  }
  expect(service.state()).toMatchObject({
    state: 'failing',
    since: '2026-01-01T00:00:02.000Z',
    error: messages.serviceStatus,
    detail: '500 {}',
    perMinute: 3,
  })
  pass(58_000)
  expect(service.state().perMinute).toBe(2)
  service.turn(false)
  expect(service.state()).toMatchObject({ state: 'off', since: '2026-01-01T00:01:01.000Z', latencyMs: 0 })
  expect(service.state()).not.toHaveProperty('error')
})

function flood(response: ServerResponse): void {
  response.on('error', () => undefined)
  // Without the reader each write fails in the same turn, before the response knows that it is destroyed.
  const write = (error?: Error | null) => {
    if (!error && !response.destroyed) response.write(Buffer.alloc(65_536), write)
  }
  write()
}
