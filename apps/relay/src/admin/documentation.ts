import { adminEndpoints } from '@hornets/contract/admin'
import { apiPageStyle, renderApiPage } from '@hornets/server/api-page'
import { openApiOf } from '@hornets/server/openapi'
import type { FastifyInstance } from 'fastify'
import { version } from '../version.ts'

/** `/openapi.json` for programs and `/docs` for people, both written from the contract. */
export function serveDocumentation(app: FastifyInstance): void {
  const document = openApiOf(
    { title: 'Admin API', version, description: 'What the console says to the relay. Every failure is a JSON error.' },
    adminEndpoints,
  )
  const page = renderApiPage(document, { styleUrl: '/docs/style.css', documentUrl: '/openapi.json' })
  app.get('/openapi.json', (_request, reply) => reply.header('cache-control', 'no-cache').send(document))
  app.get('/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
  app.get('/docs/style.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(apiPageStyle))
}
