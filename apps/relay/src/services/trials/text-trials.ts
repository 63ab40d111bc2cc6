import { messages } from '@hornets/contract'
import type { nestFeeder, ollama, ValuesOf, xnostr } from '@hornets/contract/admin/settings'
import { ApiError } from '@hornets/server/api-error'
import * as z from 'zod/mini'
import type { Trial } from './trial.ts'

const mirrorMs = 20_000
const mirrorBytesMax = 2 ** 20
const modelsMax = 500

/** An event that nobody signed, in the form of NIP-01. */
const exampleEvent = {
  id: '0'.repeat(64),
  pubkey: '0'.repeat(64),
  created_at: 0,
  kind: 1,
  tags: [],
  content: 'Good morning!',
  sig: '0'.repeat(128),
}

const generated = z.object({ response: z.string() })

export function modelTrial({ url, model, timeout }: ValuesOf<typeof ollama>): Trial {
  return {
    address: url,
    json: { model, prompt: 'Answer with one word, true or false: is 2 more than 1?', stream: false },
    timeoutMs: timeout,
    read: answer => generated.parse(answer).response.trim(),
  }
}

const fed = z.object({ pass: z.boolean(), reason: z.nullish(z.string()) })

export function feederTrial({ url, timeout }: ValuesOf<typeof nestFeeder>): Trial {
  return {
    address: url,
    json: { custom_instruction: 'Hide nothing.', event_data: exampleEvent },
    timeoutMs: timeout,
    read(answer) {
      const { pass, reason } = fed.parse(answer)
      return [`pass: ${pass}`, reason].filter(Boolean).join(' · ')
    },
  }
}

export function mirrorTrial({ nitter }: ValuesOf<typeof xnostr>): Trial {
  const { instances } = nitter as { instances: readonly { url: string; priority: number }[] }
  const [first] = instances.toSorted((one, other) => one.priority - other.priority)
  if (!first) throw new ApiError('bad_request', messages.noMirror)
  return {
    address: first.url,
    reads: 'text',
    timeoutMs: mirrorMs,
    maxBytes: mirrorBytesMax,
    read: page => /<title>([^<]*)<\/title>/i.exec(String(page))?.[1]?.trim() || first.url,
  }
}

const installed = z.object({ models: z.array(z.object({ name: z.string() })) })

export function modelsOf(answer: unknown): string[] {
  return installed
    .parse(answer)
    .models.slice(0, modelsMax)
    .map(({ name }) => name.slice(0, 200))
}
