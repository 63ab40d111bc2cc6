import { once } from 'node:events'
import type { NostrEvent } from '@hornets/contract'
import { type ClientOptions, WebSocket } from 'ws'

interface Waiting {
  readonly start: readonly unknown[]
  readonly resolve: (message: unknown[]) => void
}

const startsWith = (message: readonly unknown[], start: readonly unknown[]) =>
  start.every((part, at) => message[at] === part)

export class RawClient {
  readonly socket: WebSocket
  readonly heard: unknown[][] = []
  readonly closed: Promise<{ code: number; reason: string }>

  readonly #waiting = new Set<Waiting>()

  private constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('message', data => this.#take(JSON.parse(String(data))))
    socket.on('error', () => {})
    this.closed = new Promise(resolve => {
      socket.once('close', (code, reason) => resolve({ code, reason: String(reason) }))
    })
  }

  static async connect(
    url: string,
    headers: Record<string, string> = {},
    perMessageDeflate: ClientOptions['perMessageDeflate'] = false,
  ): Promise<RawClient> {
    const client = new RawClient(new WebSocket(url, { perMessageDeflate, headers }))
    await once(client.socket, 'open')
    return client
  }

  say(...message: unknown[]): void {
    this.socket.send(JSON.stringify(message))
  }

  /** The first received message with this start, past or future; fails after ten seconds. */
  async hear(...start: unknown[]): Promise<unknown[]> {
    const found = this.heard.find(message => startsWith(message, start))
    if (found) return found
    return new Promise((resolve, reject) => {
      const waiting = { start, resolve: settle }
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting)
        reject(new Error(`never heard ${JSON.stringify(start)}, but ${JSON.stringify(this.heard).slice(0, 500)}`))
      }, 10_000)
      function settle(message: unknown[]) {
        clearTimeout(timer)
        resolve(message)
      }
      this.#waiting.add(waiting)
    })
  }

  #take(message: unknown[]): void {
    this.heard.push(message)
    for (const one of this.#waiting) {
      if (!startsWith(message, one.start)) continue
      this.#waiting.delete(one)
      one.resolve(message)
    }
  }

  async publish(event: NostrEvent): Promise<{ accepted: boolean; message: string }> {
    this.say('EVENT', event)
    const [, , accepted, message] = await this.hear('OK', event.id)
    return { accepted: accepted === true, message: String(message) }
  }

  /** Ids of the stored events that match the filters. */
  async stored(...filters: object[]): Promise<string[]> {
    const id = `q${this.heard.length}`
    this.say('REQ', id, ...filters)
    await this.hear('EOSE', id)
    this.say('CLOSE', id)
    return this.heard
      .filter(([type, name]) => type === 'EVENT' && name === id)
      .map(([, , event]) => (event as NostrEvent).id)
  }

  async challenge(): Promise<string> {
    return String((await this.hear('AUTH'))[1])
  }

  close(): void {
    this.socket.close()
  }
}
