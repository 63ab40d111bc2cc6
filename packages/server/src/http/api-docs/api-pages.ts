import type { Endpoint } from '@hornets/contract'
import type { FastifyInstance } from 'fastify'
import { apiPageStyle, renderApiPage } from './api-page.ts'
import { openApiOf } from './openapi.ts'

/** `/openapi.json` and `/docs`. `pageHeaders`: if the server's guards would block the page's style. */
export function serveApiPages(
  app: FastifyInstance,
  info: { title: string; version: string; description: string },
  endpoints: readonly Endpoint[],
  pageHeaders: Readonly<Record<string, string>> = {},
): void {
  const document = once(() => openApiOf(info, endpoints))
  const page = once(() => renderApiPage(document(), { styleUrl: '/docs/style.css', documentUrl: '/openapi.json' }))
  app.get('/openapi.json', (_request, reply) => reply.header('cache-control', 'no-cache').send(document()))
  app.get('/docs', (_request, reply) => reply.headers(pageHeaders).type('text/html; charset=utf-8').send(page()))
  app.get('/docs/style.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(apiPageStyle))
}

/** At the first request: making it takes longer than opening the server. */
function once<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result } | undefined
  return () => {
    made ??= { result: make() }
    return made.result
  }
}
