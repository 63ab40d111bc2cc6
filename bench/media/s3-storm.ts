import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { call, claim, login, spawnRelay } from '../../apps/relay/test/harness.ts'
import { person, sha256 } from '../../apps/relay/test/media/media-world.ts'
import { seeded } from '../similarity/seeded.ts'
import { startFaultyS3 } from './faulty-s3.ts'

const clients = 6
/** Of every two minutes, the last seconds are silence: calls end at once then, and the store counts as down. */
const [roundMs, silenceMs] = [120_000, 20_000]
const fileBytesMax = 200_000

export interface StormOptions {
  readonly dataDir: string
  readonly seconds: number
  readonly seed: number
}

export async function stormS3({ dataDir, seconds, seed }: StormOptions) {
  const s3 = await startFaultyS3(seed)
  const relay = await spawnRelay(dataDir, { S3_URL: s3.url })
  try {
    const operator = await claim(relay)
    const token = await login(relay.adminUrl, operator)
    const chosen = await call(relay.adminUrl, '/api/files/stores/target', {
      method: 'PUT',
      token,
      body: { store: 's3' },
    })
    if (chosen.status !== 200) throw new Error(`S3 takes no new files: ${chosen.status}`)
    const work = new Work(relay.publicUrl.replace(/^ws/, 'http'))
    const memory: number[] = []
    const until = performance.now() + seconds * 1000
    const round = Math.min(roundMs, seconds * 1000)
    s3.sound(false)
    const watch = (async () => {
      for (let second = 0; performance.now() < until; second++) {
        s3.silent((second * 1000) % round > round - (round / roundMs) * silenceMs)
        memory.push(rssMb(relay.child.pid))
        await wait(1000)
      }
    })()
    await Promise.all([watch, ...Array.from({ length: clients }, (_, at) => work.run(seeded(seed * 100 + at), until))])
    s3.silent(false)
    s3.sound(true)
    await call(relay.adminUrl, '/api/files/stores/s3/test', { method: 'POST', token })
    return { ...work.figures, ...(await work.check()), memory: growth(memory), faults: s3.counts }
  } finally {
    await relay.end()
    await s3.close()
  }
}

class Work {
  readonly #url: string
  readonly #kept = new Map<string, ReturnType<typeof person>>()
  readonly figures = { requests: 0, done: 0, refused: 0, broken: 0, wrong: 0, longestSilenceMs: 0 }

  /** A client waits after a refusal, if not as long as Retry-After says. */
  #pauseMs = 20

  constructor(url: string) {
    this.#url = url
  }

  async run(random: () => number, until: number): Promise<void> {
    const owner = person()
    while (performance.now() < until) {
      const roll = random()
      const [hash, by] = [...this.#kept].at(Math.floor(random() * this.#kept.size)) ?? []
      if (roll < 0.5 || !hash || !by) await this.#upload(owner, Math.ceil(random() * fileBytesMax))
      else if (roll < 0.95) await this.#download(hash)
      else await this.#delete(hash, by)
      await wait(this.#pauseMs)
    }
  }

  /** Once the server is well again: is all that was acknowledged there, and as it was? */
  async check(): Promise<{ kept: number; lost: number }> {
    let lost = 0
    for (const hash of this.#kept.keys()) {
      const answer = await this.#patiently(hash)
      if (!answer.ok || sha256(new Uint8Array(await answer.arrayBuffer())) !== hash) lost++
    }
    return { kept: this.#kept.size, lost }
  }

  /** A store that counts as down rests for some seconds. */
  async #patiently(hash: string): Promise<Response> {
    for (let tries = 1; ; tries++) {
      const answer = await fetch(`${this.#url}/${hash}`)
      if (answer.status !== 503 || tries === 40) return answer
      await answer.body?.cancel()
      await wait(1000)
    }
  }

  async #upload(owner: ReturnType<typeof person>, bytes: number): Promise<void> {
    const body = randomBytes(bytes)
    const hash = sha256(body)
    const answer = await this.#ask('/upload', {
      method: 'PUT',
      body,
      headers: { authorization: owner.header('upload', [hash]) },
    })
    if (answer?.status === 201) this.#kept.set(hash, owner)
  }

  async #download(hash: string): Promise<void> {
    const answer = await this.#ask(`/${hash}`)
    if (answer?.status === 200 && sha256(answer.body) !== hash) this.figures.wrong++
  }

  /** Whatever the answer, it may be gone: it no longer counts as kept. */
  async #delete(hash: string, owner: ReturnType<typeof person>): Promise<void> {
    this.#kept.delete(hash)
    await this.#ask(`/${hash}`, { method: 'DELETE', headers: { authorization: owner.header('delete', [hash]) } })
  }

  /** Null for an answer that breaks off. Silence counts between all bytes of an answer, and before the first. */
  async #ask(path: string, init: RequestInit = {}): Promise<{ status: number; body: Buffer } | null> {
    let last = performance.now()
    const note = () => {
      const silence = performance.now() - last
      this.figures.longestSilenceMs = Math.max(this.figures.longestSilenceMs, silence)
      last = performance.now()
    }
    this.figures.requests++
    try {
      const answer = await fetch(`${this.#url}${path}`, init)
      note()
      const parts: Uint8Array[] = []
      for await (const part of answer.body ?? []) {
        note()
        parts.push(part)
      }
      note()
      this.figures[answer.ok ? 'done' : 'refused']++
      this.#pauseMs = answer.status === 503 ? 500 : 20
      return { status: answer.status, body: Buffer.concat(parts) }
    } catch {
      note()
      this.figures.broken++
      return null
    }
  }
}

const rssMb = (pid: number | undefined) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Means of the second and of the last quarter: the first warms up. */
function growth(memory: readonly number[]) {
  const quarter = Math.max(1, memory.length >> 2)
  const mean = (part: readonly number[]) => Math.round(part.reduce((sum, mb) => sum + mb, 0) / part.length)
  return { earlyMb: mean(memory.slice(quarter, 2 * quarter)), lateMb: mean(memory.slice(-quarter)) }
}
