import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { customerKeys } from '@hornets/server/http/caller'
import type { CacheSettings, CacheState, SharedEvents } from '../../events/event-store.ts'
import type { Audience } from '../../policy/read-policy.ts'
import type { Refusal } from '../../policy/refusal.ts'
import { version } from '../../version.ts'
import type { ClientState } from '../client-counts.ts'
import { isOwnAddress } from '../fairness/address-accounts.ts'
import type { NostrLimits } from '../fairness/limits.ts'
import type { Heir } from '../handing/kept-connection.ts'
import type { PolicyState, Start } from './calls.ts'
import { lineOf } from './link.ts'
import type { MachinesOptions, ServingMachines } from './machines/serving-machines.ts'
import { type DeskParts, deskFor } from './main-desk.ts'
import { type Machine, type Serving, ServingProcess } from './serving-process.ts'

/** What several processes need; one process needs none of it. */
export interface ServingOptions {
  /** Beside the main process. */
  readonly processes: number
  readonly store: SharedEvents
  readonly logLevel: string
  /** Whether readers can have filters now. */
  readonly filters?: () => boolean
  readonly cache?: () => CacheSettings
  /** Where processes on other machines connect. */
  readonly machines?: MachinesOptions | undefined
}

export interface ProcessState {
  readonly number: number
  readonly machine: Machine | null
  readonly isReady: boolean
  /** Open websockets. */
  readonly open: number
  readonly usedBytes: number
  readonly share: number
  readonly p99Ms: number
}

export interface ServingProcessesParts extends Omit<DeskParts, 'hasRoom'>, ServingOptions {
  readonly compresses: boolean
  readonly verifierWorkers: number | undefined
  /** A client has come to another machine. */
  readonly onOpen: () => void
}

const startMsMax = 30_000
/** Who stores events waits while a process has not read this much of what was stored. */
const behindMax = 4 * 2 ** 20
const stalledMsMax = 10_000
const lookMs = 5
const nobody: ReadonlySet<string> = new Set()
const noCache: CacheSettings = { isOn: false, entriesMax: 0, ttlSeconds: 0 }

/** The processes that serve clients beside the main one, here and on other machines. */
export class ServingProcesses {
  readonly #parts: ServingProcessesParts
  readonly #here: readonly ServingProcess[]
  #machines: ServingMachines | undefined
  #state: string
  readonly #stopListening: () => void

