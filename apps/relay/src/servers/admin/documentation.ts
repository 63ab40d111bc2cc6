import { adminEndpoints } from '@hornets/contract/admin'
import { serveApiPages } from '@hornets/server/http/api-docs/api-pages'
import type { FastifyInstance } from 'fastify'
import { version } from '../../version.ts'

export function serveDocumentation(app: FastifyInstance): void {
  const description = 'The API that the console uses. Errors are JSON.'
  serveApiPages(app, { title: 'Admin API', version, description }, adminEndpoints)
}
