import { messages } from '../../messages.ts'
import { defineGroup, field } from './group.ts'
import { atLeast1, atLeast100, serviceAddress, toggle } from './rules.ts'

export const nestFeeder = defineGroup({
  name: 'nest_feeder',
  path: 'nest-feeder',
  title: 'Nest feeder',
  description: 'An external service that judges notes instead of Ollama.',
  prefixed: true,
  fields: {
    enabled: field({
      schema: toggle,
      default: false,
      title: 'Ask the nest feeder',
      description: 'Use this service for the content filter.',
      control: 'switch',
    }),
    url: field({
      schema: serviceAddress(messages.fieldRequired),
      default: 'http://localhost:8001/feed',
      title: 'Address',
      description: 'Address of the service.',
      control: 'text',
    }),
    cache_size: field({
      schema: atLeast100,
      default: 10_000,
      title: 'Cache size',
      description: 'Maximum number of cached answers.',
      control: 'number',
      unit: 'entries',
      min: 100,
    }),
    cache_ttl: field({
      schema: atLeast1,
      default: 60,
      title: 'Cache time',
      description: 'How long an answer is cached.',
      control: 'number',
      unit: 'min',
      min: 1,
    }),
    timeout: field({
      schema: atLeast1,
      default: 500,
      title: 'Timeout',
      description: 'Maximum wait for an answer.',
      control: 'number',
      unit: 'ms',
      min: 1,
    }),
  },
})
