import { randomBytes } from 'node:crypto'
import { messages } from '@hornets/contract'
import type { RelaySettings } from '@hornets/contract/admin/relay-settings'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import { CustomerLimiter } from '@hornets/server/http/customers/customer-limiter'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { encode } from 'uqr'
import { languageOfBrowser } from '../../mail/mails.ts'
import type { HttpAuthorizer } from '../../nostr/signed-calls/http-authorizer.ts'
import type { InvoiceRow } from '../invoices/invoice-store.ts'
import type { Invoices } from '../invoices/invoices.ts'
import { priceOf } from '../ledger/tier.ts'
import { mountMailRoutes } from '../mail/mail-routes.ts'
import type { SubscriberMail } from '../mail/subscriber-mail.ts'
import { bitcoinUri, shownTiers } from '../payment-terms.ts'
import type { PaymentsService } from '../payments/payments-service.ts'
import type { SubscribersService } from '../subscribers-service.ts'
import type { PageAccount, PageCode, PageInvoice, PageOffer } from './page-account.ts'
import { pageScripts, pageStyle, renderPage, renderStopPage } from './render-page.ts'

const path = '/subscribe'
const accountPath = `${path}/account`
const invoicePath = `${path}/invoice`
const callLimit = { burst: 30, perMinute: 30 }
/** A page asks every three seconds whether its invoice was paid. */
const pollLimit = { burst: 120, perMinute: 90 }
const tokensMax = 10_000
const tokenMs = 30 * 60_000
const paymentsShown = 20
const quietModules = 4
/** As on the admin server: nothing inline, nothing from elsewhere, in no frame. */
const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

export interface SubscribePageParts {
  readonly relaySettings: { current(): Readonly<RelaySettings> }
  readonly subscribers: SubscribersService
  readonly payments: PaymentsService
  readonly invoices: Invoices
  readonly mail: SubscriberMail
  readonly addressOf: (pubkey: string, caller: string) => Promise<string | null>
  readonly isChainSeen: () => Promise<boolean>
  /** A key reads the page in this language (BCP 47): reminders are written in it. */
  readonly speaks: (pubkey: string, language: string) => Promise<void>
  /** Why this key is not served; null = it is. */
  readonly judgeReader: (pubkey: string) => { readonly reason: string } | null
  readonly signedCalls: Pick<HttpAuthorizer, 'authorize'>
  readonly relayName: () => string
  readonly now: Clock
}

/** The page where subscribers pay, on the public server. A key sees its own account and no other. */
export function mountSubscribePage(app: FastifyInstance, parts: SubscribePageParts): void {
  const { relayName, now } = parts
  const limiter = new CustomerLimiter(callLimit, now)
  const polls = new CustomerLimiter(pollLimit, now)
  /** Keys that have signed in, by what their page shows in place of another signature. */
  const tokens = new LRUCache<string, string>({ max: tokensMax, ttl: tokenMs, perf: { now } })

  mountPage(app, parts)

  app.get(accountPath, async (request, reply) => {
    limiter.take(request.ip)
    const given = tokenOf(request)
    const pubkey = given === undefined ? parts.signedCalls.authorize(request).pubkey : keyOf(given)
    assertServed(pubkey, parts)
    const token = given ?? randomBytes(32).toString('base64url')
    tokens.set(token, pubkey)
    const account = await accountOf(pubkey, request.ip, parts)
    if (given === undefined) await parts.speaks(pubkey, languageOf(request).tag)
    return reply.headers(headers).send({ token, ...account })
  })

  /** Throws ApiError('unauthorized'). */
  function keyOf(token: string | undefined): string {
    const pubkey = token === undefined ? undefined : tokens.get(token)
    if (pubkey === undefined) throw new ApiError('unauthorized', messages.tokenInvalid)
    return pubkey
  }

  const signedIn = (request: FastifyRequest): string => {
    limiter.take(request.ip)
    const pubkey = keyOf(tokenOf(request))
    assertServed(pubkey, parts)
    return pubkey
  }

  app.post<{ Querystring: { tier?: unknown } }>(invoicePath, async (request, reply) => {
    const pubkey = signedIn(request)
    const invoice = await parts.invoices.make(pubkey, { tier: String(request.query.tier ?? ''), address: request.ip })
    return reply.headers(headers).send(shownInvoice(invoice, now()))
  })

  app.get<{ Querystring: { payment_hash?: unknown } }>(invoicePath, async (request, reply) => {
    polls.take(request.ip)
    const found = await parts.invoices.find(keyOf(tokenOf(request)), String(request.query.payment_hash ?? ''))
    if (!found) throw new ApiError('not_found', messages.notFound)
    return reply.headers(headers).send(shownInvoice(found, now()))
  })

  mountMailRoutes(app, {
    mail: parts.mail,
    headers,
    keyOf: signedIn,
    stopPage: (request, isStopped) =>
      renderStopPage(isStopped, { relayName: relayName(), language: languageOf(request) }),
  })
}

