import type { Server } from 'node:tls'
import type { Joining, Start } from '../calls.ts'
import { listenSecurely, type Place } from './secure-link.ts'
import { ServingMachine, type ServingMachineParts } from './serving-machine.ts'

/** Where serving machines connect, and what both sides know. */
export interface MachinesOptions extends Place {
  readonly secret: string
}

export interface ServingMachinesParts extends Omit<ServingMachineParts, 'stream' | 'onJoin' | 'onGone'> {
  readonly startOf: (number: number) => Start
  /** After those of the processes here. */
  readonly firstNumber: number
}

/** More are turned away. */
const machinesMax = 64

/** Serving processes on other machines. They join and leave while the relay runs. */
export class ServingMachines {
  readonly #parts: ServingMachinesParts
  readonly #all = new Set<ServingMachine>()
  #server: Server | undefined

  constructor(parts: ServingMachinesParts) {
    this.#parts = parts
  }

  async listen({ secret, ...place }: MachinesOptions): Promise<void> {
    this.#server = await listenSecurely(place, secret, stream => {
      if (this.#all.size < machinesMax) this.#all.add(new ServingMachine({ ...this.#parts, ...this.#events, stream }))
      else stream.destroy()
    })
  }

  get port(): number | undefined {
    const address = this.#server?.address()
    return typeof address === 'object' ? address?.port : undefined
  }

  /** Those that have joined. */
  get all(): readonly ServingMachine[] {
    return [...this.#all].filter(({ id }) => id !== undefined)
  }

  async close(): Promise<void> {
    this.#server?.close()
    for (const machine of this.#all) machine.kill()
  }

  readonly #events = {
    onJoin: (machine: ServingMachine, { id, number }: Joining) => {
      // It was cut off and noticed that first.
      for (const earlier of this.all) if (earlier.id === id && earlier !== machine) this.#forget(earlier)
      machine.number = this.#freeNumber(machine, number)
      this.#parts.log.info({ number: machine.number, ...machine.machine }, 'a serving machine joins')
      return this.#parts.startOf(machine.number)
    },
    onGone: (machine: ServingMachine) => {
      if (!this.#all.delete(machine) || machine.id === undefined) return
      this.#parts.log.warn({ number: machine.number, ...machine.machine }, 'a serving machine has left')
    },
  }

  #forget(machine: ServingMachine): void {
    this.#all.delete(machine)
    machine.kill()
  }

  #freeNumber(own: ServingMachine, wanted: number | null): number {
    const taken = new Set(this.all.flatMap(machine => (machine === own ? [] : machine.number)))
    const { firstNumber } = this.#parts
    if (wanted !== null && Number.isSafeInteger(wanted) && wanted >= firstNumber && !taken.has(wanted)) return wanted
    let number = firstNumber
    while (taken.has(number)) number += 1
    return number
  }
}
