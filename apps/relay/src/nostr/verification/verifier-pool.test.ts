import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { finalizeEvent, generateSecretKey } from 'nostr-tools'
import { afterAll, describe, expect, it } from 'vitest'
import { leaveAfter } from '../../../test/support/leaving-process.ts'
import { CanonicalEvent } from '../../events/canonical-event.ts'
import { VerifierPool } from './verifier-pool.ts'

const folder = await mkdtemp(join(tmpdir(), 'verifier-'))
afterAll(() => rm(folder, { recursive: true }))

/** A worker that crashes on an event with this text and accepts all others. */
async function fragileProgram(): Promise<URL> {
  const path = join(folder, 'fragile.mjs')
  await writeFile(
    path,
    `import { parentPort, workerData } from 'node:worker_threads'
     Atomics.store(workerData.loaded, 0, 1)
     parentPort.on('message', events => {
       if (events === 'end') return parentPort.close()
       if (events.some(json => json === 'poison')) process.exit(1)
       parentPort.postMessage(events.map(() => 'plain'))
     })`,
  )
  return pathToFileURL(path)
}

function signed(content: string) {
  return finalizeEvent({ kind: 1, created_at: 1_700_000_000, tags: [['t', 'ü']], content }, generateSecretKey())
}

describe('the verifier pool', () => {
  it('refuses a wrong id and a wrong signature, and tells canonical JSON from other', async () => {
    const pool = new VerifierPool({ workers: 1 })
    const event = JSON.parse(JSON.stringify(signed('hello "quoted" \u2028 \n 😀')))
    const other = signed('other')
    const verdicts = await Promise.all(
      [
        JSON.stringify({ ...event, content: 'changed' }),
        JSON.stringify({ ...event, sig: other.sig }),
        new CanonicalEvent(event).json,
        JSON.stringify(event),
        JSON.stringify({ ...event, seen_on: 'elsewhere' }),
        JSON.stringify(event, null, 1),
        JSON.stringify(event).replace('{', '{"content":"not signed",'),
      ].map(json => pool.verify(json, 'anyone')),
    )
    await pool.close()
    expect(verdicts).toEqual(['wrong-id', 'wrong-signature', 'plain', 'right', 'right', 'right', 'right'])
  })

  it('loses only the event that kills its worker, and that after a second try', async () => {
    const pool = new VerifierPool({ workers: 1, program: await fragileProgram() })
    const jobs = Array.from({ length: 80 }, (_, index) =>
      pool.verify(index === 20 ? 'poison' : `event ${index}`, index % 3),
    )
    const results = await Promise.allSettled(jobs)
    await pool.close()
    expect(results.map(({ status }) => status).indexOf('rejected')).toBe(20)
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  })

  it("verifies a bystander's event after at most two batches of a flood from ten customers", async () => {
    const pool = new VerifierPool({ workers: 1, program: await fragileProgram() })
    const finished: string[] = []
    const verify = (customer: string) => pool.verify('event', customer).then(() => finished.push(customer))
    const flood = Array.from({ length: 5000 }, (_, at) => verify(`flood ${at % 10}`))
    await Promise.all([...flood, verify('bystander')])
    await pool.close()
    expect(finished.indexOf('bystander')).toBeLessThan(64)
  })

  it('rejects what it had in hand when it is closed', async () => {
    const pool = new VerifierPool({ workers: 1 })
    const job = pool.verify(JSON.stringify(signed('late')), 'anyone')
    const rejected = expect(job).rejects.toThrow('closed')
    await pool.close()
    await rejected
  })

  it('ends with its process at any moment, also while its workers load native code', async () => {
    const ends = await Promise.all([0, 40, 80, 160].map(leaveAfter))
    expect(ends).toEqual(Array(4).fill({ code: 0, signal: null }))
  }, 30_000)
})
