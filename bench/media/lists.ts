import { claim, login, spawnRelay } from '../../apps/relay/test/harness.ts'
import { person, png, sha256 } from '../../apps/relay/test/media/media-world.ts'
import { median, printFigure, rounded } from '../figures.ts'
import { fillLists, heavyOwner } from './fill-files.ts'

const rounds = 10

const questions: Readonly<Record<string, string>> = {
  everything: '',
  images: 'type=image/*',
  'a group of types': 'type=documents,other',
  'an owner of half': `owner=${heavyOwner}`,
  'owner and type': `owner=${heavyOwner}&type=audio`,
  'part of a name': 'q=holiday 99',
  'words of no name': 'q=no such words',
  'start of a hash': 'q=abcd',
  'a size few have': 'min_bytes=4999900',
  'a month': 'from=2025-01-01T00:00:00Z&to=2025-02-01T00:00:00Z',
  'the trash': 'status=trashed',
  'largest first': 'sort=largest',
  'by name, page 2,000': 'sort=name&page=2000',
  'newest, page 4,900': 'page=4900',
}

/**
 * How long a page of the list takes for each filter. Before each question a file is uploaded, so that all is counted
 * anew.
 */
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
  const measure = async (path: string) => {
    await upload()
    const begun = performance.now()
    const { meta } = await ask(`${relay.adminUrl}/api/files${path}`, { headers: { authorization: `Bearer ${token}` } })
    return { ms: performance.now() - begun, total: meta?.total }
  }
  try {
    for (const [filter, query] of Object.entries({ ...questions, months: 'months' })) {
      const path = query === 'months' ? '/months' : `?thumbnails=links&${query}`
      const answers: Awaited<ReturnType<typeof measure>>[] = []
      for (let round = 0; round <= rounds; round += 1) answers.push(await measure(path))
      // The first one warms up.
      const times = answers.slice(1).map(({ ms }) => ms)
      printFigure({
        ...{ bench: 'media', figure: 'listMs', filter, files, found: answers[0]?.total },
        ...{ value: rounded(median(times), 1), most: rounded(Math.max(...times), 1) },
      })
    }
  } finally {
    await relay.end()
  }
}
