import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Filter } from '../../events/filter.ts'

/** What a client has asked for, and as whom. */
export interface KeptReads {
  readonly challenge: string
  readonly pubkeys: readonly string[]
  /** Keys that it has published with; the process before an update may not give them. */
  readonly authors?: readonly string[]
  /** Those that have had their EOSE. */
  readonly subscriptions: readonly { readonly id: string; readonly filters: readonly Filter[] }[]
}

/** An open websocket as the next process continues it, beside its socket. JSON. */
export interface KeptConnection extends KeptReads {
  readonly address: string
  readonly agent: string
  readonly isCompressing: boolean
  /** Bytes that have arrived and were not read, in base64. */
  readonly unread: string
}

/** Takes open connections over from a server that closes; resolves once the socket has left. */
export type Heir = (kept: KeptConnection, socket: Socket, id: number) => Promise<void>

const anyKey = Buffer.alloc(16).toString('base64')

/** A handshake as the client's was, for a client that has had the answer to its own. */
export const handshakeOf = ({ isCompressing }: KeptConnection) =>
  ({
    method: 'GET',
    url: '/',
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': anyKey,
      ...(isCompressing && { 'sec-websocket-extensions': 'permessage-deflate' }),
    },
  }) as unknown as IncomingMessage

/** Runs `act`; what it writes to the socket is not sent. */
export function withoutWriting(socket: Socket, act: () => void): void {
  const { write } = socket
  socket.write = () => true
  try {
    act()
  } finally {
    socket.write = write
  }
}
