import { createLogger } from '@hornets/server/process/logger'
import { Rounds } from '@hornets/server/rounds'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AdminReads } from '../database/admin-database.ts'
import { Maintenance, maintenanceTakenUpMs } from './maintenance.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('reports an unreadable database once instead of every second, and keeps known values', async () => {
  const logger = createLogger({ name: 'test', level: 'silent' })
  const error = vi.spyOn(logger, 'error')
  let row: Error | { reason: string } = { reason: 'Moving' }
  const executeTakeFirst = async () => {
    if (row instanceof Error) throw row
    return row
  }
  const reads = { selectFrom: () => ({ selectAll: () => ({ executeTakeFirst }) }) } as unknown as AdminReads
  const maintenance = await Maintenance.open({
    reads,
    isForced: false,
    rounds: new Rounds({ now: Date.now, logger }),
    logger,
  })
  row = new Error('disk I/O error')
  await vi.advanceTimersByTimeAsync(5 * maintenanceTakenUpMs)
  expect(error).toHaveBeenCalledTimes(1)
  expect(maintenance.current()).toEqual({ reason: 'Moving' })
  await maintenance.close()
})
