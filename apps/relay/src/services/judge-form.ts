import type { imageModeration, ValuesOf } from '@hornets/contract/admin/settings'
import type { FormPart } from '@hornets/server/outgoing/multipart'

/** What a judge of images is sent: the file, and the mode and threshold of the settings. */
export const judgeForm = (
  { mode, threshold }: Pick<ValuesOf<typeof imageModeration>, 'mode' | 'threshold'>,
  file: { readonly value: Buffer; readonly fileName: string; readonly mimeType: string },
): FormPart[] => [
  { name: 'file', ...file },
  { name: 'moderation_mode', value: mode },
  { name: 'threshold', value: String(threshold) },
]