  constructor(parts: ServingProcessesParts) {
    this.#parts = parts
    this.#state = JSON.stringify(this.#policyState())
    this.#stopListening = parts.store.onHold(() => this.#write('forgetAnswers', []))
    const { log } = parts.parts
    this.#here = Array.from(
      { length: parts.processes },
      (_, at) =>
        new ServingProcess({
          number: at + 1,
          start: () => this.#start(at + 1, shareOf(parts.parts.limits, parts.processes)),
          handlersOf: this.#handlersOf,
          onReady: this.#onReady,
          onGone: () => parts.store.forgetReaders(),
          log,
        }),
    )
  }

  async ready(): Promise<void> {
    const late = new AbortController()
    if (this.#parts.machines) await this.#listen(this.#parts.machines)
    const first = Promise.all(this.#here.map(({ firstReady }) => firstReady))
    await Promise.race([first, sleep(startMsMax, undefined, { signal: late.signal }).catch(() => {})])
    late.abort()
  }

  get #all(): readonly Serving[] {
    return this.#machines ? [...this.#here, ...this.#machines.all] : this.#here
  }

  /** Where other machines connect. */
  get machinesPort(): number | undefined {
    return this.#machines?.port
  }

  /** Open websockets. */
  get open(): number {
    return this.#all.reduce((sum, serving) => sum + serving.open, 0)
  }

  /** With those that arrive; on other machines they have limits of their own. */
  get count(): number {
    return this.#here.reduce((sum, serving) => sum + serving.count, 0)
  }

  get unsentBytes(): number {
    return this.#all.reduce((sum, { figures }) => sum + figures.unsentBytes, 0)
  }

  get cacheStates(): readonly CacheState[] {
    return this.#all.map(({ figures }) => figures.cache)
  }

  get states(): readonly ProcessState[] {
    return this.#all.map(({ number, machine, isReady, open, figures }) => ({
      number,
      machine,
      isReady,
      open,
      ...figures.vitals,
    }))
  }

  get pids(): readonly number[] {
    return this.#here.flatMap(({ isReady, pid }) => (isReady && pid !== undefined ? [pid] : []))
  }

  /**
   * All connections of an address, and of its site, go to the same process, which alone counts them. Undefined: none
   * that is ready may have it.
   */
  choose(address: string): ServingProcess | undefined {
    if (isOwnAddress(address)) {
      const ready = this.#here.filter(({ isReady }) => isReady)
      return ready.length === 0 ? undefined : ready.reduce((least, one) => (one.count < least.count ? one : least))
    }
    const { customer, site } = customerKeys(address)
    const digest = hash('sha256', site ?? customer, 'buffer')
    const chosen = this.#here[digest.readUInt32BE(0) % this.#here.length]
    return chosen?.isReady ? chosen : undefined
  }

  /** Live events for the subscribers of all. `mark`: null if it is not stored. */
  live(json: string, audience: Audience | undefined, mark: number | null): void {
    this.#write('live', [mark, json, audience ? [...audience] : null])
  }

  judgeReads(): void {
    this.tellPolicy()
    this.#write('judgeReads', [])
  }

  judgeAgain(): void {
    this.tellPolicy()
    this.#write('judgeAgain', [])
  }

  closeConnectionsOf(pubkey: string, refusal: Refusal): void {
    this.#write('closeConnectionsOf', [pubkey, refusal])
  }

  /** If it has changed. */
  tellPolicy(): void {
    const state = this.#policyState()
    const text = JSON.stringify(state)
    if (text === this.#state) return
    this.#state = text
    this.#write('policy', [state])
  }

  async clients(): Promise<ClientState[]> {
    const lists = await Promise.all(this.#all.map(({ link }) => link?.call('clients', []).catch(() => []) ?? []))
    return lists.flat()
  }

  /** False if none of them has it. */
  disconnect(id: number): boolean {
    const link = this.#all.find(serving => serving.has(id))?.link
    link?.tell('disconnect', id)
    return link !== undefined
  }

  /** Those that are given away. */
  async settle(): Promise<void> {
    await Promise.all(this.#here.map(({ link }) => link?.call('settle', []).catch(() => {})))
  }

  /** `isEnding`: machines keep theirs for the next main process. */
  async closeConnections(heir: Heir | undefined, isEnding: boolean): Promise<void> {
    const closing = this.#all.filter(({ machine }) => !(machine && isEnding))
    const returned = await Promise.all(closing.map(serving => serving.closeConnections(heir !== undefined)))
    // In the order of their arrival, as one process gives them.
    for (const { id, kept, socket } of returned.flat().sort((one, other) => one.id - other.id))
      await heir?.(kept, socket, id)
  }

  async close(): Promise<void> {
    this.#stopListening()
    await Promise.all([this.#machines?.close(), ...this.#here.map(serving => serving.close())])
  }

  /** Its code is loaded only here. */
  async #listen(options: MachinesOptions): Promise<void> {
    const { parts, processes, onOpen } = this.#parts
    const { ServingMachines } = await import('./machines/serving-machines.ts')
    this.#machines = new ServingMachines({
      startOf: number => this.#start(number, parts.limits),
      firstNumber: processes + 1,
      handlersOf: this.#handlersOf,
      onReady: this.#onReady,
      onOpen,
      log: parts.log,
    })
    await this.#machines.listen(options)
  }

  #handlersOf = (serving: Serving) => deskFor(serving, { ...this.#parts, hasRoom: () => this.#hasRoom() })

  #onReady = ({ link }: Serving) => link?.tell('policy', this.#policyState())

  #write(name: string, args: readonly unknown[]): void {
    const line = lineOf(0, name, args)
    for (const serving of this.#all) serving.write(line)
  }

  #hasRoom(): Promise<void> | undefined {
    this.#endSilent()
    if (this.#behind.length === 0) return undefined
    const wait = async () => {
      const since = performance.now()
      while (this.#behind.length > 0) {
        // It has stopped reading, and would keep the others' clients from publishing.
        if (performance.now() - since > stalledMsMax) for (const serving of this.#behind) serving.kill()
        await sleep(lookMs)
        this.#endSilent()
      }
    }
    return wait()
  }

  get #behind(): readonly Serving[] {
    return this.#all.filter(({ link }) => (link?.unsent ?? 0) > behindMax)
  }

  /** Nobody waits for a machine that is cut off: it reads what it has missed when it comes back. */
  #endSilent(): void {
    for (const serving of this.#behind) if (serving.isSilent) serving.kill()
  }

  #policyState(): PolicyState {
    const { policy, filters = () => false, cache = () => noCache } = this.#parts
    const { moderationMode } = policy
    return { nobody: policy.judgeReading(nobody), moderationMode, filters: filters(), cache: cache() }
  }

  #start(number: number, limits: NostrLimits): Start {
    const { compresses, verifierWorkers, logLevel, store } = this.#parts
    const policy = this.#policyState()
    return { version, number, policy, limits, compresses, verifierWorkers, logLevel, events: store.place }
  }
}

/** What is bounded for all connections together. All else is per connection or address. */
function shareOf(limits: NostrLimits, processes: number): NostrLimits {
  const { allUnsentBytesMax, allEventBytesInFlightMax, allComparedEventsMax } = limits
  return {
    ...limits,
    allUnsentBytesMax: Math.ceil(allUnsentBytesMax / processes),
    allEventBytesInFlightMax: Math.ceil(allEventBytesInFlightMax / processes),
    allComparedEventsMax: Math.ceil(allComparedEventsMax / processes),
  }
}
