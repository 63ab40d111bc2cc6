import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { framesBy } from './frames.ts'
import { createJudgeServer, type JudgeParts } from './judge-server.ts'
import { UnreadableError } from './scores.ts'

/** Sees what the file says: its content is the share of explicit nudity. */
const byContent: JudgeParts['classify'] = async path => {
  const porn = Number(await readFile(path, 'utf8'))
  if (Number.isNaN(porn)) throw new UnreadableError('The file is no image that can be read')
  return { drawing: 0, hentai: 0, neutral: 1 - porn, porn, sexy: 0 }
}

async function openJudge(given: Partial<JudgeParts> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'judge-test-'))
  const framesOf: JudgeParts['framesOf'] = (path, own) => framesBy(undefined, path, own)
  const server = createJudgeServer({ classify: byContent, framesOf, folder, ...given })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/moderate`
  async function judge(content: string, type = 'image/png', fields: Record<string, string> = {}) {
    const form = new FormData()
    form.set('file', new File([content], 'a.png', { type }))
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    const response = await fetch(url, { method: 'POST', body: form })
    return { status: response.status, ...((await response.json()) as Record<string, unknown>) }
  }
  return { judge, url, folder }
}

test('rejects requests without an image or video', async () => {
  const { judge, url } = await openJudge({ bytesMax: 1000 })
  expect(await fetch(url)).toMatchObject({ status: 405 })
  expect(await fetch(new URL('/', url), { method: 'POST' })).toMatchObject({ status: 404 })
  expect(await fetch(url, { method: 'POST', body: '{}' })).toMatchObject({ status: 400 })
  expect(await judge('x'.repeat(2000))).toMatchObject({ status: 413 })
  expect(await judge('0', 'text/html')).toMatchObject({ status: 415 })
  expect(await judge('')).toMatchObject({ status: 400 })
  expect(await judge('0', 'image/png', { moderation_mode: 'lax' })).toMatchObject({ status: 400 })
  expect(await judge('0', 'image/png', { threshold: '2' })).toMatchObject({ status: 400 })
  expect(await judge('nonsense')).toMatchObject({ status: 422, error: 'The file is no image that can be read' })
})

test('judges with the mode and the threshold that it is sent', async () => {
  const { judge, folder } = await openJudge()
  expect(await judge('0.5')).toMatchObject({ status: 200, decision: 'BLOCK', category: 'explicit', confidence: 0.5 })
  expect(await judge('0.5', 'image/png', { moderation_mode: 'strict', threshold: '0.9' })).toMatchObject({
    decision: 'ALLOW',
  })
  expect(await readdir(folder)).toEqual([])
})

test('judges a video by its frames, and says when it cannot read videos', async () => {
  const without = await openJudge()
  expect(await without.judge('0', 'video/mp4')).toMatchObject({
    status: 422,
    error: 'Videos cannot be judged: ffmpeg is not installed on this machine',
  })
  const framesOf = async (_path: string, own: string) => {
    const paths = ['0', '0.9', '0.1'].map((share, at) => ({ share, path: join(own, `frame-${at}`) }))
    for (const { share, path } of paths) await writeFile(path, share)
    return paths.map(({ path }) => path)
  }
  const { judge, folder } = await openJudge({ framesOf })
  expect(await judge('film', 'video/mp4')).toMatchObject({ decision: 'BLOCK', confidence: 0.9 })
  expect(await readdir(folder)).toEqual([])
})

test("judges one file after the other, and refuses more than the queue's limit", async () => {
  let running = 0
  let most = 0
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const classify: JudgeParts['classify'] = async path => {
    most = Math.max(most, ++running)
    await held
    running--
    return byContent(path)
  }
  const { judge } = await openJudge({ classify, waitingMax: 2 })
  const all = [1, 2, 3].map(() => judge('0'))
  expect(await Promise.race(all)).toMatchObject({ status: 503 })
  release()
  expect((await Promise.all(all)).map(({ status }) => status).toSorted()).toEqual([200, 200, 503])
  expect(most).toBe(1)
})
