import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface SocksCall {
  readonly host: string
  readonly port: number
  readonly byName: boolean
  readonly user: string | undefined
}

interface SocksDoubleOptions {
  readonly user?: { readonly name: string; readonly password: string }
  readonly resolve?: (name: string) => string | null
  readonly route?: (call: SocksCall) => { readonly host?: string; readonly port: number } | null
}

class Reader {
  #heard = Buffer.alloc(0)
  #waiting: (() => void) | undefined

  constructor(socket: Socket) {
    socket.on('data', (chunk: Buffer) => {
      this.#heard = Buffer.concat([this.#heard, chunk])
      this.#waiting?.()
    })
  }

  async take(count: number): Promise<Buffer> {
    while (this.#heard.length < count)
      await new Promise<void>(done => {
        this.#waiting = done
      })
    const taken = this.#heard.subarray(0, count)
    this.#heard = this.#heard.subarray(count)
    return taken
  }

  rest(): Buffer {
    this.#waiting = undefined
    return this.#heard
  }
}

export async function openSocksDouble(options: SocksDoubleOptions = {}) {
  const calls: SocksCall[] = []
  const greetings: number[] = []
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    greetings.push(Date.now())
    serve(socket).catch(() => socket.destroy())
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const signIn = options.user ? `${options.user.name}:${options.user.password}@` : ''

  return {
    url: new URL(`socks5h://${signIn}127.0.0.1:${port}`),
    calls,
    greetings,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise(done => server.close(done))
    },
  }

  async function serve(socket: Socket): Promise<void> {
    const reader = new Reader(socket)
    const [version, methodCount = 0] = await reader.take(2)
    if (version !== 5) return void socket.destroy()
    const methods = await reader.take(methodCount)
    const wanted = options.user ? 2 : 0
    if (!methods.includes(wanted)) return void socket.end(Buffer.of(5, 0xff))
    socket.write(Buffer.of(5, wanted))
    const user = options.user && (await readUser(socket, reader, options.user))
    if (options.user && user === undefined) return void socket.end()
    const [, command, , kind] = await reader.take(4)
    const { host, byName } = await readHost(reader, kind)
    const target = (await reader.take(2)).readUInt16BE()
    if (command === 0xf0 && options.resolve) {
      const address = options.resolve(host)
      if (address === null) return void socket.end(replyOf(4))
      return void socket.end(Buffer.of(5, 0, 0, 1, ...address.split('.').map(Number), 0, 0))
    }
    if (command !== 1) return void socket.end(replyOf(7))
    const call = { host, port: target, byName, user }
    calls.push(call)
    const routed = options.route ? options.route(call) : { port: target }
    if (!routed) return void socket.end(replyOf(4))
    sockets.add(join(socket, reader, { host: routed.host ?? '127.0.0.1', port: routed.port }))
  }
}

function join(socket: Socket, reader: Reader, target: { host: string; port: number }): Socket {
  const out = connect(target)
  out.on('close', () => socket.destroy())
  out.on('error', () => socket.end(replyOf(5)))
  socket.on('close', () => out.destroy())
  out.on('connect', () => {
    socket.write(replyOf(0))
    out.write(reader.rest())
    socket.removeAllListeners('data')
    socket.pipe(out)
    out.pipe(socket)
  })
  return out
}

async function readUser(socket: Socket, reader: Reader, wanted: { name: string; password: string }) {
  const [, nameLength = 0] = await reader.take(2)
  const name = (await reader.take(nameLength)).toString()
  const [passwordLength = 0] = await reader.take(1)
  const password = (await reader.take(passwordLength)).toString()
  const isRight = name === wanted.name && password === wanted.password
  socket.write(Buffer.of(1, isRight ? 0 : 1))
  return isRight ? name : undefined
}

/** RFC 1928, 5. */
async function readHost(reader: Reader, kind: number | undefined): Promise<{ host: string; byName: boolean }> {
  if (kind === 1) return { host: [...(await reader.take(4))].join('.'), byName: false }
  if (kind === 4) {
    const groups = (await reader.take(16)).toString('hex').match(/.{4}/g) ?? []
    return { host: groups.join(':'), byName: false }
  }
  const [length = 0] = await reader.take(1)
  return { host: (await reader.take(length)).toString(), byName: true }
}

const replyOf = (code: number) => Buffer.of(5, code, 0, 1, 0, 0, 0, 0, 0, 0)
