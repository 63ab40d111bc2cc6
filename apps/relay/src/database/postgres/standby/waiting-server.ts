import { once } from 'node:events'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { createServer } from '@hornets/server/http/node-http'

/** A proxy that asks for health sends its clients to the other machine. */
const headers = { 'content-type': 'application/json', 'retry-after': '5', connection: 'close' }

/** Answers on the relay's ports while another machine is the main one. */
export class WaitingServer {
  readonly #servers: readonly Server[]

  private constructor(servers: readonly Server[]) {
    this.#servers = servers
  }

  static async open(places: readonly { readonly host: string; readonly port: number }[]): Promise<WaitingServer> {
    const servers = places.map(() =>
      createServer((_request, response) => {
        response.writeHead(503, headers).end(JSON.stringify({ status: 'standby' }))
      }).on('upgrade', (_request, socket: Socket) => {
        socket.on('error', () => {})
        socket.end('HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\nconnection: close\r\n\r\n')
      }),
    )
    const waiting = new WaitingServer(servers)
    try {
      for (const [at, server] of servers.entries()) {
        server.listen(places[at])
        await once(server, 'listening')
      }
      return waiting
    } catch (error) {
      await waiting.close()
      throw error
    }
  }

  async close(): Promise<void> {
    await Promise.all(
      this.#servers
        .filter(server => server.listening)
        .map(server => {
          server.closeAllConnections()
          return new Promise(resolve => server.close(resolve))
        }),
    )
  }
}
