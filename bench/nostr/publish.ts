import { at } from './burst-client.ts'
import { type Endpoint, RawSocket } from './raw-socket.ts'

export interface Published {
  readonly acceptedPerSecond: number
  readonly p50Millis: number
  readonly p99Millis: number
  readonly refused: number
}

export interface PublishOptions {
  readonly clients: number
  readonly inFlight: number
  /** Each client's address. */
  readonly from?: (client: number) => string
  readonly signal?: AbortSignal
  readonly onSent?: (id: string) => void
  readonly onAccepted?: (id: string) => void
  readonly perSecond?: number
}

/** The id of an event whose JSON starts with it. */
export const idOf = (json: string) => json.slice(7, 71)

export async function publish(to: Endpoint, events: readonly string[], options: PublishOptions): Promise<Published> {
  const { clients, inFlight, from, signal, onSent, onAccepted, perSecond } = options
  const lines = await Promise.all(
    Array.from({ length: clients }, (_, client) => RawSocket.connect(to, { from: from?.(client) })),
  )
  const sentAt = new Map<string, number>()
  const latencies: number[] = []
  const begun = performance.now()
  let next = 0
  let refused = 0
  const mayGoAt = () => (perSecond === undefined ? 0 : begun + (next / perSecond) * 1000)
  await Promise.all(
    lines.map(
      line =>
        new Promise<void>((resolve, reject) => {
          let waiting = 0
          let timer: NodeJS.Timeout | undefined
          const sendNext = () => {
            const json = signal?.aborted ? undefined : events[next]
            if (json === undefined) {
              if (waiting === 0) resolve()
              return
            }
            const early = mayGoAt() - performance.now()
            if (early > 0) {
              clearTimeout(timer)
              timer = setTimeout(sendNext, early)
              return
            }
            next += 1
            waiting += 1
            const id = idOf(json)
            sentAt.set(id, performance.now())
            onSent?.(id)
            line.send(`["EVENT",${json}]`)
          }
          line.onClose = () => reject(new Error('the relay closed a connection that published'))
          line.onMessage = payload => {
            if (payload.toString('latin1', 0, 4) !== '["OK') return
            const id = payload.toString('latin1', 7, 71)
            const sent = sentAt.get(id)
            if (sent === undefined) return
            latencies.push(performance.now() - sent)
            if (payload[73] === 116) onAccepted?.(id)
            else refused += 1
            waiting -= 1
            sendNext()
          }
          for (let count = 0; count < inFlight; count++) sendNext()
        }),
    ),
  )
  const seconds = (performance.now() - begun) / 1000
  for (const line of lines) {
    line.onClose = () => {}
    line.close()
  }
  latencies.sort((a, b) => a - b)
  return {
    acceptedPerSecond: (latencies.length - refused) / seconds,
    p50Millis: at(latencies, 0.5),
    p99Millis: at(latencies, 0.99),
    refused,
  }
}
