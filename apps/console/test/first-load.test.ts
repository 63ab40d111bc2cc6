import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltConsole, buildConsole } from './support/build-console.ts'

/** Limit for the whole sign-in, gzip (KB = 1000 bytes). */
const signInBytes = 115_000
/** Everything needed before the dashboard is usable: document, scripts, styles and catalogue. */
const dashboardBytes = 196_000
const dashboardFiles = 16
/** Each further one costs a slow line its headers; scripts that both documents share belong to `base` (vite.config.ts). */
const signInFiles = 9

let built: BuiltConsole
const read = (path: string) => readFile(join(built.folder, path), 'utf8')

/** Without the hashes in chunk names, which can spell any word by chance. */
const wordsOf = async (path: string) => (await read(path)).replaceAll(/-[\w-]{8}\.(?=js|css)/g, '.')

/** Every file that a page's HTML loads immediately: scripts, preloaded chunks, styles, the icon. */
async function filesOf(page: string): Promise<string[]> {
  const html = await read(page)
  const named = [...html.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(([, path]) => path as string)
  // For installed apps only; browsers fetch these last or never.
  return [page, ...named.filter(path => !/\.(png|webmanifest)$/.test(path))]
}

const weigh = (paths: readonly string[]) =>
  Promise.all(paths.map(async path => [path, gzipSync(await read(path), { level: 9 }).length] as const))
const totalOf = (sizes: readonly (readonly [string, number])[]) => sizes.reduce((sum, [, size]) => sum + size, 0)

/** The files and every chunk that they import statically; dynamic imports do not count. */
async function withImports(paths: readonly string[]): Promise<string[]> {
  const known = new Set(paths)
  // A set can grow while it is iterated: added entries come later.
  for (const path of known) {
    if (!path.startsWith('assets/') || !path.endsWith('.js')) continue
    for (const [, file] of (await read(path)).matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g))
      known.add(`assets/${file}`)
  }
  return [...known]
}

beforeAll(async () => {
  built = await buildConsole()
})
afterAll(() => built?.remove())

describe('the built sign-in', () => {
  it('costs at most 115 KB gzip in all, in at most 9 files', async () => {
    const sizes = await weigh(await withImports(await filesOf('auth.html')))
    const total = totalOf(sizes)
    expect(sizes.length, JSON.stringify(sizes)).toBeLessThanOrEqual(signInFiles)
    expect(sizes.length).toBeGreaterThan(3)
    expect(total, JSON.stringify(sizes)).toBeLessThanOrEqual(signInBytes)
  })

  it.each(['`ZodString`', 'TanStack', 'base-ui', '.woff2'])('brings no %s', async part => {
    const scripts = (await filesOf('auth.html')).filter(path => /\.(js|css)$/.test(path))
    const contents = await Promise.all(scripts.map(wordsOf))
    expect(contents.some(content => content.includes(part))).toBe(false)
  })
})

describe('the built dashboard', () => {
  const files = async () => withImports(await filesOf('index.html'))

  it('loads at most 196 KB gzip in at most 16 files until it is usable and validates answers', async () => {
    const sizes = await weigh(await files())
    expect(totalOf(sizes), JSON.stringify(sizes)).toBeLessThanOrEqual(dashboardBytes)
    expect(sizes.length, JSON.stringify(sizes)).toBeLessThanOrEqual(dashboardFiles)
    expect(totalOf(sizes)).toBeGreaterThan(signInBytes)
  })

  it('loads nothing that only the sign-in needs', async () => {
    const contents = await Promise.all((await files()).map(wordsOf))
    expect(contents.some(content => content.includes('Looking for your Nostr extension'))).toBe(false)
    expect((await files()).filter(path => path.includes('sign-in'))).toEqual([])
  })

  it('is named in the document with its texts, so that a slow line is waited for once', async () => {
    const contents = await Promise.all((await filesOf('index.html')).map(read))
    expect(contents.some(content => /as Dashboard\b/.test(content))).toBe(true)
    expect(contents.some(content => content.includes('Collapse sidebar'))).toBe(true)
  })

  it.each(['`ZodString`', 'USD value unknown'])(
    'brings no %s: the large form of the schemas, and what comes with the pages that need it',
    async part => {
      const contents = await Promise.all((await files()).map(wordsOf))
      expect(contents.some(content => content.toLowerCase().includes(part.toLowerCase()))).toBe(false)
    },
  )

  it('brings dialogs, menus and toasts only after it', async () => {
    const contents = await Promise.all((await files()).filter(path => path.endsWith('.js')).map(read))
    expect(contents.some(content => content.includes('data-base-ui') || content.includes('base-ui-portal'))).toBe(false)
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
    'is stored beside its %s form, so that the server never compresses on request',
    async suffix => {
      const files = [...(await filesOf('auth.html')), ...(await filesOf('index.html'))]
      for (const path of files) expect((await readFile(join(built.folder, path + suffix))).length).toBeGreaterThan(0)
    },
  )
})
