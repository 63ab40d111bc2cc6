import { email, securityCode } from '@hornets/contract/admin/accounts/auth'
import { jsonIn } from '@hornets/server/http/body'
import { invalidFields, parseSafely } from '@hornets/server/http/serve'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { SubscriberMail } from './subscriber-mail.ts'

const path = '/subscribe/mail'
const bodyBytesMax = 2048
const asked = z.object({ address: email, language: z.enum(['en', 'de']) })
const confirmed = z.object({ code: securityCode })

export interface MailRoutesParts {
  readonly mail: Pick<SubscriberMail, 'shownTo' | 'ask' | 'confirm' | 'remove' | 'stop'>
  /** The key that is signed in to the page. Throws ApiError. */
  readonly keyOf: (request: FastifyRequest) => string
  readonly headers: Readonly<Record<string, string>>
  readonly stopPage: (request: FastifyRequest, isStopped: boolean) => string
}

/** How a subscriber gives, confirms and removes the address for reminders, each for its own key only. */
export function mountMailRoutes(app: FastifyInstance, { mail, keyOf, headers, stopPage }: MailRoutesParts): void {
  const config = { takesBody: true }
  app.post(path, { config }, async (request, reply) => {
    const pubkey = keyOf(request)
    const wanted = await bodyAs(asked, request)
    await mail.ask(pubkey, wanted, request.ip)
    return reply.headers(headers).send({ mail: await mail.shownTo(pubkey) })
  })
  app.post(`${path}/confirm`, { config }, async (request, reply) => {
    const pubkey = keyOf(request)
    const { code } = await bodyAs(confirmed, request)
    await mail.confirm(pubkey, code)
    return reply.headers(headers).send({ mail: await mail.shownTo(pubkey) })
  })
  app.delete(path, async (request, reply) => {
    const pubkey = keyOf(request)
    await mail.remove(pubkey)
    return reply.headers(headers).send({ mail: await mail.shownTo(pubkey) })
  })
  mountStop(app, { mail, headers, stopPage })
}

async function bodyAs<Schema extends z.ZodMiniType>(
  schema: Schema,
  request: FastifyRequest,
): Promise<z.output<Schema>> {
  const result = parseSafely(schema, await jsonIn(request, bodyBytesMax))
  if (!result.success) throw invalidFields(result.error)
  return result.data
}

/** Looking at the link changes nothing: programs look at links in mails. Mail programs post to it (RFC 8058). */
function mountStop(app: FastifyInstance, { mail, headers, stopPage }: Omit<MailRoutesParts, 'keyOf'>): void {
  const policy = (headers['content-security-policy'] ?? '').replace("form-action 'none'", "form-action 'self'")
  const all = { ...headers, 'content-security-policy': policy, vary: 'Accept-Language' }
  const type = 'text/html; charset=utf-8'
  app.get('/subscribe/stop/:secret', (request, reply) => reply.headers(all).type(type).send(stopPage(request, false)))
  app.post<{ Params: { secret: string } }>('/subscribe/stop/:secret', async (request, reply) => {
    await mail.stop(request.params.secret)
    return reply.headers(all).type(type).send(stopPage(request, true))
  })
}
