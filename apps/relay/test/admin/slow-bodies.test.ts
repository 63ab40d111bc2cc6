import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { adminEndpoints } from '@hornets/contract/admin'
import { addOldStatistics } from '@hornets/contract/admin/events/moves'
import { importEvents } from '@hornets/contract/admin/events/transfers'
import { uploadFile } from '@hornets/contract/admin/files/file-changes'
import { walletEndpoints } from '@hornets/contract/wallet'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Relay, startRelay } from '../harness.ts'
import { startHttpService, textOf } from '../support/http-service.ts'
import { auditOf, putAdmin } from '../support/people.ts'

let relay: Relay
let wallet: Awaited<ReturnType<typeof startHttpService>>
const done: string[] = []
/** The relay's own calls to the wallet, independent of any user. */
const ofItsOwn = ['/operators', '/relay/address']
beforeAll(async () => {
  wallet = await startHttpService(async (asked, response) => {
    await textOf(asked)
      .then(() => ofItsOwn.includes(`${asked.url}`) || done.push(`${asked.url}`))
      .catch(() => undefined)
    response.end('{}')
  })
  relay = await startRelay({ config: { walletUrl: wallet.url } })
})
afterAll(async () => {
  await relay.close()
  await wallet.close()
})

const guarded = [
  ...adminEndpoints.filter(({ access, method }) => access === 'session' && method !== 'GET'),
  ...walletEndpoints.filter(({ role }) => role).map(({ method, path }) => ({ method, path: `/wallet${path}` })),
]

const concrete = (path: string) =>
  path.replace(':group', 'ollama').replace(':kind', '1').replace(/:\w+/g, 'a'.repeat(64))

function begin({ method, path }: { method: string; path: string }, token: string) {
  const sent = request(`${relay.adminUrl}${concrete(path)}`, {
    method,
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      'x-admin-authorization': `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': '2',
    },
  })
  const answered = new Promise<string>((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', async response => resolve(`${response.statusCode} ${await text(response)}`))
  })
  sent.write('{')
  return { answered, end: () => sent.end('}') }
}

it('refuses a call after its body arrived if the caller was removed meanwhile', async () => {
  const first = await putAdmin(relay, 'owner')
  const leaving = await putAdmin(relay, 'owner')
  const letIn = vi.spyOn(relay.context.sessions, 'authenticate')
  const begun = guarded.map(endpoint => begin(endpoint, leaving.token))
  // Their handlers read the body themselves, so that the second look at the caller does not wait for it.
  const streamed = [uploadFile.path, importEvents.path, addOldStatistics.path] as const
  const early = guarded.filter(({ path }) => streamed.some(one => one === path))
  const allLetIn = [...guarded, ...early].map(() => expect.objectContaining({ type: 'fulfilled' }))
  await expect.poll(() => letIn.mock.settledResults).toEqual(allLetIn)
  const removed = await relay.call(`/api/admins/${leaving.id}`, { method: 'DELETE', token: first.token })
  expect(removed.status).toBe(200)
  for (const { end } of begun) end()
  const answers = await Promise.all(begun.map(({ answered }) => answered))
  for (const [at, answer] of answers.entries()) expect(`${guarded[at]?.path} ${answer}`).toContain(' 401 {"error"')
  expect(done).toEqual([])
  expect(await auditOf(relay, 'call.forbidden')).toEqual([])
})
