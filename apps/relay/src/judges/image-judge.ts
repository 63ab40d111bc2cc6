import { imageModeration } from '@hornets/contract/admin/settings'
import type { OutsideService, ServiceState } from '@hornets/server/outgoing/outside-service'
import * as z from 'zod/mini'
import type { Settings } from '../settings/settings.ts'

/** What the service answers; anything else is a failure, never a pass. */
const answer = z.object({
  content_level: z.int().check(z.minimum(0), z.maximum(5)),
  decision: z.enum(['ALLOW', 'FLAG', 'BLOCK']),
  explanation: z._default(z.string(), ''),
  confidence: z._default(z.number(), 0),
  category: z._default(z.string(), ''),
})
export type Verdict = z.infer<typeof answer>

const wordsMax = 500

/** The service that the settings `image_moderation` name. */
export class ImageJudge {
  readonly #settings: Pick<Settings, 'get'>
  readonly #service: Pick<OutsideService, 'ask' | 'state'>

  constructor(settings: Pick<Settings, 'get'>, service: Pick<OutsideService, 'ask' | 'state'>) {
    this.#settings = settings
    this.#service = service
  }

  /** Throws ServiceError. */
  judge(content: Buffer, mimeType: string): Promise<Verdict> {
    const { api, mode, threshold, timeout } = this.#settings.get(imageModeration)
    const form = [
      { name: 'file', value: content, fileName: 'media', mimeType },
      { name: 'moderation_mode', value: mode },
      { name: 'threshold', value: String(threshold) },
    ]
    return this.#service.ask({ url: new URL(api), form, timeoutMs: timeout * 1000 }, said => {
      const verdict = z.parse(answer, said)
      const { explanation, category } = verdict
      return { ...verdict, explanation: explanation.slice(0, wordsMax), category: category.slice(0, wordsMax) }
    })
  }

  state(): ServiceState {
    return this.#service.state()
  }
}
