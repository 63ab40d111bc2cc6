import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { type Endpoint, RawSocket } from '../nostr/raw-socket.ts'
import { seededEvent } from '../nostr/seeded-events.ts'
import { seededRandom } from '../peer/row.ts'
import { type Doors, type TriedDoors, tryDoors } from './doors/try-doors.ts'
import { httpRequest } from './http-requests.ts'
import { message } from './messages.ts'
import { mutate } from './mutate.ts'

export interface Fuzzed {
  readonly messages: number
  readonly answers: number
  readonly requests: number
  readonly closedConnections: number
  readonly doors: TriedDoors
}

const clients = 12
const messagesAtOnce = 25
const pauseMillis = 20
const heldMax = 30

/** By the grammar, with changed bytes, malformed frames, hostile HTTP, all doors. The same seed sends the same. */
export async function fuzz(doors: Doors, { seconds, seed }: { seconds: number; seed: number }): Promise<Fuzzed> {
  const to = doors.public
  const until = performance.now() + seconds * 1000
  const figures = { messages: 0, answers: 0, requests: 0, closedConnections: 0 }
  const speak = async (client: number) => {
    for (let turn = 0; performance.now() < until; turn++) {
      const number = seed + client * 100_000 + turn
      const line = await RawSocket.connect(to, { from: `127.0.40.${1 + client}`, timeoutMillis: 10_000 }).catch(
        () => null,
      )
      if (!line) {
        await delay(200)
        continue
      }
      line.onMessage = () => {
        figures.answers += 1
      }
      for (let batch = 0; batch < 8 && !line.closed && performance.now() < until; batch++) {
        say(line, client, number * 10 + batch)
        figures.messages += messagesAtOnce
        await delay(pauseMillis)
      }
      if (line.closed) figures.closedConnections += 1
      line.close()
    }
  }
  const request = async (_: unknown, lane: number) => {
    for (let number = seed + lane * 10_000; performance.now() < until; number++) {
      await sendRequest(to, httpRequest(number))
      figures.requests += 1
    }
  }
  const [tried] = await Promise.all([
    tryDoors(doors, { until, seed }),
    ...Array.from({ length: clients }, (_, client) => speak(client)),
    ...Array.from({ length: 6 }, request),
  ])
  return { ...figures, doors: tried }
}

function say(line: RawSocket, client: number, seed: number): void {
  const pick = seededRandom(seed)
  if (client % 4 === 3) {
    for (let at = 0; at < messagesAtOnce; at++) line.sendFrame(1, mutate(realMessage(pick), seed + at))
  } else if (client % 12 === 2) line.socket.write(Buffer.from(Array.from({ length: 200 }, () => pick(256))))
  else for (const text of fc.sample(message, { numRuns: messagesAtOnce, seed })) line.send(text)
}

function realMessage(pick: (end: number) => number): string {
  const event = seededEvent(pick(2000))
  const real = [
    `["EVENT",${event}]`,
    `["REQ","real",{"authors":["${'ab'.repeat(32)}"],"kinds":[1,6],"limit":100,"since":1700000000}]`,
    `["REQ","thread",{"#e":["${event.slice(7, 71)}"]},{"ids":["${event.slice(7, 71)}"]}]`,
    `["COUNT","n",{"kinds":[7],"#e":["${event.slice(7, 71)}"]}]`,
    '["CLOSE","real"]',
  ]
  return real[pick(real.length)] ?? ''
}

function sendRequest(to: Endpoint, bytes: Buffer): Promise<void> {
  const socket = connect({ ...to, localAddress: '127.0.41.1' })
  return new Promise(resolve => {
    const timer = setTimeout(() => socket.destroy(), heldMax)
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      resolve()
    })
    socket.resume()
    socket.write(bytes)
  })
}
