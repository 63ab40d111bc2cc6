import { Marked } from 'marked'
import { anchorOf } from './anchor.mjs'

/** @param {string} text */
export const escaped = text =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A picture of the light theme has one of the dark theme beside it. @param {string} src @param {string} alt @param {(path: string) => boolean} isThere */
function picture(src, alt, isThere) {
  const dark = src.replace('-light-', '-dark-')
  const source =
    dark !== src && isThere(dark) ? `<source srcset="${escaped(dark)}" media="(prefers-color-scheme: dark)">` : ''
  return `<picture>${source}<img src="${escaped(src)}" alt="${escaped(alt)}" loading="lazy"></picture>`
}

/**
 * @param {string} markdown
 * @param {{ link: (href: string) => string, isThere: (path: string) => boolean }} of where a link leads in the site, and whether a picture is in the project
 */
export function renderDocument(markdown, { link, isThere }) {
  /** @type {string[]} */
  const anchors = []
  const marked = new Marked({ gfm: true })
  marked.use({
    renderer: {
      heading({ tokens, depth, raw }) {
        const id = anchorOf(raw.replace(/^#+ /, '').trim())
        anchors.push(id)
        return `<h${depth} id="${escaped(id)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        return `<a href="${escaped(link(href))}">${this.parser.parseInline(tokens)}</a>`
      },
      image: ({ href, text }) => picture(link(href), text, () => isThere(href.replace('-light-', '-dark-'))),
      // Documents are text: what looks like an element is one that they speak of.
      html: ({ text }) => escaped(text),
      table(token) {
        const cells = (/** @type {typeof token.header} */ row, /** @type {string} */ name) =>
          `<tr>${row.map(({ tokens }) => `<${name}>${this.parser.parseInline(tokens)}</${name}>`).join('')}</tr>\n`
        // An empty head announces nothing.
        const head = token.header.map(cell =>
          cell.text === '' ? '<td></td>' : `<th scope="col">${this.parser.parseInline(cell.tokens)}</th>`,
        )
        const body = token.rows.map(row => cells(row, 'td')).join('')
        return `<div class="wide" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${head.join('')}</tr></thead><tbody>${body}</tbody></table></div>\n`
      },
      code: ({ text }) => `<pre tabindex="0"><code>${escaped(text)}\n</code></pre>\n`,
    },
  })
  const html = marked.parse(markdown, { async: false })
  const [, heading = ''] = /^# (.+)$/m.exec(markdown) ?? []
  return { html, anchors, title: heading.replaceAll('`', '') }
}
