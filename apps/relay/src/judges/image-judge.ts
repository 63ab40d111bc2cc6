import { imageModeration, type ValuesOf } from '@hornets/contract/admin/settings'
import type { OutsideService, ServiceState } from '@hornets/server/outgoing/outside-service'
import { serviceUrl } from '@hornets/server/outgoing/service-url'
import * as z from 'zod/mini'
import { judgeForm } from '../services/judge-form.ts'
import type { Settings } from '../settings/settings.ts'

/** What the service answers; anything else is a failure, never a pass. */
const answer = z.object({
  content_level: z.int().check(z.minimum(0), z.maximum(5)),
  decision: z.enum(['ALLOW', 'FLAG', 'BLOCK']),
  explanation: z._default(z.string(), ''),
  confidence: z._default(z.number(), 0),
  category: z._default(z.string(), ''),
})
export interface Verdict extends z.infer<typeof answer> {
  /** With which it was given; null where a person decided. */
  readonly mode: ValuesOf<typeof imageModeration>['mode'] | null
  readonly threshold: number | null
}

const wordsMax = 500

export class ImageJudge {
  readonly #settings: Pick<Settings, 'get'>
  readonly #service: Pick<OutsideService, 'ask' | 'state' | 'isResting'>

  constructor(settings: Pick<Settings, 'get'>, service: Pick<OutsideService, 'ask' | 'state' | 'isResting'>) {
    this.#settings = settings
    this.#service = service
  }

  /** Throws ServiceError. */
  async judge(content: Buffer, mimeType: string): Promise<Verdict> {
    const values = this.#settings.get(imageModeration)
    const form = judgeForm(values, { value: content, fileName: 'media', mimeType })
    return this.#service.ask({ url: serviceUrl(values.api), form, timeoutMs: values.timeout * 1000 }, said => {
      const verdict = z.parse(answer, said)
      const { explanation, category } = verdict
      const { mode, threshold } = values
      return {
        ...verdict,
        explanation: explanation.slice(0, wordsMax),
        category: category.slice(0, wordsMax),
        mode,
        threshold,
      }
    })
  }

  /** It would fail now without being asked. */
  get isResting(): boolean {
    return this.#service.isResting
  }

  state(): ServiceState {
    return this.#service.state()
  }
}
