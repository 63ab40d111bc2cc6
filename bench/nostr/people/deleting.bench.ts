import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { call, claim, login, makeDataDir } from '../../../apps/relay/test/harness.ts'
import { median, printFigure, processorMs, rounded } from '../../figures.ts'
import { openAcceptance } from '../acceptance.ts'
import { spawnSeeded, topic, topics } from './seeded-store.ts'

// How much does a delete of 100,000 events slow down what clients publish? Bursts of the accept benchmark, alternately
// without and with such a job. `npm run bench -- deleting [events] [rounds]`: a tenth of the events is deleted in each.

const bench = 'deleting'
const [events = 1_000_000, rounds = 5] = process.argv.slice(2).map(Number)
const authors = events / 10
const slowedMax = 1.1

const folder = await makeDataDir()
const acceptance = await openAcceptance(rounds * 2 + 1)
try {
  const relay = await spawnSeeded(folder, { events, authors })
  const token = await login(relay.adminUrl, await claim(relay))
  const url = relay.publicUrl.replace(/^http/, 'ws')
  const job = async () => (await call(relay.adminUrl, '/api/events/jobs', { token })).body.jobs[0]
  await acceptance.publish(url)
  const accepted = { alone: [] as number[], beside: [] as number[] }
  const processor = { alone: [] as number[], beside: [] as number[] }
  const deleted: number[] = []
  for (let round = 0; round < Math.min(rounds, topics); round += 1) {
    const burst = async (when: keyof typeof accepted) => {
      const before = processorMs(relay.child.pid)
      accepted[when].push((await acceptance.publish(url)).acceptedPerSecond)
      processor[when].push(processorMs(relay.child.pid) - before)
    }
    const measured = async () => {
      const { status, body } = await call(relay.adminUrl, '/api/events/delete', {
        body: { filter: { '#t': [topic(round)] } },
        token,
      })
      if (status !== 202) throw new Error(`nothing is deleted: ${JSON.stringify(body)}`)
      await burst('beside')
      const { id, state, done } = await job()
      deleted.push(done)
      if (state !== 'running') throw new Error('the deletion was over before the burst')
      // The rest of it would be measured by nobody.
      await call(relay.adminUrl, `/api/events/jobs/${id}/stop`, { method: 'POST', token })
      while ((await job()).state === 'running') await pause(200)
    }
    // In turns, so that neither always finds the larger store.
    if (round % 2 === 0) await burst('alone')
    await measured()
    if (round % 2 === 1) await burst('alone')
  }
  const ratiosOf = (over: readonly number[], under: readonly number[]) =>
    over.map((value, round) => value / (under[round] ?? Number.NaN))
  const ratios = ratiosOf(accepted.alone, accepted.beside)
  const slowed = median(ratios)
  printFigure({
    bench,
    figure: `accepted events per second beside a delete of ${Math.round((events - authors) / topics)}`,
    alone: Math.round(median(accepted.alone)),
    beside: Math.round(median(accepted.beside)),
    slowed: rounded(slowed, 3),
    ratios: ratios.map(ratio => rounded(ratio, 2)),
    processorRatio: rounded(median(ratiosOf(processor.beside, processor.alone)), 3),
    deletedDuringBurst: deleted,
  })
  if (slowed > slowedMax) process.exitCode = 1
  await relay.end()
} finally {
  await acceptance.close()
  await rm(folder, { recursive: true, force: true })
}
