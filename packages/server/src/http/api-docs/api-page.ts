import { readFileSync } from 'node:fs'
import { escapeHtml } from './escape-html.ts'
import type { openApiOf } from './openapi.ts'

type Document = ReturnType<typeof openApiOf>
type Json = Record<string, unknown>

interface Operation {
  readonly tags: readonly string[]
  readonly summary: string
  readonly security: readonly Json[]
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: Json }[]
  readonly requestBody?: { content: Content }
  readonly responses: Record<string, { description: string; content?: Content }>
}
type Content = Record<string, { schema?: Json }>

export const apiPageStyle = readFileSync(new URL('./api-page.css', import.meta.url), 'utf8')

/** An OpenAPI document as one plain HTML page: no scripts, no external resources. */
export function renderApiPage(document: Document, urls: { styleUrl: string; documentUrl: string }): string {
  const { title, version, description } = document.info
  const byTag = Map.groupBy(operationsOf(document), ({ operation }) => operation.tags[0] ?? '')
  const menu = [...byTag.keys()].map(tag => `<li><a href="#${slug(tag)}">${escapeHtml(tag)}</a></li>`).join('')
  const sections = [...byTag].map(
    ([tag, calls]) =>
      `<section id="${slug(tag)}"><h2>${escapeHtml(tag)}</h2>${calls.map(renderCall).join('')}</section>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${escapeHtml(urls.styleUrl)}">
</head>
<body>
<header>
<h1>${escapeHtml(title)} <small>${escapeHtml(version)}</small></h1>
<p>${escapeHtml(description)} For programs: <a href="${escapeHtml(urls.documentUrl)}">${escapeHtml(urls.documentUrl)}</a>.</p>
<nav aria-label="Calls"><ul>${menu}</ul></nav>
</header>
<main>${sections.join('')}
<section id="errors"><h2>Errors</h2><p>Every error of every call has this shape.</p>${renderSchema(document.components.schemas.Error)}</section>
</main>
</body>
</html>
`
}

function operationsOf(document: Document) {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation: operation as Operation })),
  )
}

function renderCall({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const { summary, security, parameters, requestBody, responses } = operation
  const access = security.flatMap(Object.keys)
  const rows = parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(place)}${required ? ', required' : ''}</td><td><code>${escapeHtml(brief(schema))}</code></td></tr>`,
  )
  return `<article>
<h3><span class="method">${escapeHtml(method.toUpperCase())}</span> <code>${escapeHtml(path)}</code></h3>
<p>${escapeHtml(summary)}</p>
<p class="access">${access.length === 0 ? 'Open to everybody' : `Needs: ${escapeHtml(access.join(' or '))}`}</p>
${rows.length === 0 ? '' : `<h4>Parameters</h4><table><tbody>${rows.join('')}</tbody></table>`}
${requestBody ? `<h4>Body</h4>${renderContent(requestBody.content)}` : ''}
<h4>Answers</h4><dl>${Object.entries(responses).map(renderAnswer).join('')}</dl>
</article>`
}

function renderAnswer([status, { description, content }]: [string, Operation['responses'][string]]): string {
  const shape = content && Number(status) < 400 ? renderContent(content) : ''
  return `<dt>${escapeHtml(status)}</dt><dd>${escapeHtml(description)}${shape}</dd>`
}

function renderContent(content: Content): string {
  return Object.entries(content)
    .map(([type, { schema }]) => (schema ? renderSchema(schema) : `<p><code>${escapeHtml(type)}</code></p>`))
    .join('')
}

const renderSchema = (schema: unknown) =>
  `<details><summary><code>${escapeHtml(brief(schema as Json))}</code></summary><pre><code>${escapeHtml(JSON.stringify(schema, null, 2))}</code></pre></details>`

/** A schema in brief: `object {a, b}`, `array of string`, `"basic" | "strict"`. */
function brief(schema: Json): string {
  const {
    type,
    properties,
    items,
    enum: values,
    anyOf,
    const: only,
  } = schema as { type?: string; properties?: Json; items?: Json; enum?: unknown[]; anyOf?: Json[]; const?: unknown }
  if (only !== undefined) return JSON.stringify(only)
  if (values) return values.map(value => JSON.stringify(value)).join(' | ')
  if (anyOf) return anyOf.map(brief).join(' | ')
  if (type === 'array') return `array of ${items ? brief(items) : 'anything'}`
  if (properties) return `object {${Object.keys(properties).join(', ')}}`
  return type ?? 'anything'
}

const slug = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-')
