import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { nostrLimits } from './limits.ts'
import { QueryAccount, QueryScheduler, type ReadKind, TooManyReads } from './query-scheduler.ts'

const limits = { ...nostrLimits, readMillisPerSecond: 100, readMillisBurst: 1000 }
/** A finished read lets others start in the next turn of the event loop. */
async function turn() {
  await setImmediate()
  await setImmediate()
}

function open(overrides: Partial<typeof limits> = {}) {
  const scheduler = new QueryScheduler({ ...limits, ...overrides })
  const account = () => new QueryAccount({ ...limits, ...overrides }, () => 0)
  const read = (of: QueryAccount, kind: ReadKind = 'events', connection: object = {}) => {
    const job = { hasStarted: false, isOver: false, end: () => {} }
    const ended = scheduler.run({ account: of, connection, kind }, () => {
      job.hasStarted = true
      return new Promise<void>(resolve => {
        job.end = resolve
      })
    })
    void ended.then(
      () => {
        job.isOver = true
      },
      () => {},
    )
    return { job, ended }
  }
  return { account, read }
}

describe('reads of the store', () => {
  it('start without waiting for an address that reads little, while another has hundreds of costly ones', async () => {
    const { account, read } = open()
    const [hog, bystander] = [account(), account()]
    const costly = Array.from({ length: 150 }, () => read(hog, 'count'))
    const wanted = read(bystander)
    await turn()
    expect(costly.filter(({ job }) => job.hasStarted)).toHaveLength(limits.countReadsAtOnceMax)
    expect(wanted.job.hasStarted).toBe(true)
  })

  it('alternate between two addresses for any number of waiting queries', async () => {
    const { account, read } = open({ readsAtOnceMax: 1 })
    const [hog, other] = [account(), account()]
    const jobs = [...Array.from({ length: 20 }, () => read(hog)), read(other), read(other)]
    const order: string[] = []
    for (let round = 0; round < 5; round++) {
      await turn()
      const running = jobs.findIndex(({ job }) => job.hasStarted && !job.isOver)
      order.push(running >= 20 ? 'other' : 'hog')
      jobs[running]?.job.end()
    }
    expect(order).toEqual(['hog', 'hog', 'other', 'hog', 'other'])
  })

  it('start for the connections of one address in turn', async () => {
    const { account, read } = open({ readsAtOnceMax: 1 })
    const home = account()
    const [busy, quiet] = [{}, {}]
    const first = read(home, 'events', busy)
    const waiting = [read(home, 'events', busy), read(home, 'events', busy), read(home, 'events', quiet)]
    first.job.end()
    await turn()
    waiting[0]?.job.end()
    await turn()
    expect(waiting.map(({ job }) => job.hasStarted)).toEqual([true, false, true])
  })

  it('come last when their address is above its rate', async () => {
    const { account, read } = open({ readsAtOnceMax: 1, overdrawnReadsAtOnceMax: 1 })
    const [spent, other, third] = [account(), account(), account()]
    spent.pace.spend(5000)
    const running = read(third)
    const [late, early] = [read(spent), read(other)]
    running.job.end()
    await turn()
    expect([early.job.hasStarted, late.job.hasStarted]).toEqual([true, false])
    early.job.end()
    await turn()
    expect(late.job.hasStarted).toBe(true)
  })

  it('are refused when too many of the address wait', async () => {
    const { account, read } = open({ waitingReadsPerAddressMax: 3 })
    const hog = account()
    const jobs = Array.from({ length: limits.readsAtOncePerAddressMax + 3 }, () => read(hog))
    await expect(read(hog).ended).rejects.toThrow(TooManyReads)
    expect(jobs).toHaveLength(7)
  })

  it('let the next one start when one fails', async () => {
    const scheduler = new QueryScheduler({ ...limits, readsAtOnceMax: 1 })
    const of = { account: new QueryAccount(limits, () => 0), connection: {}, kind: 'events' as const }
    const failed = scheduler.run(of, () => Promise.reject(new Error('broken')))
    const next = scheduler.run(of, async () => 'fine')
    await expect(failed).rejects.toThrow('broken')
    expect(await next).toBe('fine')
  })
})
