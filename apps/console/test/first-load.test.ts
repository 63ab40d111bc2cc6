import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltConsole, buildConsole } from './support/build-console.ts'

/** What the sign-in may cost in all, gzip (KB = 1000 bytes). */
const signInBytes = 90_000
/** What must come before the dashboard can be used: its document, scripts, styles and catalogue. */
const dashboardBytes = 210_000

let built: BuiltConsole
const read = (path: string) => readFile(join(built.folder, path), 'utf8')

/** Every file that a page names in its HTML: scripts, preloaded chunks, styles, the icon. */
async function filesOf(page: string): Promise<string[]> {
  const html = await read(page)
  return [page, ...[...html.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(([, path]) => path as string)]
}

const weigh = (paths: readonly string[]) =>
  Promise.all(paths.map(async path => [path, gzipSync(await read(path), { level: 9 }).length] as const))
const totalOf = (sizes: readonly (readonly [string, number])[]) => sizes.reduce((sum, [, size]) => sum + size, 0)

/** The files, and every chunk that they import at once; what they import later is not among them. */
async function withImports(paths: readonly string[]): Promise<string[]> {
  const known = new Set(paths)
  // A set can grow while it is walked: what is added comes later in the walk.
  for (const path of known) {
    if (!path.startsWith('assets/') || !path.endsWith('.js')) continue
    for (const [, file] of (await read(path)).matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g))
      known.add(`assets/${file}`)
  }
  return [...known]
}

/** The chunk that holds an exported page, by its name; that of a catalogue, by its file. */
async function chunkWith(wanted: RegExp): Promise<string> {
  const files = (await readdir(join(built.folder, 'assets'))).filter(file => file.endsWith('.js'))
  const found = await Promise.all(
    files.map(async file => wanted.test(file) || wanted.test(await read(`assets/${file}`))),
  )
  const matches = files.filter((_, index) => found[index])
  expect(matches, String(wanted)).toHaveLength(1)
  return `assets/${matches[0]}`
}

beforeAll(async () => {
  built = await buildConsole()
})
afterAll(() => built?.remove())

describe('the built sign-in', () => {
  it('costs at most 90 KB gzip in all', async () => {
    const sizes = await weigh(await filesOf('auth.html'))
    const total = totalOf(sizes)
    expect(sizes.length).toBeGreaterThan(3)
    expect(total, JSON.stringify(sizes)).toBeLessThanOrEqual(signInBytes)
  })

  it.each(['zod', 'TanStack', 'base-ui', 'i18next', '.woff2'])('brings no %s', async part => {
    const scripts = (await filesOf('auth.html')).filter(path => /\.(js|css)$/.test(path))
    const contents = await Promise.all(scripts.map(read))
    expect(contents.some(content => content.includes(part))).toBe(false)
  })
})

describe('the built dashboard', () => {
  const files = async () =>
    withImports([...(await filesOf('index.html')), await chunkWith(/as Dashboard\b/), await chunkWith(/^en-/)])

  it('costs at most 210 KB gzip until it can be used', async () => {
    const sizes = await weigh(await files())
    expect(totalOf(sizes), JSON.stringify(sizes)).toBeLessThanOrEqual(dashboardBytes)
    expect(totalOf(sizes)).toBeGreaterThan(signInBytes)
  })

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
    'lies beside its %s form, so that the server never compresses while it answers',
    async suffix => {
      const files = [...(await filesOf('auth.html')), ...(await filesOf('index.html'))]
      for (const path of files) expect((await readFile(join(built.folder, path + suffix))).length).toBeGreaterThan(0)
    },
  )
})
