import {
  contentFilter,
  general,
  imageModeration,
  nestFeeder,
  ollama,
  queryCache,
  wallet,
  xnostr,
} from '@hornets/contract/admin/settings'
import { expect, it } from 'vitest'
import { ApiError } from '../../../api/calls/api-error.ts'
import { createClient } from '../../../api/calls/client.ts'
import { CurrentSettingsError, saveGroup } from './save-group.ts'

function serverWith(held: Record<string, unknown>, failing?: { method: string; status: number }) {
  const calls: { method: string; path: string; body?: unknown }[] = []
  const client = createClient({
    token: () => 'token',
    onUnauthorized: () => {},
    onNoToken: () => {},
    async send({ method, path, body }) {
      calls.push(body === undefined ? { method, path } : { method, path, body })
      if (method === failing?.method) {
        throw new ApiError({ status: failing.status, code: 'internal', message: 'Something went wrong' })
      }
      return method === 'GET' ? held : { message: 'Saved', restart: ['port'] }
    },
  })
  return { client, calls }
}

it('SET-20: when the current settings cannot be read, nothing is posted', async () => {
  const { client, calls } = serverWith({}, { method: 'GET', status: 503 })
  const saving = saveGroup(client, ollama, {}, { timeout: 9 })
  await expect(saving).rejects.toThrow(CurrentSettingsError)
  await expect(saving).rejects.toMatchObject({ status: 503 })
  expect(calls.map(({ method }) => method)).toEqual(['GET'])
})

it('SET-19: a refused save shows the server’s reason', async () => {
  const { client } = serverWith({ ollama: {} }, { method: 'POST', status: 500 })
  await expect(saveGroup(client, ollama, {}, { timeout: 9 })).rejects.toMatchObject({ status: 500 })
})

it.each([
  ['SET-14', 'image_moderation', imageModeration],
  ['SET-14', 'content_filter', contentFilter],
  ['SET-14', 'nest_feeder', nestFeeder],
  ['SET-14', 'ollama', ollama],
  ['SET-14', 'wallet', wallet],
  ['SET-14, SET-72', 'xnostr', xnostr],
])('%s: %s is read again, then posted with what was edited over it', async (_ids, name, group) => {
  const { client, calls } = serverWith({ [name]: { others: 'new', mine: 'new' } })
  await saveGroup(client, group, { others: 'old', mine: 'old' }, { mine: 'edited' })
  const path = `/api/settings/${name}`
  const values = { [`${name}_others`]: 'new', [`${name}_mine`]: 'edited' }
  expect(calls).toEqual([
    { method: 'GET', path },
    { method: 'POST', path, body: { [name]: expect.objectContaining(values) } },
  ])
})

it('SET-16, SET-60: a group without prefix is posted as edited, without reading it again', async () => {
  const { client, calls } = serverWith({})
  const restart = await saveGroup(client, general, { port: '9000', web: true }, { port: '9100' })
  expect(calls).toEqual([
    { method: 'POST', path: '/api/provisional-settings', body: { section: 'general', keys: ['port'] } },
    { method: 'POST', path: '/api/settings/general', body: { general: { port: '9100', web: true } } },
  ])
  expect(restart).toEqual(['port'])
})

it('SET-16, SET-71, R-49: posts the whole query cache map so that removed names disappear', async () => {
  const { client, calls } = serverWith({})
  await saveGroup(client, queryCache, { a: 1, b: 2 }, { a: 1 })
  expect(calls).toEqual([{ method: 'POST', path: '/api/settings/query_cache', body: { query_cache: { a: 1 } } }])
})
