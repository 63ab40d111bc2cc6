import { imageModeration, ollama, queryCache, xnostr } from '@hornets/contract/admin/settings'
import { createLogger } from '@hornets/server/process/logger'
import { expect, it, vi } from 'vitest'
import type { SecretBox } from '../database/secret-box.ts'
import { fromRows } from './stored-values.ts'

const logger = createLogger({ name: 'test', level: 'silent' })
const row = ({ name: group_name }: { name: string }, key: string, value: unknown) => ({
  group_name,
  key,
  value: JSON.stringify(value),
  sealed: 0,
})

it('an address that was stored with a name and password counts without them, and no log has them', () => {
  const warn = vi.spyOn(logger, 'warn')
  const nitter = { requests_per_minute: 5, failure_threshold: 2, recovery_threshold: 1 }
  const instances = [
    { url: 'https://me:word-of-mine@one.example', priority: 1 },
    { url: 'https://two.example', priority: 2 },
  ]
  const values = fromRows(
    [
      row(ollama, 'url', 'http://me:word-of-mine@host:11434/api'),
      row(imageModeration, 'api', 'me:word-of-mine@host/moderate'),
      row(xnostr, 'nitter', { ...nitter, instances }),
      row(queryCache, 'redis', 'redis://:word-of-mine@host'),
    ],
    {} as SecretBox,
    logger,
  )
  expect(values.get('ollama')).toEqual({ url: 'http://host:11434/api' })
  expect(values.get('image_moderation')).toEqual({})
  expect(values.get('xnostr')).toMatchObject({
    nitter: { requests_per_minute: 5, instances: [{ url: 'https://one.example' }, { url: 'https://two.example' }] },
  })
  expect(values.get('query_cache')).toEqual({ redis: 'redis://host' })
  expect(warn).toHaveBeenCalledTimes(4)
  expect(JSON.stringify(warn.mock.calls)).not.toContain('word-of-mine')
})
