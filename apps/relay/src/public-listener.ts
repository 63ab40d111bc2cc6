import type { Logger } from '@hornets/server/process/logger'
import { Serial } from '@hornets/server/serial'
import type { PublicDoor } from './public-door.ts'

/** The public door as a switch (`general.proxy`): opened and closed one after the other, ending as was said last. */
export class PublicListener {
  readonly #openAt: (port: number) => Promise<PublicDoor>
  readonly #logger: Logger
  readonly #turns = new Serial()
  #door: PublicDoor | null = null

  constructor(openAt: (port: number) => Promise<PublicDoor>, logger: Logger) {
    this.#openAt = openAt
    this.#logger = logger
  }

  isOpen(): boolean {
    return this.#door !== null
  }

  /** Resolves once the door is open; throws when it cannot be opened. */
  open(port: number): Promise<void> {
    return this.#turns.run(async () => {
      if (this.#door) return
      this.#door = await this.#openAt(port)
      this.#logger.info({ port: this.#door.port }, 'the public door is open')
    })
  }

  /** Resolves once the door is closed and every connection with it. */
  close(): Promise<void> {
    return this.#turns.run(async () => {
      const door = this.#door
      if (!door) return
      this.#door = null
      await door.close()
      this.#logger.info('the public door is closed')
    })
  }
}
