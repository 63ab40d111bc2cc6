import { messages } from '../../messages.ts'
import { defineGroup, field } from './group.ts'
import { atLeast1, httpUrl, requiredText } from './rules.ts'

export const ollama = defineGroup({
  name: 'ollama',
  path: 'ollama',
  title: 'Ollama',
  description: 'The language model that judges notes for the content filter.',
  prefixed: true,
  fields: {
    url: field({
      schema: httpUrl(),
      default: 'http://localhost:11434/api/generate',
      title: 'Address',
      description: "Address of Ollama's generate endpoint.",
      control: 'url',
    }),
    model: field({
      schema: requiredText(messages.modelRequired),
      default: 'llama2',
      title: 'Model',
      description: 'The model to use.',
      control: 'select',
      options: [
        'llama2',
        'llama2:13b',
        'llama2:70b',
        'mistral',
        'mistral:7b',
        'mixtral',
        'mixtral:8x7b',
        'phi',
        'phi:2',
        'gemma',
        'gemma:7b',
        'vicuna',
        'vicuna:13b',
        'orca-mini',
      ],
    }),
    timeout: field({
      schema: atLeast1,
      default: 10_000,
      title: 'Timeout',
      description: 'Maximum wait for an answer.',
      control: 'number',
      unit: 'ms',
      min: 1,
    }),
  },
})
