import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { message } from '../fuzz/messages.ts'
import { type Endpoint, RawSocket } from '../nostr/raw-socket.ts'

const manners: readonly ((line: RawSocket, end: AbortSignal) => Promise<void>)[] = [
  async (line, end) => {
    for (let batch = 0; batch < 50 && !end.aborted && !line.closed; batch++) {
      for (const text of fc.sample(message, 10)) line.send(text)
      await delay(100)
    }
  },
  async line => {
    line.socket.pause()
    for (let number = 0; number < 30; number++) line.send(`["REQ","s${number}",{"limit":1000}]`)
    await delay(10_000)
  },
  async (line, end) => {
    for (let turn = 0; turn < 20 && !end.aborted && !line.closed; turn++) {
      line.send(`["EVENT",${'['.repeat(100_000)}`)
      await delay(250)
    }
  },
  async (line, end) => {
    for (let turn = 0; turn < 40 && !end.aborted && !line.closed; turn++) {
      line.send(`["COUNT","c${turn}",{"since":${turn},"#t":["relay","note"]},{"kinds":[1,7],"since":${turn}}]`)
      await delay(100)
    }
  },
]

export async function beHostile(to: Endpoint, number: number, end: AbortSignal): Promise<void> {
  const from = `127.0.60.${1 + number}`
  for (let visit = number; !end.aborted; visit++) {
    if (visit % 5 === 4) await holdHttp(to, from, end)
    const line = await RawSocket.connect(to, { from, timeoutMillis: 20_000 }).catch(() => null)
    if (line) await manners[visit % manners.length]?.(line, end)
    line?.close()
    await delay(500)
  }
}

async function holdHttp(to: Endpoint, localAddress: string, end: AbortSignal): Promise<void> {
  const socket = connect({ ...to, localAddress })
  socket.on('error', () => {})
  socket.resume()
  socket.write('PUT /upload HTTP/1.1\r\nHost: relay\r\nContent-Length: 1000\r\n\r\n')
  for (let byte = 0; byte < 10 && !end.aborted && !socket.destroyed; byte++) {
    await delay(1000)
    socket.write('x')
  }
  socket.destroy()
}