/** Throws ApiError('forbidden'). */
function assertServed(pubkey: string, { judgeReader }: SubscribePageParts): void {
  const refusal = judgeReader(pubkey)
  if (refusal) throw new ApiError('forbidden', refusal.reason)
}

const languageOf = ({ headers }: FastifyRequest) => languageOfBrowser(headers['accept-language'])

const tokenOf = ({ headers: { authorization } }: FastifyRequest) =>
  /^Bearer ([\w-]{43})$/.exec(authorization ?? '')?.[1]

async function accountOf(
  pubkey: string,
  caller: string,
  parts: SubscribePageParts,
): Promise<Omit<PageAccount, 'token'>> {
  const address = (await parts.addressOf(pubkey, caller)) ?? ''
  const { payments } = await parts.payments.payments({ pubkey, limit: paymentsShown })
  const shown = payments.map(({ date, sats, status }) => ({ date, sats, status }))
  const offers = shownTiers(parts.relaySettings.current()).map(tier =>
    offerOf(tier.datalimit, priceOf(tier) ?? 0, address),
  )
  const lightning = await parts.invoices.areOffered()
  const invoice = await parts.invoices.current(pubkey)
  const account = await parts.subscribers.one(pubkey).catch(error => {
    if (error instanceof ApiError && error.code === 'not_found') return null
    throw error
  })
  return {
    pubkey,
    address,
    offers,
    payments: shown,
    lightning,
    paused: !(await parts.isChainSeen()),
    invoice: invoice && shownInvoice(invoice, parts.now()),
    status: account?.status ?? 'unpaid',
    tier: account?.tier ?? '',
    expires_at: account?.expires_at ?? null,
    credit_sats: account?.credit_sats ?? 0,
    pending_sats: account?.pending_sats ?? 0,
    used_bytes: account?.used_bytes ?? 0,
    total_bytes: account?.total_bytes ?? null,
    mail: await parts.mail.shownTo(pubkey),
  }
}

/** Without an address it can be paid over Lightning only. */
function offerOf(datalimit: string, price: number, address: string): PageOffer {
  if (address === '') return { datalimit, price }
  const uri = bitcoinUri(address, price)
  return { datalimit, price, uri, qr: qrOf(uri) }
}

function shownInvoice(row: InvoiceRow, now: number): PageInvoice {
  const { payment_hash, invoice, tier, sats, expires_at, state } = row
  const uri = `lightning:${invoice}`
  return {
    payment_hash,
    invoice,
    tier,
    sats,
    uri,
    state,
    expires_at: toTimestamp(expires_at),
    seconds_left: Math.max(0, Math.floor((expires_at - now) / 1000)),
    // Capitals take less space in a QR code.
    qr: qrOf(uri.toUpperCase()),
  }
}

function qrOf(text: string): PageCode {
  const { data, size } = encode(text, { ecc: 'M', border: quietModules })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size, path }
}

function mountPage(app: FastifyInstance, { relaySettings, relayName }: SubscribePageParts): void {
  app.get(path, (request, reply) => {
    const { freeTierEnabled, freeTierLimit, freeTierGives: freeGives } = relaySettings.current()
    const freeLimit = freeTierEnabled ? freeTierLimit : undefined
    const tiers = shownTiers(relaySettings.current())
    const facts = { relayName: relayName(), tiers, freeLimit, freeGives }
    const page = renderPage({ ...facts, language: languageOf(request) })
    return reply
      .headers({ ...headers, vary: 'Accept-Language' })
      .type('text/html; charset=utf-8')
      .send(page)
  })
  for (const [name, script] of pageScripts)
    app.get(`${path}/${name}`, (_request, reply) =>
      reply.headers(headers).type('text/javascript; charset=utf-8').send(script),
    )
  app.get(`${path}/page.css`, (_request, reply) =>
    reply.headers(headers).type('text/css; charset=utf-8').send(pageStyle),
  )
}
