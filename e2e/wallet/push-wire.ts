import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Sequence } from '@hornets/contract/wallet/relay/push'

export interface Push {
  readonly path: string
  readonly sequence: Sequence
  /** Its payments or history lines as JSON, without the push's number. */
  readonly rows: readonly string[]
  isAcknowledged: boolean
}

/** `arrives`: the relay has not received the push. `is taken`: the relay has answered, and the wallet has not received the answer. */
export type PushStage = 'arrives' | 'is taken'

export class PushWire {
  readonly url: string
  readonly pushes: Push[] = []
  readonly #server: ReturnType<typeof createServer>
  #trap: { readonly stage: PushStage; readonly text: string; readonly spring: () => Promise<boolean> } | undefined

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  static async open(relayUrl: () => string): Promise<PushWire> {
    const server = createServer((request, response) => {
      wire.#carry(request, relayUrl()).then(
        ({ status, text, push }) => {
          // A wallet that no longer waits sends the push again.
          push.isAcknowledged = status === 200 && !response.destroyed
          response.writeHead(status, { 'content-type': 'application/json' }).end(text)
        },
        () => response.destroy(),
      )
    })
    await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
    const wire = new PushWire(server)
    return wire
  }

  /** At a push of a row with this text; `work` returns whether it continues, otherwise its connection breaks. */
  atRow(text: string, stage: PushStage, work: () => Promise<boolean>): Promise<void> {
    return new Promise(done => {
      this.#trap = { stage, text, spring: () => work().finally(done) }
    })
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #carry(request: IncomingMessage, relayUrl: string): Promise<{ status: number; text: string; push: Push }> {
    const body = await buffer(request)
    const path = request.url ?? ''
    const push = { ...pushOf(path, body.toString()), isAcknowledged: false }
    this.pushes.push(push)
    if (!(await this.#reach('arrives', push))) throw new Error('the push is lost')
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers))
      if (/^(content-type|x-)/.test(name)) headers.set(name, String(value))
    const answer = await fetch(relayUrl + path, { method: 'POST', headers, body })
    const text = await answer.text()
    if (!(await this.#reach('is taken', push))) throw new Error('the push is lost')
    return { status: answer.status, text, push }
  }

  /** False if the push must not continue. */
  async #reach(stage: PushStage, { rows }: Push): Promise<boolean> {
    if (this.#trap?.stage !== stage) return true
    const { spring, text } = this.#trap
    if (!rows.some(row => row.includes(text))) return true
    this.#trap = undefined
    return spring()
  }
}

function pushOf(path: string, text: string): Pick<Push, 'path' | 'sequence' | 'rows'> {
  const body = JSON.parse(text) as object[] | { sequence: Sequence; payments?: object[] }
  const rows = Array.isArray(body) ? body : (body.payments ?? [])
  const { sequence } = (Array.isArray(body) ? body[0] : body) as { sequence: Sequence }
  return { path, sequence, rows: rows.map(row => JSON.stringify({ ...row, sequence: undefined })) }
}
