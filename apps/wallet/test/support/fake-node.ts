import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface NodeCall {
  readonly method: string
  // biome-ignore lint/suspicious/noExplicitAny: what the node is sent
  readonly params: any[]
}
export type NodeAnswers = Record<string, (call: NodeCall) => unknown>

export class Refusal extends Error {
  readonly code: number

  constructor(message: string, code = -8) {
    super(message)
    this.code = code
  }
}

export async function fakeNode(answers: NodeAnswers) {
  const calls: NodeCall[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const batch = JSON.parse(Buffer.concat(chunks).toString()) as (NodeCall & { id: number })[]
      const answer = async (call: NodeCall & { id: number }) => {
        calls.push(call)
        const result = await answers[call.method]?.(call)
        if (result instanceof Refusal) return { id: call.id, error: { code: result.code, message: result.message } }
        return { id: call.id, result }
      }
      response.end(JSON.stringify(await Promise.all(batch.map(answer))))
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const url = `http://user:password@127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, of: (method: string) => calls.filter(call => call.method === method) }
}
