import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, toTimestamp } from '../clock.ts'
import { CallPace } from '../sliding-minute.ts'
import { Circuit, type CircuitLimits } from './circuit.ts'
import type { HttpRequest } from './http-request.ts'
import { type FormPart, multipart } from './multipart.ts'
import { requireSuccess, ServiceError, serviceError } from './service-error.ts'
import type { WayOut } from './way-out.ts'

/** `waiting`: switched on, and not asked since. */
export interface ServiceState {
  readonly state: 'off' | 'running' | 'waiting' | 'failing'
  /** RFC 3339, UTC. */
  readonly since: string
  /** Why the last call failed, and what was seen of it; only while failing. */
  readonly error?: string
  readonly detail?: string
  /** Calls in the last 60 seconds. */
  readonly perMinute: number
  /** Of late, milliseconds; 0 before the first answer. */
  readonly latencyMs: number
}

export interface ServiceCall {
  /** From the operator, so it may lead to this machine or a private network. */
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  /** POSTed; without one and without a form it is a GET. */
  readonly json?: unknown
  readonly form?: readonly FormPart[]
  /** What `read` is given: the answer's JSON by default. */
  readonly reads?: 'json' | 'text'
  /** For each attempt, from the request to the end of the answer. */
  readonly timeoutMs: number
  /** Longer answers are an error; 64 KiB by default. */
  readonly maxBytes?: number
  /** 1 by default. Between attempts are growing pauses. */
  readonly attempts?: number
  readonly signal?: AbortSignal | undefined
}

export interface OutsideServiceParts {
  readonly wayOut: Pick<WayOut, 'send'>
  readonly now: Clock
  readonly limits?: CircuitLimits
  readonly wait?: (ms: number) => Promise<unknown>
}

const usualLimits: CircuitLimits = { failuresMax: 5, restMs: 5_000, restMsMax: 300_000 }
const firstPauseMs = 250
const usualBytesMax = 65_536

/** Bounds each call, never follows a redirect, spares a service that fails. */
export class OutsideService {
  readonly #parts: OutsideServiceParts
  readonly #pace: CallPace
  #circuit: Circuit
  #state: ServiceState['state'] = 'off'
  #sinceMs: number
  #error: ServiceError | undefined

  constructor(parts: OutsideServiceParts) {
    this.#parts = parts
    this.#sinceMs = parts.now()
    this.#pace = new CallPace(parts.now)
    this.#circuit = this.#newCircuit()
  }

  /** After a change of its settings: what was known about it is forgotten. */
  turn(isOn: boolean): void {
    this.#circuit = this.#newCircuit()
    this.#pace.forget()
    this.#become(isOn ? 'waiting' : 'off')
  }

  state(): ServiceState {
    return {
      state: this.#state,
      since: toTimestamp(this.#sinceMs),
      ...(this.#error && { error: this.#error.message, detail: this.#error.detail }),
      perMinute: this.#pace.perMinute,
      latencyMs: this.#pace.latencyMs,
    }
  }

  /** Calls would fail now without being made: it is spared after its failures. */
  get isResting(): boolean {
    return this.#circuit.isOpen
  }

  /** Resolves to what `read` makes of its JSON answer; what `read` throws is a fault of the service. Throws ServiceError. */
  async ask<Answer>(call: ServiceCall, read: (answer: unknown) => Answer): Promise<Answer> {
    const { attempts = 1, signal } = call
    const { wait = sleep } = this.#parts
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(call, read)
      } catch (error) {
        signal?.throwIfAborted()
        if (attempt >= attempts || !(error instanceof ServiceError && error.isPassing)) throw error
        await wait(firstPauseMs * 2 ** (attempt - 1))
        signal?.throwIfAborted()
      }
    }
  }

  async #attempt<Answer>(call: ServiceCall, read: (answer: unknown) => Answer): Promise<Answer> {
    const circuit = this.#circuit
    if (!circuit.admits()) throw new ServiceError('resting', this.#error?.message ?? '')
    const startedMs = performance.now()
    this.#pace.called()
    try {
      const { status, text } = await this.#parts.wayOut.send(call.url, requestOf(call))
      requireSuccess(status, text)
      const answer = understood(() => (call.reads === 'text' ? text : JSON.parse(text)), text, read)
      this.#note(circuit, undefined, performance.now() - startedMs)
      return answer
    } catch (cause) {
      if (call.signal?.aborted) {
        circuit.release()
        throw cause
      }
      const error = serviceError(cause, call.timeoutMs)
      this.#note(circuit, error.isRefusal ? undefined : error, performance.now() - startedMs)
      throw error
    }
  }

  #note(circuit: Circuit, error: ServiceError | undefined, tookMs: number): void {
    circuit.note(error !== undefined)
    // A call from before a change of the settings says nothing about the service that is meant now.
    if (circuit !== this.#circuit) return
    if (!error) this.#pace.answered(tookMs)
    this.#become(error ? 'failing' : 'running', error)
  }

  #become(state: ServiceState['state'], error?: ServiceError): void {
    this.#error = error
    if (state === this.#state) return
    this.#state = state
    this.#sinceMs = this.#parts.now()
  }

  #newCircuit = () => new Circuit(this.#parts.limits ?? usualLimits, this.#parts.now)
}

function requestOf({ json, form, headers, timeoutMs, maxBytes = usualBytesMax, signal }: ServiceCall): HttpRequest {
  const limits = { timeoutMs, maxBytes, signal }
  if (form) {
    const { type, body } = multipart(form)
    return { method: 'POST', headers: { ...headers, 'content-type': type }, body, ...limits }
  }
  if (json === undefined) return { headers: { ...headers }, ...limits }
  const body = JSON.stringify(json)
  return { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body, ...limits }
}

function understood<Answer>(answer: () => unknown, text: string, read: (answer: unknown) => Answer): Answer {
  try {
    return read(answer())
  } catch (cause) {
    throw new ServiceError('unclear', text, { cause })
  }
}
