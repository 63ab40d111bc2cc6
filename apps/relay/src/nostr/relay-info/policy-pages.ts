import { createHash } from 'node:crypto'
import { addressInstead, policyDocuments, relayInfo } from '@hornets/contract/admin/settings'
import { escapeHtml } from '@hornets/server/http/api-docs/escape-html'
import type { FastifyInstance } from 'fastify'
import { languageOfBrowser } from '../../mail/mails.ts'
import type { RelayInfoSources } from './relay-info.ts'

const style = `:root{color-scheme:light dark}
body{max-width:42rem;margin:0 auto;padding:1.5rem 1rem 4rem;font:1rem/1.6 system-ui,sans-serif}
small{display:block;font-size:1rem;font-weight:normal}
p{white-space:pre-wrap;overflow-wrap:anywhere}`

/** The text comes from an operator: nothing in it runs, loads, is sent or is framed. */
const headers = {
  'content-security-policy': `default-src 'none'; img-src data:; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
  vary: 'Accept-Language',
}

/** The operator's policies at addresses of their own, to which NIP-11 points. */
export function mountPolicyPages(app: FastifyInstance, { settings }: Pick<RelayInfoSources, 'settings'>): void {
  for (const { key, path, title } of policyDocuments) {
    app.get(path, (request, reply) => {
      const { relayname, [key]: text } = settings.get(relayInfo)
      const elsewhere = addressInstead(text)
      if (elsewhere !== undefined) return reply.header('cache-control', 'no-cache').redirect(elsewhere)
      if (text === '') return reply.callNotFound()
      const { tag, policies } = languageOfBrowser(request.headers['accept-language'])
      return reply
        .headers(headers)
        .type('text/html; charset=utf-8')
        .send(renderPage({ tag, title: policies[title], relayname, text }))
    })
  }
}

interface PageFacts {
  readonly tag: string
  readonly title: string
  readonly relayname: string
  readonly text: string
}

/** The text is in the operator's language, which is unknown. */
function renderPage({ tag, title, relayname, text }: PageFacts): string {
  const [shownTitle, shownName] = [escapeHtml(title), escapeHtml(relayname)]
  const paragraphs = text.split(/\n\s*\n/).map(paragraph => `<p>${withLinks(paragraph)}</p>`)
  return `<!doctype html>
<html lang="${tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${shownTitle} – ${shownName}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body><main>
<h1>${shownTitle} <small>${shownName}</small></h1>
<div lang="">
${paragraphs.join('\n')}
</div>
</main></body>
</html>
`
}

const linked = /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/i

function withLinks(text: string): string {
  return text
    .split(linked)
    .map((part, at) => {
      const shown = escapeHtml(part)
      return at % 2 === 1 ? `<a href="${shown}" rel="nofollow noreferrer">${shown}</a>` : shown
    })
    .join('')
}
