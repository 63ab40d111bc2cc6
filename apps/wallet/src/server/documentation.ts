import { readFileSync } from 'node:fs'
import { walletEndpoints } from '@hornets/contract/wallet'
import { serveApiPages } from '@hornets/server/http/api-docs/api-pages'
import type { FastifyInstance } from 'fastify'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** The only page of this server: it has a style, no script, and loads nothing else. */
const pagePolicy =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** `/docs` and `/openapi.json` of the wallet service. */
export function serveDocumentation(app: FastifyInstance): void {
  const description =
    'What the console says to the wallet service, as a rule through the relay, and what relay and wallet say to each other. Every failure is a JSON error.'
  serveApiPages(app, { title: 'Wallet API', version, description }, walletEndpoints, {
    'content-security-policy': pagePolicy,
  })
}
