import { createLogger } from '@hornets/server/process/logger'
import { expect, it } from 'vitest'
import type { AuditEntry, AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import { AuthorRemovals } from './author-removals.ts'

const actor = { pubkey: 'a'.repeat(64) } as never
const spammer = 'b'.repeat(64)

it('reports that a long deletion continues, runs it once, and records its end', async () => {
  const removals: PromiseWithResolvers<number>[] = []
  const noted: AuditEntry[] = []
  const service = new AuthorRemovals({
    database: { transact: (work: (tx: unknown) => unknown) => work(undefined) } as unknown as AdminDatabase,
    audit: { recordChange: async (_tx: unknown, entry: AuditEntry) => void noted.push(entry) } as unknown as AuditLog,
    events: {
      count: async () => 0,
      removeByAuthor: () => {
        removals.push(Promise.withResolvers())
        return removals[0]?.promise ?? Promise.reject(new Error('none'))
      },
    },
    logger: createLogger({ name: 'test', level: 'silent' }),
    patienceMs: 0,
  })
  const ongoing = { deleted_events: 0, still_deleting: true }
  expect([await service.remove(spammer, actor), await service.remove(spammer, actor)]).toEqual([ongoing, ongoing])
  expect(noted).toEqual([])
  removals[0]?.resolve(1_000_000)
  await expect.poll(() => noted).toMatchObject([{ target: spammer, after: { deleted: 1_000_000 } }])
  expect(removals).toHaveLength(1)
})
