import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltConsole, buildConsole } from './support/build-console.ts'

/** What the sign-in may cost in all: 90 KB gzip (KB = 1000 bytes). */
const budgetBytes = 90_000

let built: BuiltConsole
const read = (path: string) => readFile(join(built.folder, path), 'utf8')

/** Every file that a page names in its HTML: scripts, preloaded chunks, styles, the icon. */
async function filesOf(page: string): Promise<string[]> {
  const html = await read(page)
  return [page, ...[...html.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(([, path]) => path as string)]
}

beforeAll(async () => {
  built = await buildConsole()
})
afterAll(() => built?.remove())

describe('the built sign-in', () => {
  it('costs at most 90 KB gzip in all', async () => {
    const sizes = await Promise.all(
      (await filesOf('auth.html')).map(async path => [path, gzipSync(await read(path), { level: 9 }).length] as const),
    )
    const total = sizes.reduce((sum, [, size]) => sum + size, 0)
    expect(sizes.length).toBeGreaterThan(3)
    expect(total, JSON.stringify(sizes)).toBeLessThanOrEqual(budgetBytes)
  })

  it.each(['zod', 'TanStack', 'base-ui', 'i18next', '.woff2'])('brings no %s', async part => {
    const scripts = (await filesOf('auth.html')).filter(path => /\.(js|css)$/.test(path))
    const contents = await Promise.all(scripts.map(read))
    expect(contents.some(content => content.includes(part))).toBe(false)
  })
})

describe('every built page', () => {
  it.each(['auth.html', 'index.html'])(
    '%s has no inline script, style or handler, as the content policy demands',
    async page => {
      const html = await read(page)
      expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/)
      expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/)
    },
  )

  it.each(['.br', '.gz'])(
    'lies beside its %s form, so that the server never compresses while it answers',
    async suffix => {
      const files = [...(await filesOf('auth.html')), ...(await filesOf('index.html'))]
      for (const path of files) expect((await readFile(join(built.folder, path + suffix))).length).toBeGreaterThan(0)
    },
  )
})
