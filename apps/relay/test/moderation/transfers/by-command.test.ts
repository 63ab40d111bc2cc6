import { spawn } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeDataDir, type Relay, startRelay } from '../../harness.ts'
import { idsOf } from '../../support/drafts.ts'
import { auditOf } from '../../support/people.ts'
import { signer } from '../../support/signer.ts'

let dataDir: string
let relay: Relay
const [author, unread] = [signer(), signer()]
/** A file of 700 events and an invalid line. */
const fileOf = (by: typeof author) =>
  [
    ...Array.from({ length: 700 }, (_, at) =>
      JSON.stringify(by.sign({ content: `${at}`, created_at: 1_700_000_000 + at })),
    ),
    '{broken\u001b[31m',
  ].join('\n')
beforeAll(async () => {
  dataDir = await makeDataDir()
  relay = await startRelay({ dataDir })
  await relay.claim()
  await writeFile(join(dataDir, 'old.jsonl'), fileOf(author))
  await writeFile(join(dataDir, 'unread.jsonl.gz'), gzipSync(fileOf(unread)))
})
afterAll(async () => {
  await relay.close()
  await rm(dataDir, { recursive: true })
})

const program = fileURLToPath(new URL('../../../src/admin-command/main.ts', import.meta.url))
/** As `npm run admin -- import …` runs it. */
async function bring(...words: string[]) {
  const env = { ...process.env, DATA_DIR: dataDir }
  const child = spawn(process.execPath, [program, 'import', ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = new Promise<number | null>(resolve => child.once('close', resolve))
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await closed, output, errors }
}

it('says what a file holds before anything is imported', async () => {
  const { code, output } = await bring(join(dataDir, 'unread.jsonl.gz'), 'dry-run')
  expect([code, output.split('\n')]).toEqual([
    0,
    [
      expect.stringMatching(/^700 events of 1 authors, \d+ bytes; signatures were not checked$/),
      'from 2023-11-14 to 2023-11-14',
      'kind 1: 700',
      '1 lines are no events',
      '',
    ],
  ])
  expect(await idsOf(relay.context.events, [{ authors: [unread.pubkey] }])).toEqual([])
})

it('has the running relay import a file, and reports what was left out', async () => {
  const [missing, none, done] = await Promise.all([
    bring(join(dataDir, 'none')),
    bring(),
    bring(join(dataDir, 'old.jsonl')),
  ])
  expect([missing.code, none.code, done.code]).toEqual([1, 2, 0])
  expect(done.output).toContain('100 %, 700 new events\nleft out, not_json: 1\n  line 701: Not JSON: {broken [31m')
  expect(await idsOf(relay.context.events, [{ authors: [author.pubkey] }])).toHaveLength(700)
  expect(await auditOf(relay, 'events.import')).toHaveLength(1)
})
