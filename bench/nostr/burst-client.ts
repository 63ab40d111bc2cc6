import { WebSocket } from 'ws'

export interface BurstFigures {
  readonly acceptedPerSecond: number
  readonly p50Millis: number
  readonly p99Millis: number
}

export async function publishBurst(
  url: string,
  events: readonly { id: string; message: string }[],
  { clients, inFlight }: { clients: number; inFlight: number },
): Promise<BurstFigures> {
  const sockets = await Promise.all(Array.from({ length: clients }, () => connect(url)))
  const sentAt = new Map<string, number>()
  const latencies: number[] = []
  let next = 0
  const start = performance.now()
  await Promise.all(
    sockets.map(
      socket =>
        new Promise<void>((resolve, reject) => {
          let waiting = 0
          const sendNext = () => {
            const event = events[next]
            if (!event) return
            next += 1
            waiting += 1
            sentAt.set(event.id, performance.now())
            socket.send(event.message)
          }
          socket.on('close', () => reject(new Error('the relay closed a connection')))
          socket.on('message', data => {
            const [type, id, accepted, message] = JSON.parse(String(data))
            if (type !== 'OK') return
            if (accepted !== true) return reject(new Error(`an event was refused: ${message}`))
            latencies.push(performance.now() - (sentAt.get(id) ?? start))
            waiting -= 1
            sendNext()
            if (waiting === 0) resolve()
          })
          for (let count = 0; count < inFlight / clients; count++) sendNext()
        }),
    ),
  )
  const seconds = (performance.now() - start) / 1000
  for (const socket of sockets) {
    socket.removeAllListeners('close')
    socket.close()
  }
  latencies.sort((a, b) => a - b)
  return { acceptedPerSecond: events.length / seconds, p50Millis: at(latencies, 0.5), p99Millis: at(latencies, 0.99) }
}

export function connect(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url, { perMessageDeflate: false })
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket))
    socket.once('error', reject)
  })
}

export function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0
}
