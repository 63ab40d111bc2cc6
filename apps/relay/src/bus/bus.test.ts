import { expect, it } from 'vitest'
import type { AdminTransaction } from '../database/admin-database.ts'
import { Bus } from './bus.ts'

const tx = {} as AdminTransaction

it('tells every listener of an event, also after one has failed', () => {
  const failures: unknown[] = []
  const heard: string[] = []
  const bus = new Bus(error => failures.push(error))
  bus.on('accountNews', ({ accountId }) => heard.push(`first ${accountId}`))
  bus.on('accountNews', () => {
    throw new Error('broken')
  })
  bus.on('accountNews', ({ accountId }) => heard.push(`last ${accountId}`))
  bus.emit('accountNews', { accountId: 'bee', facts: { what: 'password' } })
  expect(heard).toEqual(['first bee', 'last bee'])
  expect(failures).toEqual([new Error('broken')])
})

it('does nothing without listeners', async () => {
  const bus = new Bus(() => expect.unreachable())
  bus.emit('walletReady', undefined)
  expect((await bus.emitWithin(tx, 'walletPayments', []))()).toBeUndefined()
})

it('does what every listener in a transaction wants, once it is committed', async () => {
  const done: string[] = []
  const bus = new Bus(() => expect.unreachable())
  for (const name of ['first', 'second'])
    bus.join('walletPayments', async (within, [intention]) => {
      expect(within).toBe(tx)
      return () => done.push(`${name} ${intention}`)
    })
  const afterwards = await bus.emitWithin(tx, 'walletPayments', ['refund'])
  expect(done).toEqual([])
  afterwards()
  expect(done).toEqual(['first refund', 'second refund'])
})

it('fails a transaction whose listener fails', async () => {
  const bus = new Bus(() => expect.unreachable())
  bus.join('walletInvoices', () => Promise.reject(new Error('full')))
  await expect(bus.emitWithin(tx, 'walletInvoices', [])).rejects.toThrow('full')
})
