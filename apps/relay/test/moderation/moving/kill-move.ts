import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Transfer } from '@hornets/contract/admin/events/transfers'
import { answerTo, call, claim, login, newOperator, spawnRelay } from '../../harness.ts'
import { RawClient } from '../../support/raw-client.ts'
import { signer } from '../../support/signer.ts'
import { openOldServer } from './old-server.ts'

interface KillMove {
  readonly dataDir: string
  readonly events: number
  readonly files: number
  /** Shares of a kind of thing at which the relay is killed. */
  readonly kills: readonly { readonly thing: 'events' | 'files'; readonly share: number }[]
  readonly onKill?: (text: string) => void
  /** Between looks at the progress, milliseconds. */
  readonly lookMs?: number
}

const announcing = (author: ReturnType<typeof signer>, hash: string, at = 0) =>
  author.sign({ kind: 117, tags: [['blossom_hash', hash]], created_at: 1_600_000_000 + at })

/** Many of one second, as on a busy relay. */
const eventsOfSecond = 20
const askedAtOnce = 500

/** Moves from a double of an old server while the relay is killed; resolves with what is not equal in the end. */
export async function killMove({ dataDir, events: count, files: fileCount, kills, onKill, lookMs = 30 }: KillMove) {
  const there = newOperator()
  const author = signer()
  const files = Array.from({ length: fileCount }, (_, at) => {
    const content = Buffer.from(`file ${at}`)
    return { hash: createHash('sha256').update(content).digest('hex'), name: `${at}`, mime: 'text/plain', content }
  })
  const events = [
    ...Array.from({ length: count }, (_, at) =>
      author.sign({ content: `${at}`, created_at: 1_700_000_000 + Math.floor(at / eventsOfSecond) }),
    ),
    ...files.map(({ hash }, at) => announcing(author, hash, at)),
  ]
  const lost = {
    hash: 'f'.repeat(64),
    name: 'lost',
    mime: 'text/plain',
    content: Buffer.from('lost'),
    isGone: true as const,
  }
  const given = { operator: there, events: [...events, announcing(author, lost.hash)], files: [...files, lost] }
  const old = await openOldServer('2026-04', { ...given, sendsContents: true })
  let relay = await spawnRelay(dataDir)
  const began = performance.now()
  const [peakMb, resumeSeconds]: [number[], number[]] = [[], []]
  try {
    const token = await login(relay.adminUrl, await claim(relay))
    const ask = (path: string, body?: object) => call(relay.adminUrl, path, { token, body })
    const draft = await ask('/api/moves/sign-in', { url: old.url, npub: there.pubkey, password: there.password })
    const look = { url: old.url, event: answerTo(draft.body.event, there).event }
    const { visit } = (await ask('/api/moves/look', look)).body
    await ask('/api/moves', { visit, things: ['events', 'files'] })
    const transfer = async () => (await ask('/api/events/transfers')).body.transfers[0] as Transfer
    const until = async (isReached: (now: Transfer) => boolean) => {
      for (;;) {
        const now = await transfer()
        if (isReached(now) || now.state !== 'running') return now
        await pause(lookMs)
      }
    }
    for (const { thing, share } of kills) {
      const aim = Math.max(1, share * (thing === 'events' ? events.length : files.length))
      const { state } = await until(now => (now.things?.find(one => one.thing === thing)?.taken ?? 0) >= aim)
      onKill?.(`killed in the ${thing}, ${state}`)
      const exit = once(relay.child, 'exit')
      peakMb.push(await peakMbOf(relay.child.pid))
      relay.child.kill('SIGKILL')
      await exit
      const killedAt = performance.now()
      relay = await spawnRelay(dataDir)
      const before = JSON.stringify((await transfer()).things)
      await until(now => JSON.stringify(now.things) !== before)
      resumeSeconds.push((performance.now() - killedAt) / 1000)
    }
    const done = await until(() => false)
    const seconds = (performance.now() - began) / 1000
    peakMb.push(await peakMbOf(relay.child.pid))
    const missing = await missingOf(relay.publicUrl, new Set(events.map(({ id }) => id)))
    const total = (await ask('/api/events/count', { filter: { authors: [author.pubkey] } })).body.count as number
    let wrongFiles = 0
    for (const { hash, content } of files)
      if ((await fetch(new URL(`/${hash}`, relay.publicUrl.replace(/^ws/, 'http'))).then(textOf)) !== String(content))
        wrongFiles += 1
    const firstPages = old.received.filter(({ call: asked }) => asked.includes('type=text&page=1&limit=20')).length
    // The look at the server asks for one event.
    const newestPages = old.filters.filter(({ until, limit }) => until === undefined && limit !== 1).length
    const extra = total + missing - events.length - 1
    return { done, seconds, missing, extra, wrongFiles, firstPages, newestPages, peakMb, resumeSeconds }
  } finally {
    await relay.end()
    await old.close()
  }
}

/** The most memory that a process ever had, where the system tells it. */
async function peakMbOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

const textOf = (answer: Response) => answer.text()

async function missingOf(url: string, ids: ReadonlySet<string>): Promise<number> {
  const reader = await RawClient.connect(url)
  const wanted = [...ids]
  let found = 0
  for (let at = 0; at < wanted.length; at += askedAtOnce)
    found += new Set(await reader.stored({ ids: wanted.slice(at, at + askedAtOnce) })).size
  reader.close()
  return ids.size - found
}
