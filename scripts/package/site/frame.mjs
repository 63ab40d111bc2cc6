import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { inProject } from '../../setup/workspace.mjs'
import { escaped } from './render-document.mjs'

/** @typedef {{ path: string, title: string }} Entry a page, from the site's root */

/** @param {string} from @param {string} to */
const relative = (from, to) => posix.relative(posix.dirname(from), to)

/** @param {string} page @param {{ name: string, entries: Entry[] }[]} groups */
function navigation(page, groups) {
  const list = groups.map(({ name, entries }) => {
    const links = entries.map(({ path, title }) => {
      const current = path === page ? ' aria-current="page"' : ''
      return `<li><a href="${relative(page, path)}"${current}>${escaped(title)}</a></li>`
    })
    const isOpen = entries.length < 12 || entries.some(({ path }) => path === page)
    return `<details${isOpen ? ' open' : ''}><summary>${name}</summary><ul>${links.join('')}</ul></details>`
  })
  return `<nav aria-label="Documents">${list.join('')}</nav>`
}

/** @param {{ path: string, title: string, html: string }} page @param {{ name: string, entries: Entry[] }[]} groups @param {string} name of the product */
export function frame({ path, title, html }, groups, name) {
  const heading = title === name ? name : `${title} · ${name}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(heading)}</title>
<link rel="icon" href="${relative(path, 'mark.svg')}">
<link rel="stylesheet" href="${relative(path, 'site.css')}">
</head>
<body>
<a class="skip" href="#content">To the content</a>
<header><a href="${relative(path, 'index.html')}"><img src="${relative(path, 'mark.svg')}" alt="" width="24" height="24">${escaped(name)}</a><a class="to-list" href="#documents">Documents</a></header>
<div class="columns">
<main id="content" tabindex="-1">
${html}</main>
<div id="documents">${navigation(path, groups)}</div>
</div>
</body>
</html>
`
}

/** The console's colours, by the reader's preference. */
export function style() {
  const tokens = readFileSync(inProject('apps/console/src/ui/theme/tokens.css'), 'utf8')
  const [light = '', dark = ''] = tokens.split("[data-theme='dark'] {")
  const own = readFileSync(inProject('scripts/package/site/site.css'), 'utf8')
  return `${light}@media (prefers-color-scheme: dark) {\n:root {${dark}}\n${own}`
}
