import { setTimeout as wait } from 'node:timers/promises'
import { claim, login, spawnRelay } from '../../apps/relay/test/harness.ts'
import { person, png, sha256 } from '../../apps/relay/test/media/media-world.ts'
import { median, printFigure, processorMs, rounded } from '../figures.ts'
import { fillLists, heavyOwner } from './fill-files.ts'

const rounds = 10
const clients = 8
const togetherMs = 10_000
const uploadEveryMs = 500

const questions: Readonly<Record<string, string>> = {
  everything: '',
  images: 'type=image/*',
  'a group of types': 'type=documents,other',
  'an owner of half': `owner=${heavyOwner}`,
  'owner and type': `owner=${heavyOwner}&type=audio`,
  'part of a name': 'q=holiday 99',
  'a word of every name': 'q=holiday',
  'words of no name': 'q=no such words',
  'start of a hash': 'q=abcd',
  'a size few have': 'min_bytes=4999900',
  'a month': 'from=2025-01-01T00:00:00Z&to=2025-02-01T00:00:00Z',
  'the trash': 'status=trashed',
  'largest first': 'sort=largest',
  'by name, page 2,000': 'sort=name&page=2000',
  'newest, page 4,900': 'page=4900',
}

/** Before each question a file is uploaded, so that all is counted anew. */
export async function measureLists(dataDir: string, files: number): Promise<void> {
  const first = await spawnRelay(dataDir)
  const operator = await claim(first)
  await first.end()
  fillLists(dataDir, files)
  const relay = await spawnRelay(dataDir)
  const token = await login(relay.adminUrl, operator)
  const ask = async (url: string, init: RequestInit) => {
    const answer = await fetch(url, init)
    if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { meta?: { total: number } }
  }
  const ann = person()
  const upload = async () => {
    const bytes = png(100)
    const headers = { authorization: ann.header('upload', [sha256(bytes)]) }
    await ask(`${relay.publicUrl.replace(/^ws/, 'http')}/upload`, { method: 'PUT', body: bytes, headers })
  }
  const read = async (path: string) => {
    const begun = performance.now()
    const { meta } = await ask(`${relay.adminUrl}/api/files${path}`, { headers: { authorization: `Bearer ${token}` } })
    return { ms: performance.now() - begun, total: meta?.total }
  }
  const measure = async (path: string) => {
    await upload()
    return read(path)
  }
  const lists = Object.entries(questions).map(([filter, query]) => [filter, `?thumbnails=links&${query}`] as const)
  const paths = [...lists, ['months', '/months'], ['stores', '/stores']] as const
  try {
    for (const [filter, path] of paths) {
      const answers: Awaited<ReturnType<typeof measure>>[] = []
      for (let round = 0; round <= rounds; round += 1) answers.push(await measure(path))
      // The first one warms up.
      const times = answers.slice(1).map(({ ms }) => ms)
      printFigure({
        bench: 'media',
        figure: 'listMs',
        filter,
        files,
        found: answers[0]?.total,
        value: rounded(median(times), 1),
        most: rounded(Math.max(...times), 1),
      })
    }
    await measureTogether(
      paths.map(([, path]) => path),
      { read, upload, busyMs: () => processorMs(relay.child.pid) },
      files,
    )
  } finally {
    await relay.end()
  }
}

interface Together {
  readonly read: (path: string) => Promise<{ ms: number }>
  readonly upload: () => Promise<void>
  readonly busyMs: () => number
}

async function measureTogether(
  paths: readonly string[],
  { read, upload, busyMs }: Together,
  files: number,
): Promise<void> {
  const times: number[] = []
  const [begun, busy] = [performance.now(), busyMs()]
  const isOver = () => performance.now() - begun >= togetherMs
  const ask = async (_: unknown, client: number) => {
    for (let at = client * 2; !isOver(); at += 1) times.push((await read(paths[at % paths.length] ?? '')).ms)
  }
  const uploading = async () => {
    for (; !isOver(); await wait(uploadEveryMs)) await upload()
  }
  await Promise.all([uploading(), ...Array.from({ length: clients }, ask)])
  const perSecond = rounded((times.length / (performance.now() - begun)) * 1000)
  const sorted = times.sort((one, other) => one - other)
  const p99 = rounded(sorted[Math.floor(0.99 * (sorted.length - 1))] ?? Number.NaN, 1)
  printFigure({
    bench: 'media',
    figure: 'listsPerSecond',
    clients,
    files,
    value: perSecond,
    p50: rounded(median(sorted), 1),
    p99,
    busyMsPerList: rounded((busyMs() - busy) / times.length, 2),
  })
}
