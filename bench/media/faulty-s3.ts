import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { startS3Server } from '../../apps/relay/test/support/servers/s3-server.ts'
import { seeded } from '../similarity/seeded.ts'

const faults = [
  ...(['none', 'hangs', 'refuses', 'cuts the upload', 'cuts the answer', 'lies', 'answers slowly'] as const),
  'drips its head',
] as const
export type Fault = (typeof faults)[number]

/** Of a hundred calls, in the order of `faults`. */
const weights = [78, 0.5, 4, 4, 4, 5, 4, 0.5]
/** Slow, but within what a server may stay silent. */
const pauseMs = 700

export async function startFaultyS3(seed: number) {
  const random = seeded(seed)
  const s3 = await startS3Server()
  const upstream = new URL(s3.url())
  const counts: Record<Fault, number> = Object.fromEntries(faults.map(fault => [fault, 0])) as Record<Fault, number>
  let isSound = true
  let isSilent = false
  const draw = (): Fault => {
    if (isSound) return 'none'
    if (isSilent) return 'hangs'
    const roll = random() * 100
    let sum = 0
    for (const [at, weight] of weights.entries()) {
      sum += weight
      if (roll < sum) return faults[at] ?? 'none'
    }
    return 'none'
  }
  const server = createServer((call, answer) => {
    const fault = draw()
    counts[fault]++
    call.on('error', () => {})
    answer.on('error', () => {})
    if (fault === 'hangs') call.resume()
    else if (fault === 'drips its head') call.resume().on('end', () => drip(answer))
    else if (fault === 'refuses') call.resume().on('end', () => answer.writeHead(503).end())
    else if (fault === 'cuts the upload')
      call.once('data', () => call.socket.destroy()).once('end', () => call.socket.destroy())
    else forward(upstream, call, answer, fault)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: s3.url().replace(upstream.host, `127.0.0.1:${port}`),
    counts,
    sound: (now: boolean) => {
      isSound = now
    },
    silent: (now: boolean) => {
      isSilent = now
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      await s3.close()
    },
  }
}

/** Never silent, and never at the end of its head. */
function drip({ socket }: ServerResponse): void {
  socket?.write('HTTP/1.1 200 OK\r\nx-slow: ')
  const dripping = setInterval(() => socket?.write('a'), pauseMs)
  socket?.on('close', () => clearInterval(dripping))
}

function forward(upstream: URL, call: IncomingMessage, answer: ServerResponse, fault: Fault): void {
  const { method, url, headers } = call
  const sent = request({ host: upstream.hostname, port: upstream.port, method, path: url, headers })
  sent.on('error', () => answer.destroy())
  sent.on('response', response => void answerWith(response, answer, fault).catch(() => answer.destroy()))
  call.pipe(sent)
}

async function answerWith(response: IncomingMessage, answer: ServerResponse, fault: Fault): Promise<void> {
  const body = Buffer.concat(await response.toArray())
  const headers = { ...response.headers }
  const isLie = fault === 'lies' && headers['content-length'] !== undefined
  // Too long, and the connection ends before: or too short, and the rest is missing.
  const told = body.length % 2 === 0 ? body.length + 7 : Math.max(0, body.length - 7)
  if (isLie) headers['content-length'] = String(told)
  answer.writeHead(response.statusCode ?? 500, headers)
  if (fault === 'cuts the answer') {
    answer.write(body.subarray(0, body.length >> 1))
    answer.flushHeaders()
    setImmediate(() => answer.destroy())
  } else if (fault === 'answers slowly') {
    for (let part = 0; part < 4; part++) {
      await wait(pauseMs)
      answer.write(body.subarray((body.length * part) >> 2, (body.length * (part + 1)) >> 2))
    }
    answer.end()
  } else if (isLie) {
    answer.write(body.subarray(0, told))
    setImmediate(() => answer.destroy())
  } else answer.end(body)
}
