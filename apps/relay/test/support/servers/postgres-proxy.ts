import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Name of PostgreSQL's socket in its folder. */
const socketName = '.s.PGSQL.5432'
/** How the database says that a commit has succeeded. */
const committed = Buffer.from('COMMIT\0')
const markRead = Buffer.from('SELECT seq FROM numbers')

/** Stands between a relay and its database. */
export class PostgresProxy {
  readonly url: string
  readonly #folder: string
  readonly #open = new Set<Socket>()
  readonly #server
  #isCutting = false
  #holds: 'question' | 'answer' | undefined
  #held: (() => void)[] = []

  private constructor(databaseUrl: string, folder: string) {
    const target = new URL(databaseUrl)
    const path = join(target.searchParams.get('host') ?? '', socketName)
    this.#folder = folder
    this.#server = createServer(client => this.#connect(client, connect(path)))
    target.searchParams.set('host', folder)
    this.url = target.href
  }

  static async start(databaseUrl: string): Promise<PostgresProxy> {
    const folder = await mkdtemp(join(tmpdir(), 'proxy-'))
    const proxy = new PostgresProxy(databaseUrl, folder)
    await new Promise<void>(resolve => proxy.#server.listen(join(folder, socketName), resolve))
    return proxy
  }

  /** The next commit succeeds, but its connection ends before its answer. */
  cutNextCommit(): void {
    this.#isCutting = true
  }

  get isCutting(): boolean {
    return this.#isCutting
  }

  /** The next read of a mark waits on its way to the database, or back. */
  holdNextMark(holds: 'question' | 'answer'): void {
    this.#holds = holds
  }

  get isHolding(): boolean {
    return this.#held.length > 0
  }

  release(): void {
    for (const go of this.#held.splice(0)) go()
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy()
    await new Promise(resolve => this.#server.close(resolve))
    await rm(this.#folder, { recursive: true })
  }

  #connect(client: Socket, database: Socket): void {
    this.#join(client, database)
    this.#join(database, client)
    let isAnswerHeld = false
    client.on('data', (bytes: Buffer) => {
      const holds = bytes.includes(markRead) ? this.#holds : undefined
      if (holds) this.#holds = undefined
      isAnswerHeld = holds === 'answer'
      if (holds === 'question') this.#held.push(() => database.write(bytes))
      else database.write(bytes)
    })
    database.on('data', (bytes: Buffer) => {
      if (this.#isCutting && bytes.includes(committed)) {
        this.#isCutting = false
        client.destroy()
      } else if (isAnswerHeld) this.#held.push(() => client.write(bytes))
      else client.write(bytes)
    })
  }

  #join(socket: Socket, other: Socket): void {
    this.#open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      this.#open.delete(socket)
      other.destroy()
    })
  }
}
