import * as z from 'zod/mini'
import { kindMax } from '../../nostr.ts'
import { defineGroup, field } from './group.ts'
import { atLeast1, atLeast100, toggle } from './rules.ts'

export const contentFilter = defineGroup({
  name: 'content_filter',
  path: 'content-filter',
  title: 'Content filter',
  description: 'Hides notes that readers do not want to see, by muted words or their own description.',
  prefixed: true,
  fields: {
    enabled: field({
      schema: toggle,
      default: false,
      title: 'Filter for readers',
      description: 'Apply preferences published by signed-in readers.',
      control: 'switch',
    }),
    cache_size: field({
      schema: atLeast100,
      default: 10_000,
      title: 'Cache size',
      description: 'Maximum number of cached verdicts.',
      control: 'number',
      unit: 'entries',
      min: 100,
    }),
    cache_ttl: field({
      schema: atLeast1,
      default: 60,
      title: 'Cache time',
      description: 'How long a verdict is cached.',
      control: 'number',
      unit: 'min',
      min: 1,
    }),
    full_text_kinds: field({
      schema: z.array(z.int().check(z.minimum(0), z.maximum(kindMax))).check(z.maxLength(100)),
      default: [1],
      title: 'Filtered kinds',
      description: 'Event kinds to filter.',
      control: 'numbers',
      options: [1, 1984, 9735, 10002, 30023],
      bare: true,
    }),
  },
})
