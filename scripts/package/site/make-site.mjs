import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { inProject } from '../../setup/workspace.mjs'
import { frame, style } from './frame.mjs'
import { renderDocument } from './render-document.mjs'

const kept = 'e2e/pictures/kept'
const groups = [
  { name: 'Start', holds: (/** @type {string} */ path) => path === 'README.md' || path === 'pictures.md' },
  { name: 'Operate', holds: (/** @type {string} */ path) => path.startsWith('docs/operate/') },
  { name: 'Understand', holds: (/** @type {string} */ path) => /^docs\/[\w-]+\.md$/.test(path) },
  { name: 'Contribute', holds: (/** @type {string} */ path) => /^[A-Z]+\.md$/.test(path) },
  { name: 'Decisions', holds: (/** @type {string} */ path) => path.startsWith('docs/decisions/') },
  { name: 'Records', holds: () => true },
]

/** @param {string} folder @returns {string[]} */
const documentsIn = folder =>
  readdirSync(inProject(folder), { withFileTypes: true })
    .flatMap(entry => (entry.isDirectory() ? documentsIn(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]))
    .filter(path => path.endsWith('.md'))
    .sort()

/** @param {string} document */
const pageOf = document => document.replace(/README\.md$/, 'index.html').replace(/\.md$/, '.html')

/** @returns {string} a document of all pictures, each in the light theme */
function picturesAsDocument() {
  const shown = readdirSync(inProject(kept)).filter(name => /-light-(desktop|phone|tablet)\.png$/.test(name))
  const named = shown.map(name => {
    const [, what = '', width = ''] = /^(.+)-light-(\w+)\.png$/.exec(name) ?? []
    const title = `${what.slice(0, 1).toUpperCase()}${what.slice(1).replaceAll('-', ' ')}`
    return `## ${title}, ${width}\n\n![${title}](${kept}/${name})\n`
  })
  return `# Screenshots\n\nThe tests make and compare them, each in both themes.\n\n${named.join('\n')}`
}

/** @returns {string} */
function decisionsAsDocument() {
  const lines = readdirSync(inProject('docs/decisions')).map(name => {
    const [, title = name] = /^# (.+)$/m.exec(readFileSync(inProject('docs/decisions', name), 'utf8')) ?? []
    return `- [${title}](${name})`
  })
  return `# Decisions\n\n${lines.join('\n')}\n`
}

/** Documents that are not files. @type {Record<string, () => string>} */
const made = { 'pictures.md': picturesAsDocument, 'docs/decisions/README.md': decisionsAsDocument }

/**
 * Throws if a link leads nowhere.
 * @param {string} folder @returns {{ folder: string, pages: string[] }}
 */
export function makeSite(folder) {
  rmSync(folder, { recursive: true, force: true })
  const documents = ['README.md', ...Object.keys(made), ...documentsIn('docs'), 'CONTRIBUTING.md', 'CHANGELOG.md']
  const { links, copied, linkFrom } = linksOf(documents)
  const pages = documents.map(document => {
    const text = made[document]?.() ?? readFileSync(inProject(document), 'utf8')
    const isThere = (/** @type {string} */ path) => existsSync(inProject(posix.join(posix.dirname(document), path)))
    const rendered = renderDocument(text, { link: linkFrom(document), isThere })
    return { ...rendered, document, path: pageOf(document) }
  })
  const anchors = new Map(pages.map(page => [page.path, page.anchors]))
  const dead = links.filter(({ to, anchor }) => anchor !== undefined && !anchors.get(to)?.includes(anchor))
  if (dead.length > 0)
    throw new Error(`Links to nowhere: ${dead.map(({ from, href }) => `${from}: ${href}`).join(', ')}`)

  const shown = groups.map(({ name }) => ({ name, entries: /** @type {{ path: string, title: string }[]} */ ([]) }))
  for (const { document, path, title } of pages)
    shown[groups.findIndex(({ holds }) => holds(document))]?.entries.push({ path, title })
  const put = (/** @type {string} */ path, /** @type {string} */ text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const page of pages) put(page.path, frame(page, shown, pages[0]?.title ?? ''))
  put('site.css', style())
  cpSync(inProject('apps/console/public/mark.svg'), join(folder, 'mark.svg'))
  for (const path of copied) cpSync(inProject(path), join(folder, path))
  return { folder, pages: pages.map(({ path }) => path) }
}

/** Collects what documents link to. @param {string[]} documents */
function linksOf(documents) {
  /** @type {{ from: string, href: string, to: string, anchor: string | undefined }[]} */
  const links = []
  /** @type {Set<string>} */
  const copied = new Set()
  const linkFrom = (/** @type {string} */ from) => (/** @type {string} */ href) => {
    if (/^[a-z]+:/.test(href)) return href
    const [given = '', anchor] = href.split('#')
    const named = given === '' ? from : posix.normalize(posix.join(posix.dirname(from), given))
    const target = documents.includes(`${named}/README.md`) ? `${named}/README.md` : named
    const isPage = documents.includes(target)
    if (!isPage && !(existsSync(inProject(target)) && statSync(inProject(target)).isFile()))
      throw new Error(`Links to nowhere: ${from}: ${href}`)
    const to = isPage ? pageOf(target) : target
    if (!isPage) {
      copied.add(target)
      const dark = target.replace('-light-', '-dark-')
      if (existsSync(inProject(dark))) copied.add(dark)
    }
    links.push({ from, href, to, anchor })
    return `${posix.relative(posix.dirname(pageOf(from)), to)}${anchor === undefined ? '' : `#${anchor}`}`
  }
  return { links, copied, linkFrom }
}
