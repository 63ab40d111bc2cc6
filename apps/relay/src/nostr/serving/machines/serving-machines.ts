import type { Server } from 'node:tls'
import type { Serving } from '../serving-process.ts'
import { listenSecurely, type Place } from './secure-link.ts'
import { ServingMachine, type ServingMachineParts } from './serving-machine.ts'

/** Where serving machines connect, and what both sides know. */
export interface MachinesOptions extends Place {
  readonly secret: string
}

export interface ServingMachinesParts
  extends Omit<ServingMachineParts, 'stream' | 'number' | 'start' | 'onReady' | 'onGone'> {
  readonly startOf: (number: number) => ServingMachineParts['start']
  readonly onReady: (machine: Serving) => void
  /** After those of the processes here. */
  readonly firstNumber: number
}

/** More are turned away. */
const machinesMax = 64

/** Serving processes on other machines. They join and leave while the relay runs. */
export class ServingMachines {
  readonly #parts: ServingMachinesParts
  readonly #all = new Map<number, ServingMachine>()
  #server: Server | undefined

  constructor(parts: ServingMachinesParts) {
    this.#parts = parts
  }

  async listen({ secret, ...place }: MachinesOptions): Promise<void> {
    const { log, startOf, firstNumber } = this.#parts
    this.#server = await listenSecurely(place, secret, stream => {
      if (this.#all.size >= machinesMax) {
        stream.destroy()
        return
      }
      let number = firstNumber
      while (this.#all.has(number)) number += 1
      const address = stream.remoteAddress
      const onGone = () => {
        this.#all.delete(number)
        log.warn({ number, address }, 'a serving machine has left')
      }
      const onReady = (machine: Serving) => {
        log.info({ number, address }, 'a serving machine has joined')
        this.#parts.onReady(machine)
      }
      this.#all.set(
        number,
        new ServingMachine({ ...this.#parts, stream, number, start: startOf(number), onReady, onGone }),
      )
    })
  }

  get port(): number | undefined {
    const address = this.#server?.address()
    return typeof address === 'object' ? address?.port : undefined
  }

  get all(): readonly ServingMachine[] {
    return [...this.#all.values()]
  }

  async close(): Promise<void> {
    this.#server?.close()
    for (const machine of this.all) machine.kill()
  }
}
