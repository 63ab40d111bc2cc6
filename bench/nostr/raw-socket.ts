import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Endpoint {
  readonly host: string
  readonly port: number
}

export interface RawSocketOptions {
  /** The local address to connect from, to spread a load over many addresses: any of 127.0.0.0/8 on Linux. */
  readonly from?: string
  /** The Host header of the handshake; default: the endpoint's own. */
  readonly host?: string
  readonly timeoutMillis?: number
}

const opcodes = { text: 1, close: 8, ping: 9, pong: 10 } as const

/**
 * RFC 6455, as cheap as possible, as it shares two cores with the relay. `onMessage` gets a view valid during the call.
 */
export class RawSocket {
  onMessage: (payload: Buffer) => void = () => {}
  onClose: () => void = () => {}
  readonly socket: Socket
  closed = false
  #rest: Buffer = Buffer.alloc(0)
  #fragments: Buffer[] = []

  private constructor(socket: Socket) {
    this.socket = socket
    socket.setNoDelay(true)
    socket.on('error', () => {})
    socket.on('close', () => {
      this.closed = true
      this.onClose()
    })
  }

  /** Rejects with the status line if the relay refuses the handshake, or on timeout. */
  static async connect(
    to: Endpoint,
    { from, host, timeoutMillis = 60_000 }: RawSocketOptions = {},
  ): Promise<RawSocket> {
    const socket = connect({ ...to, localAddress: from })
    const failed = new Promise<never>((_, reject) => {
      socket.once('error', reject)
      socket.once('close', () => reject(new Error('closed during the handshake')))
      socket.setTimeout(timeoutMillis, () => socket.destroy(new Error('no handshake in time')))
    })
    failed.catch(() => {})
    await Promise.race([once(socket, 'connect'), failed])
    socket.write(
      `GET / HTTP/1.1\r\nHost: ${host ?? `${to.host}:${to.port}`}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    )
    const { head, rest } = await Promise.race([readHead(socket), failed])
    if (!head.startsWith('HTTP/1.1 101')) {
      socket.destroy()
      throw new Error(head.split('\r\n', 1)[0])
    }
    socket.setTimeout(0)
    const line = new RawSocket(socket)
    // Data that arrived with the handshake is read once the caller has set `onMessage`.
    setImmediate(() => {
      socket.on('data', (chunk: Buffer) => line.#read(chunk))
      if (rest.length > 0) line.#read(rest)
      socket.resume()
    })
    return line
  }

  send(text: string): void {
    this.sendFrame(opcodes.text, Buffer.from(text))
  }

  sendFrame(opcode: number, payload: Buffer): void {
    if (!this.closed) this.socket.write(frame(opcode, payload))
  }

  close(): void {
    this.socket.destroy()
  }

  #read(chunk: Buffer): void {
    const data = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    let at = 0
    while (data.length - at >= 2) {
      const first = data[at] ?? 0
      let length = (data[at + 1] ?? 0) & 127
      let start = at + 2
      if (length === 126) {
        if (data.length < at + 4) break
        length = data.readUInt16BE(at + 2)
        start = at + 4
      } else if (length === 127) {
        if (data.length < at + 10) break
        length = Number(data.readBigUInt64BE(at + 2))
        start = at + 10
      }
      if (data.length < start + length) break
      this.#take(first, data.subarray(start, start + length))
      at = start + length
    }
    this.#rest = data.subarray(at)
  }

  #take(first: number, payload: Buffer): void {
    const opcode = first & 15
    const isLast = (first & 128) !== 0
    if (opcode === opcodes.ping) this.sendFrame(opcodes.pong, payload)
    else if (opcode === opcodes.close) this.socket.end()
    else if (opcode === opcodes.pong) return
    else if (isLast && this.#fragments.length === 0) this.onMessage(payload)
    else {
      this.#fragments.push(Buffer.from(payload))
      if (!isLast) return
      const whole = Buffer.concat(this.#fragments)
      this.#fragments = []
      this.onMessage(whole)
    }
  }
}

/** One final frame, masked with four zeros, which leave the payload unchanged. */
function frame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload
  const extra = length < 126 ? 0 : length < 65_536 ? 2 : 8
  const bytes = Buffer.alloc(6 + extra + length)
  bytes[0] = 128 | opcode
  bytes[1] = 128 | (extra === 0 ? length : extra === 2 ? 126 : 127)
  if (extra === 2) bytes.writeUInt16BE(length, 2)
  if (extra === 8) bytes.writeBigUInt64BE(BigInt(length), 2)
  payload.copy(bytes, 6 + extra)
  return bytes
}

async function readHead(socket: Socket): Promise<{ head: string; rest: Buffer }> {
  let data: Buffer = Buffer.alloc(0)
  for (;;) {
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    // Paused until the caller listens for frames.
    socket.pause()
    data = Buffer.concat([data, chunk])
    const end = data.indexOf('\r\n\r\n')
    if (end >= 0) return { head: data.toString('latin1', 0, end), rest: data.subarray(end + 4) }
    socket.resume()
  }
}
