import { Agent, request } from 'node:http'
import type { Attack } from '../../attack.ts'

const calls = [
  { method: 'GET', path: '/', headers: { accept: 'application/nostr+json' } },
  { method: 'GET', path: `/${'ab'.repeat(32)}`, headers: {} },
  { method: 'HEAD', path: `/${'cd'.repeat(32)}.png`, headers: {} },
  { method: 'PUT', path: '/upload', headers: { authorization: `Nostr ${'A'.repeat(4000)}`, 'content-length': '10' } },
  { method: 'GET', path: `/list/${'ef'.repeat(32)}`, headers: {} },
  { method: 'DELETE', path: `/${'ab'.repeat(32)}`, headers: { authorization: 'Nostr e30=' } },
]

export const httpFlood: Attack = {
  name: 'HTTP flood',
  tries: '64 requests at a time from four addresses: relay information, files that are not there, unsigned uploads',
  async run(stage) {
    const agent = new Agent({ keepAlive: true, maxSockets: 64 })
    let answered = 0
    const one = (number: number) =>
      new Promise<void>(resolve => {
        const { method, path, headers } = calls[number % calls.length] ?? { method: 'GET', path: '/', headers: {} }
        const { host, port } = stage.endpoint
        const call = request({ host, port, method, path, headers, agent, localAddress: stage.address(number % 4) })
        call.on('error', () => resolve())
        call.on('response', response => {
          answered += 1
          response
            .resume()
            .on('end', resolve)
            .on('error', () => resolve())
        })
        call.end(method === 'PUT' ? '0123456789' : undefined)
        stage.spent(200)
      })
    await Promise.all(
      Array.from({ length: 64 }, async (_, lane) => {
        for (let number = lane; !stage.signal.aborted; number += 1) await one(number)
      }),
    )
    agent.destroy()
    return { seen: `${answered} answers` }
  },
}
