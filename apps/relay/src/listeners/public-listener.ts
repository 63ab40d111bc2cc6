import type { Logger } from '@hornets/server/process/logger'
import pLimit from 'p-limit'
import type { PublicServer } from './public-server.ts'

/** The public server as a switch (`general.proxy`): opens and closes in order, and ends in the last requested state. */
export class PublicListener {
  readonly #openAt: (port: number) => Promise<PublicServer>
  readonly #logger: Logger
  readonly #mutex = pLimit(1)
  #server: PublicServer | null = null

  constructor(openAt: (port: number) => Promise<PublicServer>, logger: Logger) {
    this.#openAt = openAt
    this.#logger = logger
  }

  isOpen(): boolean {
    return this.#server !== null
  }

  port(): number | undefined {
    return this.#server?.port
  }

  open(port: number): Promise<void> {
    return this.#mutex(async () => {
      if (this.#server) return
      this.#server = await this.#openAt(port)
      this.#logger.info({ port: this.#server.port }, 'the public server is open')
    })
  }

  close(): Promise<void> {
    return this.#mutex(async () => {
      const server = this.#server
      if (!server) return
      this.#server = null
      await server.close()
      this.#logger.info('the public server is closed')
    })
  }
}
