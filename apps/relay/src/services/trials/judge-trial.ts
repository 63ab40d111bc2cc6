import type { imageModeration, ValuesOf } from '@hornets/contract/admin/settings'
import * as z from 'zod/mini'
import { judgeForm } from '../judge-form.ts'
import type { Trial } from './trial.ts'

/** A grey square of 64 pixels. */
const image = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAATElEQVR42u3PMQ0AAAwDoPoXWh2VsHsJOCB9LgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIClwEpryKGlDaekQAAAABJRU5ErkJggg==',
  'base64',
)

const verdict = z.object({
  decision: z.enum(['ALLOW', 'FLAG', 'BLOCK']),
  category: z.nullish(z.string()),
  explanation: z.nullish(z.string()),
})

export function judgeTrial(values: ValuesOf<typeof imageModeration>): Trial {
  return {
    address: values.api,
    form: judgeForm(values, { value: image, fileName: 'test.png', mimeType: 'image/png' }),
    timeoutMs: values.timeout * 1000,
    read(answer) {
      const { decision, category, explanation } = verdict.parse(answer)
      return [decision, category, explanation].filter(Boolean).join(' · ')
    },
  }
}
