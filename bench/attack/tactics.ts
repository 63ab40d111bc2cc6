import { once } from 'node:events'
import { setTimeout as delay, setImmediate } from 'node:timers/promises'
import type { RawSocket } from '../nostr/raw-socket.ts'
import type { Stage } from './attack.ts'

const openedAtOnce = 100
const unsentBytesMax = 256 * 1024

export async function openMany(stage: Stage, count: number, addresses: number): Promise<RawSocket[]> {
  const opened: RawSocket[] = []
  for (let from = 0; from < count && !stage.signal.aborted; from += openedAtOnce) {
    const some = Array.from({ length: Math.min(openedAtOnce, count - from) }, (_, offset) =>
      stage.open((from + offset) % addresses),
    )
    for (const line of await Promise.all(some)) if (line) opened.push(line)
  }
  return opened
}

export async function flood(
  stage: Stage,
  lines: readonly RawSocket[],
  next: (turn: number, line: number) => string,
): Promise<number> {
  let sent = 0
  await Promise.all(
    lines.map(async (line, number) => {
      for (let turn = 0; !stage.signal.aborted && !line.closed; turn++) {
        line.send(next(turn, number))
        sent += 1
        if (line.socket.writableLength > unsentBytesMax) await drained(line, stage.signal)
        if (turn % 20 === 19) await setImmediate()
      }
    }),
  )
  return sent
}

export async function untilTheEnd({ signal }: Stage): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}

export async function askOnce(line: RawSocket, message: string, ...starts: readonly string[]): Promise<string | null> {
  const heard = Promise.withResolvers<string | null>()
  line.onMessage = payload => {
    const text = payload.toString()
    if (starts.some(start => text.startsWith(start))) heard.resolve(text)
  }
  line.onClose = () => heard.resolve(null)
  line.send(message)
  return Promise.race([heard.promise, delay(5000, null)])
}

export async function isTaken(line: RawSocket, event: string): Promise<boolean> {
  const answer = await askOnce(line, `["EVENT",${event}]`, `["OK","${event.slice(7, 71)}"`)
  return answer !== null && JSON.parse(answer)[2] === true
}

export async function readBack(line: RawSocket, filter: object): Promise<{ events: string[]; end: string }> {
  const events: string[] = []
  const ended = Promise.withResolvers<string>()
  line.onClose = () => ended.resolve('gone')
  line.onMessage = payload => {
    const text = payload.toString()
    if (text.startsWith('["EVENT","back",')) events.push(text.slice('["EVENT","back",'.length, -1))
    else if (text.startsWith('["EOSE","back"') || text.startsWith('["CLOSED","back"')) ended.resolve(text)
  }
  line.send(`["REQ","back",${JSON.stringify(filter)}]`)
  const end = await Promise.race([ended.promise, delay(5000, 'no answer in 5 s')])
  line.send('["CLOSE","back"]')
  return { events, end }
}

function drained({ socket }: RawSocket, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const go = () => {
      socket.off('drain', go)
      socket.off('close', go)
      signal.removeEventListener('abort', go)
      resolve()
    }
    if (signal.aborted || socket.destroyed || !socket.writableNeedDrain) return resolve()
    socket.on('drain', go)
    socket.on('close', go)
    signal.addEventListener('abort', go)
  })
}
