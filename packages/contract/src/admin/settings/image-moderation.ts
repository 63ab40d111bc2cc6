import * as z from 'zod/mini'
import { messages } from '../../messages.ts'
import { defineGroup, field } from './group.ts'
import { atLeast1, number, serviceAddress, text, toggle } from './rules.ts'

export const imageModeration = defineGroup({
  name: 'image_moderation',
  path: 'image-moderation',
  title: 'Image moderation',
  description: 'A moderation service judges images and videos before others see them.',
  prefixed: true,
  fields: {
    enabled: field({
      schema: toggle,
      default: false,
      title: 'Moderate media',
      description:
        'Send every image and video to the service below. Turning it off shows everything that waits; what is blocked or disputed stays hidden.',
      control: 'switch',
    }),
    api: field({
      schema: serviceAddress(messages.apiEndpointRequired),
      default: 'http://localhost:8000/moderate',
      title: 'API endpoint',
      description: 'Address of the moderation service.',
      control: 'text',
    }),
    mode: field({
      schema: z.enum(['basic', 'strict', 'full']),
      default: 'basic',
      title: 'Mode',
      description: 'basic: explicit nudity; strict: also partial nudity; full: also the context.',
      control: 'select',
      options: ['basic', 'strict', 'full'],
    }),
    threshold: field({
      schema: number(messages.between0And1).check(
        z.minimum(0, messages.between0And1),
        z.maximum(1, messages.between0And1),
      ),
      default: 0.4,
      title: 'Threshold',
      description: 'Required confidence. Lower values refuse more.',
      control: 'number',
      min: 0,
      max: 1,
      step: 0.1,
    }),
    check_interval: field({
      schema: atLeast1,
      default: 30,
      title: 'Check interval',
      description: 'How often the queue is processed.',
      control: 'number',
      unit: 's',
      min: 1,
    }),
    concurrency: field({
      schema: atLeast1,
      default: 5,
      title: 'Concurrent checks',
      description: 'Files judged at the same time.',
      control: 'number',
      min: 1,
    }),
    timeout: field({
      schema: atLeast1,
      default: 60,
      title: 'Timeout',
      description: 'Maximum wait for a verdict.',
      control: 'number',
      unit: 's',
      min: 1,
    }),
    temp_dir: field({
      schema: text,
      default: '',
      title: 'Temporary folder',
      description: 'Folder for files waiting for a verdict. Empty: the system folder.',
      control: 'text',
    }),
  },
})
