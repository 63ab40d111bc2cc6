import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Stage } from './attack.ts'

interface Call {
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly address?: number
  readonly port?: number
}

export async function call(stage: Stage, { path, method = 'GET', headers = {}, address = 0, port }: Call) {
  const endpoint = { ...stage.endpoint, ...(port !== undefined && { port }) }
  const sent = request({ ...endpoint, path, method, headers, localAddress: stage.address(address) })
  sent.end()
  try {
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    return { status: answer.statusCode ?? 0, body: await text(answer) }
  } catch {
    return { status: 0, body: '' }
  }
}
