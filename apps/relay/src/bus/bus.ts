import type { AdminTransaction } from '../database/admin-database.ts'
import type { BusEvents, BusTransactions } from './bus-events.ts'

type Listener<Name extends keyof BusEvents> = (value: BusEvents[Name]) => void
type Joining<Name extends keyof BusTransactions> = (
  tx: AdminTransaction,
  value: BusTransactions[Name],
) => Promise<() => void>

/** Joins parts of the relay that are built one before the other; bus-events.ts lists what they tell each other. */
export class Bus {
  readonly #listeners: { [Name in keyof BusEvents]?: readonly Listener<Name>[] } = {}
  readonly #joining: { [Name in keyof BusTransactions]?: readonly Joining<Name>[] } = {}
  readonly #onError: (error: unknown) => void

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError
  }

  on<Name extends keyof BusEvents>(name: Name, listener: Listener<Name>): void {
    const before: readonly Listener<Name>[] = this.#listeners[name] ?? []
    Object.assign(this.#listeners, { [name]: [...before, listener] })
  }

  /** A listener's failure is reported and does not affect others. */
  emit<Name extends keyof BusEvents>(name: Name, value: BusEvents[Name]): void {
    for (const listener of this.#listeners[name] ?? []) {
      try {
        listener(value)
      } catch (error) {
        this.#onError(error)
      }
    }
  }

  /** The listener works in the sender's transaction; what it resolves with is called after the commit. */
  join<Name extends keyof BusTransactions>(name: Name, listener: Joining<Name>): void {
    const before: readonly Joining<Name>[] = this.#joining[name] ?? []
    Object.assign(this.#joining, { [name]: [...before, listener] })
  }

  /** Resolves with what to do after the commit; rejects where a listener does. */
  async emitWithin<Name extends keyof BusTransactions>(
    tx: AdminTransaction,
    name: Name,
    value: BusTransactions[Name],
  ): Promise<() => void> {
    const afterwards: (() => void)[] = []
    for (const listener of this.#joining[name] ?? []) afterwards.push(await listener(tx, value))
    return () => {
      for (const then of afterwards) then()
    }
  }
}
