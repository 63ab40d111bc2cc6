import { messages } from '@hornets/contract'
import {
  email,
  imageModeration,
  nestFeeder,
  ollama,
  outgoing,
  s3,
  type ValuesOf,
  xnostr,
} from '@hornets/contract/admin/settings'
import type { ServiceTrial, TestedGroup } from '@hornets/contract/admin/settings/services'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import { OutsideService } from '@hornets/server/outgoing/outside-service'
import { ServiceError } from '@hornets/server/outgoing/service-error'
import { serviceUrl } from '@hornets/server/outgoing/service-url'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import type { SettingsService } from '../settings/settings-service.ts'
import { tryMail, tryProxy } from './trials/connection-trials.ts'
import { judgeTrial } from './trials/judge-trial.ts'
import { feederTrial, mirrorTrial, modelsOf, modelTrial } from './trials/text-trials.ts'
import type { Trial } from './trials/trial.ts'

/** Saved timeouts may be years; whoever tests looks at the screen. */
const trialMsMax = 60_000
const modelsMs = 3000
const answerCharsMax = 300

export interface TrialParts {
  readonly settings: Pick<SettingsService, 'get' | 'withPosted'>
  /** Undefined in the demo, which calls nobody. */
  readonly wayOut: WayOut | undefined
  /** Throws ApiError. */
  readonly tryBucket: (values: ValuesOf<typeof s3>, wayOut: WayOut) => Promise<string>
  readonly now: Clock
}

/** Calls the service of a settings group once, apart from what the relay's engines know about it. */
export class TrialService {
  readonly #parts: TrialParts
  #takesMirror: (url: string) => boolean = () => true

  constructor(parts: TrialParts) {
    this.#parts = parts
  }

  /** Tests of mirrors count towards their rate. */
  takeMirrorsBy(takes: (url: string) => boolean): void {
    this.#takesMirror = takes
  }

  /** With the posted values over the saved ones. Never rejects for a fault of the values or of the service. */
  async test(
    group: TestedGroup,
    body: Readonly<Record<string, Record<string, unknown>>>,
    signal?: AbortSignal,
  ): Promise<ServiceTrial> {
    const startedMs = performance.now()
    const took = () => ({ took_ms: Math.round(performance.now() - startedMs) })
    try {
      const answer = await this.#answerOf(group, body[group] ?? {}, signal)
      return { ok: true, ...took(), answer: answer.slice(0, answerCharsMax) }
    } catch (error) {
      if (error instanceof ServiceError) return { ok: false, ...took(), error: error.message, detail: error.detail }
      if (error instanceof ApiError) {
        const detail = typeof error.cause === 'string' && { detail: error.cause }
        return { ok: false, ...took(), error: error.message, ...detail }
      }
      // Whoever asked has left.
      if (signal?.aborted) return { ok: false, ...took(), error: messages.serviceUnreachable }
      throw error
    }
  }

  async models(signal?: AbortSignal): Promise<string[]> {
    const { url } = this.#parts.settings.get(ollama)
    // A visitor of the demo could have named the server.
    if (!this.#parts.wayOut) return []
    try {
      const call = { url: new URL('tags', serviceUrl(url)), timeoutMs: modelsMs, maxBytes: 2 ** 20, signal }
      return await this.#service().ask(call, modelsOf)
    } catch {
      return []
    }
  }

  #answerOf(group: TestedGroup, posted: Record<string, unknown>, signal: AbortSignal | undefined): Promise<string> {
    const { settings, tryBucket } = this.#parts
    switch (group) {
      case 'email':
        return tryMail(settings.withPosted(email, posted), this.#wayOut())
      case 's3':
        return tryBucket(settings.withPosted(s3, posted), this.#wayOut())
      case 'outgoing':
        this.#wayOut()
        return tryProxy(settings.withPosted(outgoing, posted))
      default:
        return this.#ask(this.#trialOf(group, posted), signal)
    }
  }

  #trialOf(group: Exclude<TestedGroup, 'email' | 's3' | 'outgoing'>, posted: Record<string, unknown>): Trial {
    const { settings } = this.#parts
    switch (group) {
      case 'image_moderation':
        return judgeTrial(settings.withPosted(imageModeration, posted))
      case 'ollama':
        return modelTrial(settings.withPosted(ollama, posted))
      case 'nest_feeder':
        return feederTrial(settings.withPosted(nestFeeder, posted))
      case 'xnostr':
        return this.#taken(mirrorTrial(settings.withPosted(xnostr, posted)))
    }
  }

  #taken(trial: Trial): Trial {
    if (!this.#takesMirror(trial.address)) throw new ApiError('rate_limited', messages.rateLimited)
    return trial
  }

  #ask({ address, timeoutMs, read, ...call }: Trial, signal: AbortSignal | undefined): Promise<string> {
    const url = serviceUrl(address)
    return this.#service().ask({ ...call, url, timeoutMs: Math.min(timeoutMs, trialMsMax), signal }, read)
  }

  #service(): OutsideService {
    return new OutsideService({ wayOut: this.#wayOut(), now: this.#parts.now })
  }

  #wayOut(): WayOut {
    const { wayOut } = this.#parts
    if (!wayOut) throw new ApiError('forbidden', messages.demoRefuses)
    return wayOut
  }
}
