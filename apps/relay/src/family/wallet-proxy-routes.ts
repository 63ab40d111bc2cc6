import { messages } from '@hornets/contract'
import * as contract from '@hornets/contract/admin/settings/other-consoles'
import { adminAuthorizationHeader } from '@hornets/contract/wallet/token'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import { callerOf } from '@hornets/server/http/caller'
import type { Serve } from '@hornets/server/http/serve'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AdminSession } from '../accounts/sessions/sessions.ts'

/** Operators of a wallet are few; a token is worthless after a quarter of an hour. */
const tokensMax = 100

/** The relay keeps the wallet's token, for the signing key's own session only. Calls pass the checks of `/wallet`. */
export function walletProxyRoutes(
  app: FastifyInstance,
  serve: Serve<AdminSession>,
  { now }: { readonly now: Clock },
): void {
  const tokens = new Map<string, string>()

  const ask = async (request: FastifyRequest, call: string, body?: unknown, pubkey = '') => {
    const [method = '', path = ''] = call.split(' ')
    const token = tokens.get(pubkey)
    const answer = await app.inject({
      method: method as 'GET',
      url: `/wallet${path}`,
      remoteAddress: callerOf(request).address,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(request.headers.authorization && { [adminAuthorizationHeader]: request.headers.authorization }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    if (answer.statusCode === 401) tokens.delete(pubkey)
    return { status: answer.statusCode, text: answer.body }
  }
  const pass = (reply: FastifyReply, { status, text }: { status: number; text: string }) =>
    reply.code(status).type('application/json').send(text)

  serve(contract.proxyChallenge, async ({ request, reply }) => pass(reply, await ask(request, 'GET /challenge')))

  serve(contract.proxyVerify, async ({ body, request, reply }) => {
    const answer = await ask(request, 'POST /verify', { event: body.event })
    if (answer.status === 200) {
      tokens.delete(body.event.pubkey)
      tokens.set(body.event.pubkey, JSON.parse(answer.text).token)
      for (const oldest of [...tokens.keys()].slice(0, -tokensMax)) tokens.delete(oldest)
    }
    return pass(reply, answer)
  })

  serve(contract.proxyHealth, async ({ request }) =>
    healthOf(JSON.parse((await ask(request, 'GET /health')).text), now()),
  )

  serve(contract.proxyTxSize, async ({ body, session, request, reply }) =>
    pass(reply, await ask(request, 'POST /calculate-tx-size', body, session.account.pubkey)),
  )

  serve(contract.proxyTransaction, async ({ body, session, request, reply }) => {
    const answer = await ask(request, 'POST /transaction', body, session.account.pubkey)
    const { error, code } = answer.status === 200 ? {} : JSON.parse(answer.text)
    const isConfirmable = code === 'confirmation_needed' || code === 'repeated_payment'
    if (!isConfirmable) return pass(reply, answer)
    return { txid: '', status: 'failed', message: `${error} ${messages.confirmInOwnConsole}` }
  })
}

function healthOf(health: { status?: string; wallet?: string; synced?: boolean }, now: number) {
  const isWell = health.status === 'ok'
  return {
    status: isWell ? ('healthy' as const) : ('unhealthy' as const),
    timestamp: toTimestamp(now),
    wallet_locked: health.wallet !== 'unlocked',
    chain_synced: health.synced === true,
    peer_count: isWell ? 1 : 0,
  }
}
