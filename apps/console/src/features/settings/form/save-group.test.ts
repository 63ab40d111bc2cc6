import { general, ollama, queryCache, xnostr } from '@hornets/contract/admin/settings'
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

it('SET-14, SET-72: a prefixed group is read again, then posted with what was edited over it', async () => {
  const other = serverWith({ xnostr: { temp_dir: '/tmp', concurrency: 5 } })
  await saveGroup(other.client, xnostr, { temp_dir: '/old', concurrency: 3 }, { concurrency: 9 })
  expect(other.calls).toMatchObject([
    { method: 'GET', path: '/api/settings/xnostr' },
    {
      method: 'POST',
      path: '/api/settings/xnostr',
      body: { xnostr: { xnostr_temp_dir: '/tmp', xnostr_concurrency: 9 } },
    },
  ])
  const { client, calls } = serverWith({ ollama: { url: 'http://other', model: 'phi', timeout: 5 } })
  await saveGroup(client, ollama, { url: 'http://old', model: 'phi', timeout: 5 }, { timeout: 9 })
  expect(calls).toEqual([
    { method: 'GET', path: '/api/settings/ollama' },
    {
      method: 'POST',
      path: '/api/settings/ollama',
      body: { ollama: { ollama_url: 'http://other', ollama_model: 'phi', ollama_timeout: 9 } },
    },
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

it('SET-71, R-49: posts the whole query cache map so that removed names disappear', async () => {
  const { client, calls } = serverWith({})
  await saveGroup(client, queryCache, { a: 1, b: 2 }, { a: 1 })
  expect(calls).toEqual([{ method: 'POST', path: '/api/settings/query_cache', body: { query_cache: { a: 1 } } }])
})
